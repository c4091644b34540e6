/**
 * Wires the page: the server's boot data into the state, the state into the views, the person's input into the table.
 */

/** @import { Decision } from "./model/people.js" */
/** @import { Question } from "./model/proof/why.js" */
/** @import { Action } from "./model/state/state.js" */
/** @import { Boot, PageState, Seat, WhyNot } from "./model/types.js" */
/** @import { People } from "./net/people.js" */
/** @import { Strangers } from "./strangers.js" */
/** @import { Menu } from "./view/panel/menu.js" */
/** @import { Invite } from "./view/people/invite.js" */
/** @import { PeoplePanel } from "./view/people/people.js" */
/** @import { WhyAtTable } from "./why.js" */

import { gameAddress, positionAddress, tableAddress } from "./model/address.js";
import { isBroad } from "./model/board.js";
import { shownPage, shownPly } from "./model/history.js";
import { proposeStop } from "./model/ended/ladder.js";
import { showsReview } from "./model/ended/review.js";
import { initialState } from "./model/state/start.js";
import { reduce } from "./model/state/state.js";
import { gameText, summary } from "./model/ended/summary.js";
import {
  climber,
  digestShown,
  enginesOnly,
  findsTruth,
  freeSeat,
  hasProofs,
  hasRoots,
  isFresh,
  mayAskWhy,
  maySwap,
  myTurn,
} from "./model/select.js";
import {
  forgetGame,
  loadChoice,
  loadTokens,
  saveChoice,
  savedGames,
  saveSummary,
  withoutHidden,
} from "./net/storage.js";
import { EndedGame } from "./ended.js";
import { fileAddress } from "./files.js";
import { loadLadder } from "./net/ladder.js";
import { Questions } from "./net/questions.js";
import { openSocket } from "./net/socket.js";
import { Table } from "./net/table.js";
import { Buttons } from "./view/panel/buttons.js";
import { Board, makeRoom } from "./view/board/board.js";
import { Envelope } from "./view/board/envelope.js";
import { Rack } from "./view/board/rack.js";
import { Roots } from "./view/thinking/roots.js";
import { listenToShortcuts } from "./view/board/shortcuts.js";
import { Status } from "./view/panel/status.js";
import { actOncePerPress, afterFrame, byId, closeElsewhere, el, set, setVariable } from "./view/dom.js";
import { Seats } from "./view/panel/seats.js";
import { Thinking } from "./view/thinking/thinking.js";
import { isSite, t } from "./words.js";

/** The silence of the server after which the page offers to play on by itself. */
const AWAY_MS = 6000;
/** The thought in a first game after which the page helps. */
const LONG_THOUGHT_MS = 15_000;

actOncePerPress();
/** @type {Boot} */
const boot = JSON.parse(byId("boot").textContent ?? "");
boot.state = withoutHidden(boot.state);
/** Plays in place of a server, on a page that plays alone. */
const alone = boot.desk ? (await import("./desk/open.js")).openDesk(boot) : null;
const thought = /#t=.*$/.exec(location.hash)?.[0];
const sent = thought ? (await import("./model/thinking/thought.js")).decodeThought(thought, boot.state) : null;
let page = initialState(boot, loadTokens(boot.game_id), sent);
if ((loadChoice(thinkingKey()) ?? (page.game.analysis ? "on" : "off")) === "on")
  page = reduce(page, { type: "watch", on: true });
