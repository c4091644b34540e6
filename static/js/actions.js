/** Lists what the views may ask for: each wish of the person, and who answers it. */

/** @import { Reaction } from "./model/meeting.js" */
/** @import { Decision } from "./model/people.js" */
/** @import { Question } from "./model/proof/why.js" */
/** @import { Action } from "./model/state/state.js" */
/** @import { PageState, Seat, WhyNot } from "./model/types.js" */
/** @import { EndedGame } from "./ended.js" */
/** @import { Questions } from "./net/questions.js" */
/** @import { Table } from "./net/table.js" */
/** @import { OnDemand } from "./on_demand.js" */
/** @import { Silence } from "./silence.js" */

/**
 * @typedef {object} Parts who answers; the last three are made after the views
 * @property {() => PageState} state
 * @property {(action: Action) => void} dispatch
 * @property {Table} table
 * @property {Questions} questions
 * @property {OnDemand} demand
 * @property {EndedGame} ended
 * @property {Silence} silence
 *
 * @typedef {ReturnType<typeof actionsOf>} Actions
 */

import { gameAddress, positionAddress, tableAddress } from "./files.js";
import { gameText } from "./model/ended/summary.js";
import { shownPly } from "./model/history.js";
import { freeSeat, hasProofs, mayAskWhy, maySwap } from "./model/select.js";
import { forgetGame, loadChoice, saveChoice, savedGames } from "./net/storage.js";
import { t } from "./words.js";

/** Names the stored choice of the switch "Thinking": one for games, one for analysis. @param {PageState} page */
export const thinkingKey = (page) => (page.game.analysis ? "thinking.analysis" : "thinking");

