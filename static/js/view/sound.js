/**
 * Makes small wooden sounds on demand: a knock is a short burst of noise through a narrow filter over a fading tone.
 * Higher rows knock higher.
 */

/** @import { PageState } from "../model/types.js" */

import { discs } from "../model/select.js";
import { isStill } from "./dom.js";

/** @type {AudioContext | null} */
let context = null;

/** Returns the audio context. The browser allows sound from the first gesture on. */
function ready() {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/** Plays one knock. @param {number} height Hz @param {number} [after] seconds @param {number} [loud] 0 to 1 */
function knock(height, after = 0, loud = 0.5) {
  const audio = ready();
  const at = audio.currentTime + after;
  const out = audio.createGain();
  out.gain.setValueAtTime(loud, at);
  out.gain.exponentialRampToValueAtTime(0.001, at + 0.16);
  out.connect(audio.destination);

  const tone = audio.createOscillator();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(height * 1.5, at);
  tone.frequency.exponentialRampToValueAtTime(height, at + 0.03);
  tone.connect(out);
  tone.start(at);
  tone.stop(at + 0.18);

  const noise = audio.createBufferSource();
  noise.buffer = burst(audio);
  const body = audio.createBiquadFilter();
  body.type = "bandpass";
  body.frequency.value = height * 4;
  body.Q.value = 2.5;
  noise.connect(body).connect(out);
  noise.start(at);
}

/** Makes the noise at the beginning of a knock. @param {AudioContext} audio */
function burst(audio) {
  const buffer = audio.createBuffer(1, Math.round(audio.sampleRate * 0.03), audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i += 1) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  return buffer;
}

/** Returns the frequency of a row's knock: a whole tone higher with each row. @param {number} row */
const pitch = (row) => 170 * 2 ** ((row - 1) / 6);

/**
 * Plays the sounds of a change: a piece lands, a move is refused, an engine finds out how the game ends (two high
 * knocks, a bell of wood), the game ends.
 *
 * @param {PageState} before @param {PageState} after
 */
export function hear(before, after) {
  if (!navigator.userActivation.hasBeenActive) return; // browsers forbid sound before the first gesture
  if (!before.ui.sound) return knock(pitch(3));
  if (after.ui.refusals !== before.ui.refusals) return knock(95, 0, 0.35);
  const lying = discs(after);
  const last = lying.at(-1);
  const fell = after.game.game_id === before.game.game_id || before.game.game_id === null;
  if (fell && last && lying.length === discs(before).length + 1) {
    const height = after.info.board?.[1] ?? 1;
    knock(pitch(last[1]), after.info.gravity && !isStill() ? 0.15 * Math.sqrt(height - last[1] + 1) : 0);
  }
  if (
    after.engineView.knowledge !== before.engineView.knowledge &&
    after.engineView.knowledge.some((knowledge) => knowledge !== null)
  ) {
    for (const [i, row] of [14, 17].entries()) knock(pitch(row), i * 0.09, 0.3);
  }
  if (!after.game.outcome || before.game.outcome || !fell) return;
  const rows = after.game.outcome.winner === null ? [4, 4] : [1, 3, 5, 8];
  for (const [i, row] of rows.entries()) knock(pitch(row), 0.5 + i * 0.13, 0.4);
}

/** Calls a person to a table: three high knocks. */
export function call() {
  if (!navigator.userActivation.hasBeenActive) return;
  for (const [i, row] of [12, 15, 19].entries()) knock(pitch(row), i * 0.16, 0.5);
}