if (loadChoice("sound") === "on") page = reduce(page, { type: "sound", on: true });
page = reduce(page, { type: "ladder", ladder: loadLadder(page.info.name), climbed: false });
if (!new URLSearchParams(location.search).has("against")) page = proposeStop(page);
let drawn = page;
/** Whether this browser plays for the first time. */
const firstGame = "first" in document.documentElement.dataset;
let hesitation = 0;
let away = 0;
/** Whether the server answers again to a page that plays alone. */
let serverIsBack = false;
/** Whether the page has the sheet of a game that is over; the server gives it to every page but a fresh one. */
let endsHere = !isFresh(page) && !alone;
let renderDue = false;
/** @type {Invite | null} */
let invite = null;
/** Loaded with the first look at the menu. @type {Menu | null} */
let menu = null;
/** Sends what people ask each other; loaded with the first game. @type {People | null} */
let people = null;
/** Finds strangers, and lists tables; loaded with the first wish. @type {Strangers | null} */
let strangers = null;
/** @type {PeoplePanel | null} */
let peoplePanel = null;
/** Explains positions; loaded with the first question. @type {WhyAtTable | null} */
let why = null;
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
  const met = await meetPeople().catch(() => null); // the network is away again: the next join tries again
  await met?.afterJoin(id, answer, knownRematch);
};
/** Lists what the views may ask for. */
const actions = {
  aim: (/** @type {number | null} */ move) => {
    dispatch({ type: "aim", move });
    if (!why?.opened) people?.aim(move);
  },
  play: (/** @type {number} */ move) => {
    if (why?.tried) return why.play(move);
    if (page.review.retry) return void ended.tryMove(move);
    if (why?.opened) why.close(); // an explanation is read; the board is always played on
    void table.play(move);
  },
  undo: () => void table.step("undo"),
  redo: () => void table.step("redo"),
  hint: () => {
    const { hint, hintPending } = page.ui;
    if (why?.opened) return why.close();
    if (hintPending) return;
    if (!hint) return void questions.hint();
    if (hint.step > 1 && hasProofs(page)) void explain({ ply: page.game.ply, first: hint.move });
    dispatch({ type: "hint-more" });
  },
  why: () => {
    if (why?.opened) why.close();
    else if (mayAskWhy(page)) void explain({ ply: shownPly(page) });
  },
  explain: (/** @type {Question} */ question) => void explain(question),
  step: (/** @type {-1 | 1} */ by) =>
    why?.opened ? why.step(by) : dispatch({ type: "look", ply: shownPly(page) + by }),
  allGames: async () => (await import("./view/panel/all_games.js")).showAllGames(),
  help: async () => (await import("./view/panel/menu.js")).showHelp(),
  sound: () => {
    dispatch({ type: "sound", on: !page.ui.sound });
    saveChoice("sound", page.ui.sound ? "on" : null);
  },
  react: (/** @type {import("./model/meeting.js").Reaction} */ reaction) => void people?.react(reaction),
  offersSound: () => {
    const offers = loadChoice("sound") === null && loadChoice("sound.offered") === null;
    saveChoice("sound.offered", "yes");
    return offers;
  },
  games: async () => {
    const [{ showGames }, { loadResults }] = await Promise.all([
      import("./view/panel/games.js"),
      import("./net/results.js"),
    ]);
    showGames(savedGames(), page.game.game_id, forgetGame, { page, results: loadResults() });
  },
  copyLink: () => void copy(location.href, t("The link is copied.")),
  copyMoves: () => void copy(gameText(page), t("The moves are copied.")),
  resign: () => dispatch({ type: "resigning", on: true }),
  draw: async () => (await meetPeople()).ask("draw"),
  decide: async (/** @type {Decision} */ decision) =>
    decision === "alone" ? (await import("./desk/go_on.js")).goOn(page) : (await meetPeople()).decide(decision),
  invite: async (/** @type {0 | 1} */ friend = 1) => {
    const sheet = await sheets();
    const playing = page.game.ply > 0 && page.game.outcome === null;
    freeSeat(page) === null ? sheet.ask(friend, page.people.pieRule, playing) : sheet.wait(page);
  },
  findSomebody: async () => (await meetStrangers()).find(),
  enterCode: async () => (await meetStrangers()).find(true),
  watchTables: async () => (await meetStrangers()).watch(),
  showLink: async () => (await sheets()).wait(page),
  name: async () => {
    const { askName } = await import("./view/people/name.js");
    askName(loadChoice("name") ?? "", giveName);
  },
  handOver: async () => {
    const made = await (await meetPeople()).handOver();
    if (made) (await sheets()).move(made);
  },
  newGame: () => (page.game.analysis || serverIsBack ? location.assign(tableAddress(page.info)) : void table.newGame()),
  rematch: () => void table.rematch(),
  playAt: (/** @type {number} */ level) => void ended.playAt(level),
  picture: async () => {
    const [{ showPicture }, { challengeOf, sentOf, storyOf }] = await Promise.all([
      import("./view/panel/picture.js"),
      import("./model/ended/send.js"),
    ]);
    const { game_id: id, notation } = page.game;
    const challenge = challengeOf(page);
    const sent = { page, sentence: sentOf(page), story: storyOf(page, location.origin + challenge), challenge };
    showPicture(id && !page.game.analysis ? gameAddress(id) : positionAddress(page.game), notation, sent);
  },
  start: () => void table.start(),
  pace: (/** @type {{paused?: boolean, per_minute?: number, step?: boolean}} */ change) => void table.pace(change),
  setSeat: (/** @type {0 | 1} */ seat, /** @type {Seat} */ who) => void table.setSeat(seat, who),
  setLevel: (/** @type {0 | 1} */ seat, /** @type {number} */ level) => void table.setLevel(seat, level),
  preview: (/** @type {0 | 1} */ seat, /** @type {number | null} */ level) => questions.preview(seat, level),
  swapSeats: () => void table.swapSeats(),
  usePieRule: () => maySwap(page) && void table.usePieRule(),
  returnTo: (/** @type {number} */ branch) => void table.returnTo(branch),
  pie: (/** @type {boolean} */ on) => dispatch({ type: "pie-rule", on }),
  openReview: () => dispatch({ type: "turn-review" }),
  look: (/** @type {number | null} */ ply) => dispatch({ type: "look", ply }),
  retry: (/** @type {number} */ ply) => dispatch({ type: "retry", ply }),
  playFrom: (/** @type {number} */ ply, /** @type {number | undefined} */ move) => void table.branch(move, ply),
  watch: (/** @type {boolean} */ on) => {
    saveChoice(thinkingKey(), on ? "on" : "off");
    void table.watch(on);
  },
  truth: (/** @type {boolean} */ on) => void table.showTruth(on),
  hold: (/** @type {boolean} */ on) => dispatch({ type: "freeze", on }),
  shareThought: () => void shareThought(),
  showLine: (/** @type {boolean} */ on) => dispatch({ type: "show-line", on }),
  point: (/** @type {WhyNot | null} */ pointed) => dispatch({ type: "point", pointed }),
  beliefs: () => questions.beliefs(),
  whyNot: (/** @type {number[]} */ path, /** @type {0 | 1 | null} */ seat) => void questions.whyNot(path, seat),
};

