/**
 * Small wooden sounds, made when they are needed: a knock is a short burst of noise through a narrow filter over a tone
 * that dies away. Higher rows knock higher.
 *
 * @typedef {import("../model/types.js").PageState} PageState
 */

import { discs } from "../model/select.js";
import { prefersStillness } from "./dom.js";

/** @type {AudioContext | null} */
let context = null;

/** The context, if the browser lets it sound: it does from the first gesture on. */
function ready() {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/** @param {number} height Hz @param {number} [after] seconds @param {number} [loud] 0 to 1 */
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

/** @param {AudioContext} audio */
function burst(audio) {
  const buffer = audio.createBuffer(1, Math.round(audio.sampleRate * 0.03), audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i += 1) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  return buffer;
}

/** The height of a knock: a row higher, a whole tone higher. @param {number} row */
const pitch = (row) => 170 * 2 ** ((row - 1) / 6);

/**
 * What is heard when one state follows another: a piece lands, something was refused, a mind has come to know how it
 * ends (two high knocks, a bell of wood), the game has ended.
 *
 * @param {PageState} before
 * @param {PageState} after
 */
export function hear(before, after) {
  if (!navigator.userActivation.hasBeenActive) return; // browsers forbid it, and they are right
  if (!before.sound) return knock(pitch(3));
  if (after.refused !== before.refused) return knock(95, 0, 0.35);
  const lying = discs(after);
  const last = lying.at(-1);
  const fell = after.game.game_id === before.game.game_id || before.game.game_id === null;
  if (fell && last && lying.length === discs(before).length + 1) {
    const height = after.info.board?.[1] ?? 1;
    knock(pitch(last[1]), after.info.gravity && !prefersStillness() ? 0.15 * Math.sqrt(height - last[1] + 1) : 0);
  }
  if (after.knows !== before.knows && after.knows.some((one) => one !== null)) {
    for (const [i, row] of [14, 17].entries()) knock(pitch(row), i * 0.09, 0.3);
  }
  if (!after.game.outcome || before.game.outcome || !fell) return;
  const rows = after.game.outcome.winner === null ? [4, 4] : [1, 3, 5, 8];
  for (const [i, row] of rows.entries()) knock(pitch(row), 0.5 + i * 0.13, 0.4);
}
