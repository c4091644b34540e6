/**
 * Wires the page: the server's boot data into the state, the state into the views, the person's input into the table.
 */

/** @import { Parts } from "./actions.js" */
/** @import { Action } from "./model/state/state.js" */
/** @import { Boot, PageState } from "./model/types.js" */

import { positionAddress, fileAddress } from "./files.js";
import { hasSquares } from "./model/board.js";
import { shownPage } from "./model/history.js";
import { proposeStop } from "./model/ended/ladder.js";
import { showsReview } from "./model/ended/review.js";
import { initialState } from "./model/start.js";
import { reduce } from "./model/state/state.js";
import { summary } from "./model/ended/summary.js";
import { enginesOnly, hasRoots, isFresh, looksAtEnd } from "./model/select.js";
import { loadChoice, loadTokens, saveChoice, saveSummary, withoutHidden } from "./net/storage.js";
import { actionsOf, thinkingKey } from "./actions.js";
import { EndedGame } from "./ended.js";
import { loadLadder, noteProgram } from "./net/ladder.js";
import { Questions } from "./net/questions.js";
import { openSocket } from "./net/socket.js";
import { Table } from "./net/table.js";
import { OnDemand } from "./on_demand.js";
import { Silence, Warning } from "./silence.js";
import { Buttons } from "./view/panel/buttons.js";
import { Board, makeRoom } from "./view/board/board_view.js";
import { SealedGuess, WonBoard } from "./view/board/game_signs.js";
import { Roots } from "./view/thinking/roots.js";
import { listenToShortcuts } from "./view/board/input.js";
import { Status } from "./view/panel/status.js";
import { actOncePerPress, afterFrame, byId, el, isStill, setVariable } from "./view/dom.js";
import { Seats } from "./view/panel/seats.js";
import { Thinking } from "./view/thinking/thinking.js";
import { t } from "./words.js";

actOncePerPress();
/** @type {Boot} */
const boot = JSON.parse(byId("boot").textContent ?? "");
boot.state = withoutHidden(boot.state);
/** How long the first disc and the roots move, in ms, with some room. */
const FIRST_MOVE_MS = 700;
/** Plays in place of a server, on a page that plays alone. */
const alone = boot.desk ? (await import("./desk/open.js")).openDesk(boot) : null;
const thought = /#t=.*$/.exec(location.hash)?.[0];
const sent = thought ? (await import("./model/thinking/thought.js")).decodeThought(thought, boot.state) : null;
let page = initialState(boot, loadTokens(boot.game_id), sent);
if ((loadChoice(thinkingKey(page)) ?? (page.game.analysis ? "on" : "off")) === "on")
  page = reduce(page, { type: "watch", on: true });
if (loadChoice("sound") === "on") page = reduce(page, { type: "sound", on: true });
page = reduce(page, { type: "ladder", ladder: loadLadder(page.info.name), climbed: false });
if (!new URLSearchParams(location.search).has("against")) page = proposeStop(page);
let drawn = page;
/** Whether this browser plays for the first time. */
const firstGame = "first" in document.documentElement.dataset;
/** Whether the page has the sheet of a game that is over; the server gives it to every page but a fresh one. */
let endsHere = !isFresh(page) && !alone;
let renderDue = false;
/** Whether the page looks as in a game: from the first move on, or a moment later where things move. */
let begun = !isFresh(page);
/** The timer of that change; 0: none. */
let firstMove = 0;
/** Plays for the person. @type {import("./program_at_table.js").ProgramAtTable | null} */
let program = null;
/** Changes the state, and draws once for all changes of one task. @param {Action} action */
function dispatch(action) {
  const next = reduce(page, action);
  if (next === page) return;
  page = next;
  if (renderDue) return;
  renderDue = true;
  queueMicrotask(render);
}

// Before the socket is opened: every message is drawn at once, and needs all views to be there.
const TextBoard = page.info.board ? null : (await import("./view/board/textboard.js")).TextBoard;
// What is shown from the first has its room from the first.
const EarlyReview = showsReview(page) ? (await import("./view/panel/review.js")).Review : null;
const EarlyInsight = page.engineView.visible
  ? (await import("./view/thinking/insight.js").catch(() => null))?.Insight
  : undefined;