const board = TextBoard ? new TextBoard(actions) : new Board(page.info, actions);
const thinking = new Thinking(page.info, actions, EarlyInsight);
const status = new Status();
const seats = new Seats(page.info, actions);
const buttons = new Buttons(actions);
/** The list of moves, loaded with the first game. @type {import("./view/panel/moves.js").Moves | null} */
let moves = null;
/** The loading of the list. @type {Promise<unknown> | null} */
let listing = null;
listenToShortcuts(actions, board instanceof Board ? board.grid : null);
const roots = new Roots(page.info);
if (board instanceof Board && page.info.gravity) {
  const envelope = new Envelope(board);
  board.signs.push(envelope, new Rack(board.element));
  board.hand.append(envelope.element);
}
thinking.roots = roots.element;
board.strip.append(roots.element, thinking.call, thinking.strip);
if (board instanceof Board) board.body.insertBefore(thinking.line, board.grid.element);
byId("fit").append(board.element);
const place = byId("table");
const soundSwitch = byId("sound");
makeRoom(page.info);
if (isBroad(page.info)) place.dataset.broad = "";
byId("panel").prepend(seats.element, seats.alone, buttons.element, buttons.transport, thinking.element);
const ended = new EndedGame({ state: () => page, dispatch, table, questions, actions, place: buttons.element });
if (EarlyReview) ended.placeReview(new EarlyReview(actions));

/** Draws every view from the state. */
function render() {
  renderDue = false;
  const shown = shownPage(page);
  board.render(why ? why.render(shown) : shown);
  roots.render(page);
  thinking.render(why ? why.claimed(shown) : shown);
  for (const view of [seats, peoplePanel, buttons, moves, menu, ended.after, invite]) view?.render(page);
  if (page.game.game_id !== null || page.game.seats.every(({ kind }) => kind === "human"))
    void meetPeople().catch(() => {}); // the network is away: the next change tries again
  set(soundSwitch, "aria-pressed", page.ui.sound ? "true" : "false");
  const fresh = isFresh(page);
  place.dataset.start = fresh ? "yes" : "no";
  if (!fresh) meet();
  if (page.game.game_id && !endsHere) loadEnd();
  if (page.game.game_id && !listing) listing = listMoves().catch(() => (listing = null)); // tried again with the next change
  place.dataset.thinking = page.engineView.visible ? "on" : "off";
  place.dataset.roots = hasRoots(page) ? "yes" : "no";
  const minds = enginesOnly(page) ? 2 : 1;
  setVariable(place, "--minds", minds);
  place.dataset.minds = String(minds);
  status.render(drawn, page, shown, why?.above);
  why?.label();
  if (page.ui.sound && drawn !== page) void hear(drawn, page);
  if (drawn.connection.status !== page.connection.status) offerToGoOn();
  if (firstGame && (drawn.game !== page.game || drawn.pending !== page.pending)) watchOver();
  if (drawn.game !== page.game || drawn.ui !== page.ui || drawn.engineView.truth !== page.engineView.truth)
    ended.followClimb();
  if (page.game.game_id && drawn.game !== page.game) setTimeout(saveSummary, 0, page.game.game_id, summary(page));
  drawn = page;
  void ended.render();
  void thinkHere(shown);
  if (page.game.analysis && page.game.game_id) showAddress(positionAddress(page.game));
}