/** Returns the wishes as functions. @param {Parts} parts */
export function actionsOf(parts) {
  const { state: page, dispatch, table, questions } = parts;
  return {
    aim: (/** @type {number | null} */ move) => {
      dispatch({ type: "aim", move });
      if (!parts.demand.why?.opened) parts.demand.people?.aim(move);
    },
    play: (/** @type {number} */ move) => {
      if (parts.demand.why?.tried) return parts.demand.why.play(move);
      if (page().review.retry) return void parts.ended.tryMove(move);
      if (parts.demand.why?.opened) parts.demand.why.close(); // an explanation is read; the board is always played on
      void table.play(move);
    },
    undo: () => void table.step("undo"),
    redo: () => void table.step("redo"),
    hint: () => {
      const { hint, hintPending } = page().ui;
      if (parts.demand.why?.opened) return parts.demand.why.close();
      if (hintPending) return;
      if (!hint) return void questions.hint();
      if (hint.step > 1 && hasProofs(page())) void parts.demand.explain({ ply: page().game.ply, first: hint.move });
      dispatch({ type: "hint-more" });
    },
    why: () => {
      if (parts.demand.why?.opened) parts.demand.why.close();
      else if (mayAskWhy(page())) void parts.demand.explain({ ply: shownPly(page()) });
    },
    explain: (/** @type {Question} */ question) => void parts.demand.explain(question),
    step: (/** @type {-1 | 1} */ by) =>
      parts.demand.why?.opened ? parts.demand.why.step(by) : dispatch({ type: "look", ply: shownPly(page()) + by }),
    allGames: async () => (await import("./view/sheet.js")).showAllGames(),
    help: async () => (await import("./view/panel/menu.js")).showHelp(),
    sound: () => {
      dispatch({ type: "sound", on: !page().ui.sound });
      saveChoice("sound", page().ui.sound ? "on" : null);
    },
    react: (/** @type {Reaction} */ reaction) => void parts.demand.people?.react(reaction),
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
      showGames(savedGames(), page().game.game_id, forgetGame, { page: page(), results: loadResults() });
    },
    copyLink: async () => (await import("./copying.js")).copy(dispatch, location.href, t("The link is copied.")),
    copyMoves: async () => (await import("./copying.js")).copy(dispatch, gameText(page()), t("The moves are copied.")),
    resign: () => dispatch({ type: "resigning", on: true }),
    draw: async () => (await parts.demand.meet()).ask("draw"),
    decide: async (/** @type {Decision} */ decision) =>
      decision === "alone"
        ? (await import("./desk/go_on.js")).goOn(page())
        : (await parts.demand.meet()).decide(decision),
    invite: async (/** @type {0 | 1} */ friend = 1) => {
      const sheet = await parts.demand.sheets();
      const playing = page().game.ply > 0 && page().game.outcome === null;
      freeSeat(page()) === null ? sheet.ask(friend, page().people.pieRule, playing) : sheet.wait(page());
    },
    findSomebody: async () => (await parts.demand.meetStrangers()).find(),
    enterCode: async () => (await parts.demand.meetStrangers()).find(true),
    watchTables: async () => (await parts.demand.meetStrangers()).watch(),
    showLink: async () => (await parts.demand.sheets()).wait(page()),
    name: async () => {
      const { askName } = await import("./view/sheet.js");
      askName(loadChoice("name") ?? "", (name) => parts.demand.giveName(name));
    },
    handOver: async () => {
      const made = await (await parts.demand.meet()).handOver();
      if (made) (await parts.demand.sheets()).move(made);
    },
    newGame: () =>
      page().game.analysis || parts.silence.over ? location.assign(tableAddress(page().info)) : void table.newGame(),
    rematch: () => void table.rematch(),
    playAt: (/** @type {number} */ level) => void parts.ended.playAt(level),
    picture: async () => {
      const [{ showPicture }, { challengeOf, sentOf, storyOf }] = await Promise.all([
        import("./view/panel/picture.js"),
        import("./model/ended/send.js"),
      ]);
      const { game_id: id, notation } = page().game;
      const sent = {
        page: page(),
        sentence: sentOf(page()),
        story: () => storyOf(page(), location.origin + challengeOf(page())),
        challenge: challengeOf(page()),
      };
      showPicture(id && !page().game.analysis ? gameAddress(id) : positionAddress(page().game), notation, sent);
    },
    start: () => void table.start(),
    pace: (/** @type {{paused?: boolean, per_minute?: number, step?: boolean}} */ change) => void table.pace(change),
    setSeat: (/** @type {0 | 1} */ seat, /** @type {Seat} */ who) => void table.setSeat(seat, who),
    setLevel: (/** @type {0 | 1} */ seat, /** @type {number} */ level) => void table.setLevel(seat, level),
    preview: (/** @type {0 | 1} */ seat, /** @type {number | null} */ level) => questions.preview(seat, level),
    swapSeats: () => void table.swapSeats(),
    placeDiscs: () => void table.placeDiscs(),
    usePieRule: () => maySwap(page()) && void table.usePieRule(),
    returnTo: (/** @type {number} */ branch) => void table.returnTo(branch),
    pie: (/** @type {boolean} */ on) => dispatch({ type: "pie-rule", on }),
    openReview: () => dispatch({ type: "turn-review", ply: parts.ended.start }),
    look: (/** @type {number | null} */ ply) => dispatch({ type: "look", ply }),
    retry: (/** @type {number} */ ply) => dispatch({ type: "retry", ply }),
    playFrom: (/** @type {number} */ ply, /** @type {number | undefined} */ move) => void table.branch(move, ply),
    watch: (/** @type {boolean} */ on) => {
      saveChoice(thinkingKey(page()), on ? "on" : "off");
      void table.watch(on);
    },
    truth: (/** @type {boolean} */ on) => void table.showTruth(on),
    hold: (/** @type {boolean} */ on) => dispatch({ type: "freeze", on }),
    shareThought: async () => (await import("./copying.js")).shareThought(dispatch, page()),
    showLine: (/** @type {boolean} */ on) => dispatch({ type: "show-line", on }),
    point: (/** @type {WhyNot | null} */ pointed) => dispatch({ type: "point", pointed }),
    beliefs: () => questions.beliefs(),
    whyNot: (/** @type {number[]} */ path, /** @type {0 | 1 | null} */ seat) => void questions.whyNot(path, seat),
  };
}