const code = codeOfLink();
const table = new Table(alone?.desk ?? openSocket(), () => page, dispatch);
const questions = new Questions(table, async (line, asked) =>
  (await import("./model/proof/principle.js")).threatOf(page.info, page.game.discs, line, asked),
);
table.afterJoin = async (id, answer, knownRematch) => {
  const met = await demand.meet().catch(() => null); // the network is away again: the next join tries again
  await met?.afterJoin(id, answer, knownRematch);
};
/** Who answers the wishes; the last three are made after the views. */
const parts = /** @type {Parts} */ ({ state: () => page, dispatch, table, questions });
const actions = actionsOf(parts);

const board = TextBoard ? new TextBoard(actions) : new Board(page.info, actions);
const thinking = new Thinking(page.info, actions, EarlyInsight);
const status = new Status();
const seats = new Seats(page.info, actions);
const buttons = new Buttons(actions);
listenToShortcuts(actions, board instanceof Board ? board.grid : null);
const roots = new Roots(page.info);
if (board instanceof Board && page.info.gravity) {
  const guess = new SealedGuess(board);
  board.signs.push(guess, new WonBoard(board.element));
  board.hand.append(guess.element);
}
thinking.roots = roots.element;
board.strip.append(roots.element, thinking.call, thinking.strip);
if (board instanceof Board) board.body.insertBefore(thinking.line, board.grid.element);
byId("fit").append(board.element);
const place = byId("table");
const soundSwitch = byId("sound");
makeRoom(page.info);
if (hasSquares(page.info)) place.dataset.squares = "";
byId("panel").prepend(seats.element, buttons.element, buttons.transport, thinking.element);
const ended = new EndedGame({ state: () => page, dispatch, table, questions, actions, place: buttons.element });
if (EarlyReview) ended.placeReview(new EarlyReview(actions));
const demand = new OnDemand({
  ...{ state: parts.state, dispatch, draw: render, table, actions, board, seats, code, games: boot.games },
  buttons: buttons.element,
  hear: (seat, reaction) => ended.after?.hear(page, seat, reaction),
});
const silence = new Silence(parts.state, dispatch, table, () => demand.meet());
const warning = firstGame && board instanceof Board ? new Warning(board, parts.state, dispatch) : null;
Object.assign(parts, { demand, ended, silence });

/** Draws every view from the state. */
function render() {
  renderDue = false;
  const shown = shownPage(page);
  const { why, panel, moves, menu, invite } = demand;
  board.render(why ? why.render(shown) : shown);
  roots.render(page);
  thinking.render(why ? why.claimed(shown) : shown);
  for (const view of [seats, panel, buttons, moves, menu, ended.after, invite, program]) view?.render(page);
  soundSwitch.ariaPressed = String(page.ui.sound);
  begin();
  place.dataset.thinking = page.engineView.visible ? "on" : "off";
  place.dataset.roots = hasRoots(page) ? "yes" : "no";
  const minds = enginesOnly(page) && !looksAtEnd(page) ? "2" : "1";
  if (place.dataset.minds !== minds) setVariable(place, "--minds", minds);
  place.dataset.minds = minds;
  status.render(drawn, page, shown, why?.above, ended.after?.line(page));
  why?.label();
  if (page.ui.sound && drawn !== page) void hear(drawn, page);
  if (drawn.connection.status !== page.connection.status) silence.watch();
  if (drawn.game !== page.game || drawn.pending !== page.pending) warning?.watch(page);
  if (drawn.game !== page.game || drawn.ui !== page.ui || drawn.engineView.truth !== page.engineView.truth)
    ended.followClimb();
  if (page.game.game_id && drawn.game !== page.game) setTimeout(saveSummary, 0, page.game.game_id, summary(page));
  drawn = page;
  void ended.render();
  void questions.follow(shown);
  if (page.game.analysis && page.game.game_id) showAddress(positionAddress(page.game));
}