/** Lets the engine of this page find the truth that is shown, where it can. @param {PageState} shown */
async function thinkHere(shown) {
  const wanted = shown.engineView.visible && findsTruth(shown) && !shown.game.outcome && !shown.pending;
  if (!wanted && !questions.loading) return;
  const own = await questions.own().catch(() => null);
  if (wanted) own?.follow(shown);
  else own?.leave();
}

/** Watches a first game: after a long thought, the columns that lose at once get a sign. */
function watchOver() {
  clearTimeout(hesitation);
  if (!(board instanceof Board)) return;
  board.warn([]);
  if (!firstGame || !myTurn(page) || climber(page) === null) return;
  hesitation = window.setTimeout(async () => {
    const { game } = page;
    const { dangers } = await import("./model/danger.js");
    const columns = dangers(page);
    if (page.game !== game || !columns.length || !(board instanceof Board)) return;
    board.warn(columns);
    dispatch({ type: "notice", text: t("A “!” marks what loses at once. Look again?") });
  }, LONG_THOUGHT_MS);
}

/** Offers to go on without the server, once it has been away for a while and this browser keeps the site. */
function offerToGoOn() {
  clearTimeout(away);
  if (page.connection.status !== "lost") return;
  away = window.setTimeout(async () => {
    const { mayGoOn } = await import("./desk/go_on.js");
    if (!(await mayGoOn(page))) return;
    await meetPeople(); // they ask the person
    dispatch({ type: "may-go-on" });
  }, AWAY_MS);
}

/** Tells the server of the games that were played without it, now or when it is there again. */
async function tellServer() {
  if (alone && isSite) return;
  if (!alone) return void (await import("./desk/tell.js")).tellServer(table.socket, null);
  (await import("./desk/back.js")).waitForServer(
    () => (page.game.outcome ? null : page.game.game_id),
    (told) => {
      serverIsBack = true;
      if (told) dispatch({ type: "notice", text: t("The server is there again. It has your games as analyses now.") });
    },
  );
}

/** Loads the sheet of the end, long before a game that has begun may be over. */
function loadEnd() {
  endsHere = true;
  document.head.append(el("link", { rel: "stylesheet", href: fileAddress("css/table/ended/ended.css") }));
}

/** Loads the list of moves, with the first game. */
async function listMoves() {
  const { Moves } = await import("./view/panel/moves.js");
  moves = new Moves(actions);
  byId("more").append(moves.element);
  moves.render(page);
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
 *
 * @param {PageState} before
 * @param {PageState} after
 */
async function hear(before, after) {
  const sounds = await import("./view/sound.js");
  sounds.hear(before, after);
}

/** Explains a position on the board. @param {Question} question */
async function explain(question) {
  const now = () => String([page.game.moves, page.game.seats.map(({ kind }) => kind)]);
  const asked = now();
  const { WhyAtTable } = await import("./why.js");
  if (now() !== asked) return; // the game went on meanwhile
  const done = () => dispatch({ type: "hint-done" });
  if (board instanceof Board) why ??= new WhyAtTable(() => page, table, board, { draw: render, done });
  await why?.ask(question);
}

/**
 * Copies a text; where the browser forbids copying, shows the text instead.
 *
 * @param {string} text
 * @param {string} done
 */
async function copy(text, done) {
  const copied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  dispatch({ type: "notice", text: copied ? done : text });
}

/** Loads the sheets with links with the first of the sheets. */
async function sheets() {
  const { Invite } = await import("./view/people/invite.js");
  invite ??= new Invite(
    page.info.players,
    {
      code: async () => (await meetPeople()).makeCode(),
      engines: async (on) => void (await meetPeople()).send("open_to_engines", { on }),
      make: async (...wishes) => void (await (await meetPeople()).invite(...wishes)),
      name: (name) => void giveName(name),
      leave: () => location.assign(tableAddress(page.info)),
    },
    loadChoice("name") ?? "",
    tableAddress(page.info),
  );
  return invite;
}

/** Loads what is between people, and shows who is there. */
async function meetPeople() {
  if (people) return people;
  const [{ People }, { PeoplePanel }] = await Promise.all([
    import("./net/people.js"),
    import("./view/people/people.js"),
  ]);
  if (people) return people;
  people = new People(table, code);
  peoplePanel = new PeoplePanel(
    [...seats.rows].map((row) => row.element),
    buttons.element,
    actions,
    () => /** @type {People} */ (people),
  );
  people.hear = (seat, reaction) => {
    peoplePanel?.hear(seat, reaction);
    ended.after?.hear(page, seat, reaction);
  };
  peoplePanel.render(page);
  return people;
}

/** Loads what brings strangers together. */
async function meetStrangers() {
  const [{ Strangers }, met] = await Promise.all([import("./strangers.js"), meetPeople()]);
  strangers ??= new Strangers(table, met, boot.games);
  return strangers;
}

/** Keeps the person's name in this browser, and tells the other person. @param {string} name */
async function giveName(name) {
  saveChoice("name", name);
  await (await meetPeople()).sayName(name);
}

/** Loads the menu. */
async function openMenu() {
  const { Menu } = await import("./view/panel/menu.js");
  menu ??= new Menu(actions);
  menu.render(page);
}

/** Takes the code of a handed-over seat out of the address. The part behind the # reaches no server. */
function codeOfLink() {
  const code = /^#([A-Za-z0-9_-]{43})$/.exec(location.hash)?.[1] ?? null;
  if (code && !boot.desk) history.replaceState(null, "", location.pathname);
  return code;
}

/** Copies a link to this position which opens with the engine's present opinion. */
async function shareThought() {
  const digest = digestShown(page);
  const { encodeThought } = await import("./model/thinking/thought.js");
  const link = location.origin + positionAddress(page.game) + (digest ? encodeThought(digest) : "");
  try {
    await navigator.clipboard.writeText(link);
    dispatch({ type: "notice", text: t("Link copied. It opens with these thoughts.") });
  } catch {
    dispatch({ type: "notice", text: t("The link could not be copied: {link}", { link }) });
  }
}

/** Puts an address into the browser's bar. @param {string} address */
function showAddress(address) {
  if (!location.href.endsWith(address)) history.replaceState(null, "", address);
}

/** Names the stored choice of the switch "Thinking": one for games, one for analysis. */
function thinkingKey() {
  return page.game.analysis ? "thinking.analysis" : "thinking";
}

// Both lists are loaded with the first sign of interest; a click that comes before it counts afterwards.
closeElsewhere(byId("menu"));
for (const place of [byId("menu"), byId("more")]) {
  for (const sign of ["pointerenter", "focusin", "toggle"])
    place.addEventListener(sign, () => void openMenu(), { once: true });
  place.addEventListener("click", (event) => {
    const entry = !menu && event.target instanceof Element ? event.target.closest("button, input") : null;
    if (!(entry instanceof HTMLElement)) return;
    event.preventDefault();
    void openMenu().then(() => entry.click());
  });
}
soundSwitch.addEventListener("click", actions.sound);
if (isFresh(page) && (loadChoice("coach") !== null || Object.keys(page.ladder).length)) {
  afterFrame(async () => {
    const [{ greet }, { loadProgress }, { loadResults }, { dayNumber }] = await Promise.all([
      import("./view/panel/greeting.js"),
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
};
const wish = wishes[location.hash];
if (wish) {
  history.replaceState(null, "", location.pathname);
  void wish();
}
byId("skip").addEventListener("click", () =>
  board instanceof Board ? board.focus() : board.moves.querySelector("button")?.focus(),
);
render();
if (alone?.words) dispatch({ type: "notice", text: t(alone.words) });
if (alone || loadChoice("desk") !== null) afterFrame(() => void tellServer().catch(() => {}));
window.addEventListener("popstate", () => location.reload());