/** Changes the page from its first look to that of a game. The first disc and the roots have the frames before it. */
function begin() {
  const fresh = isFresh(page);
  if (!fresh && !begun && !isStill() && !firstMove)
    firstMove = setTimeout(() => {
      begun = !isFresh(page);
      firstMove = 0;
      if (begun) render();
    }, FIRST_MOVE_MS);
  if (fresh || isStill()) begun = !fresh;
  for (const one of [place, place.parentElement]) one?.setAttribute("data-start", begun ? "no" : "yes");
  if (page.game.seats.every(({ kind }) => kind === "human") || (begun && page.game.game_id))
    void demand.meet().catch(() => {}); // the network is away: the next change tries again
  if (!begun) return;
  meet();
  if (!page.game.game_id) return;
  if (!endsHere) loadEnd();
  if (!demand.listing) demand.listMoves();
}

/** Loads the sheet of the end, long before a game that has begun may be over. */
function loadEnd() {
  endsHere = true;
  document.head.append(el("link", { rel: "stylesheet", href: fileAddress("css/table/ended/ended.css") }));
}

/** Ends the first visit: from the first move on, seats and buttons have a meaning. */
function meet() {
  const { dataset } = document.documentElement;
  if (!("first" in dataset)) return;
  delete dataset.first;
  saveChoice("met", "yes");
}

/**
 * Plays the sounds of a change; the module is loaded with the first sound.
 * @param {PageState} before @param {PageState} after
 */
async function hear(before, after) {
  const sounds = await import("./view/sound.js");
  sounds.hear(before, after);
}

/** Takes the code of a handed-over seat out of the address. The part behind the # reaches no server. */
function codeOfLink() {
  const code = /^#([A-Za-z0-9_-]{43})$/.exec(location.hash)?.[1] ?? null;
  if (code && !boot.desk) history.replaceState(null, "", location.pathname);
  return code;
}

/** Does what the part of the address behind the # asks for; returns whether it asks for anything. */
function grant() {
  const wish = wishes[location.hash];
  if (!wish) return false;
  history.replaceState(null, "", location.pathname);
  for (const sheet of document.querySelectorAll("dialog")) sheet.close();
  void wish();
  return true;
}

/** Puts an address into the browser's bar. @param {string} address */
function showAddress(address) {
  if (!location.href.endsWith(address)) history.replaceState(null, "", address);
}

// Both lists are loaded with the first sign of interest; a click that comes before it counts afterwards.
for (const place of [byId("settings"), byId("more")]) {
  for (const sign of ["pointerenter", "focusin", "toggle"])
    place.addEventListener(sign, () => void demand.openMenu(), { once: true });
  place.addEventListener("click", (event) => {
    const entry = !demand.menu && event.target instanceof Element ? event.target.closest("button, input") : null;
    if (!(entry instanceof HTMLElement)) return;
    event.preventDefault();
    void demand.openMenu().then(() => entry.click());
  });
}
soundSwitch.addEventListener("click", actions.sound);
if (isFresh(page) && (loadChoice("coach") !== null || Object.keys(page.ladder).length)) {
  afterFrame(async () => {
    const [{ greet }, { loadProgress }, { loadResults }, { dayNumber }] = await Promise.all([
      import("./view/panel/faces.js"),
      import("./coach/net/progress_store.js"),
      import("./net/results.js"),
      import("./model/day.js"),
    ]);
    greet(page, loadProgress(), loadResults(), dayNumber(new Date()));
  });
}
byId("invite").addEventListener("click", (event) => {
  event.preventDefault();
  void actions.invite();
});
/** What an address asks for. @type {Record<string, () => unknown>} */
const wishes = {
  "#friend": () => actions.invite(),
  "#find": actions.findSomebody,
  "#code": actions.enterCode,
  "#watch": actions.watchTables,
  "#games": actions.allGames,
  "#program": async () => {
    const { ProgramAtTable } = await import("./program_at_table.js");
    program = new ProgramAtTable(parts.state, actions.play, noteProgram, seats.element);
    render();
  },
};
grant();
byId("skip").addEventListener("click", () =>
  board instanceof Board ? board.focus() : board.moves.querySelector("button")?.focus(),
);
render();
if (alone?.words) dispatch({ type: "notice", text: t(alone.words) });
if (alone || loadChoice("desk") !== null) afterFrame(() => void silence.tell().catch(() => {}));
window.addEventListener("popstate", () => grant() || location.reload());
