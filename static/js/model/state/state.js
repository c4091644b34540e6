/**
 * Holds the page's one state and the one function that changes it. Pure: the same state and action give the same
 * result.
 *
 * @typedef {{type: "server", state: GameState, event?: GameEvent, rewound?: boolean, tokens?: Tokens, at?: number}
 *   | {type: "pending", move: number}
 *   | {type: "refused", text: string, move?: number, unsent?: boolean}
 *   | {type: "premove", move: number | null}
 *   | {type: "notice", text: string}
 *   | {type: "tokens", tokens: Tokens}
 *   | {type: "seats", seats: Seat[]}
 *   | {type: "connection", status: PageState["connection"]["status"], reason?: string} | {type: "may-go-on"}
 *   | {type: "readiness", readiness: Readiness}
 *   | {type: "aim", move: number | null}
 *   | {type: "hint", hint: Omit<Hint, "step">}
 *   | {type: "hint-asked"} | {type: "hint-more"} | {type: "hint-done"} | {type: "wait"} | {type: "turn-review", ply: number | null}
 *   | {type: "sound", on: boolean}
 *   | {type: "watch", on: boolean}
 *   | {type: "truth", on: boolean}
 *   | {type: "review", review: Review}
 *   | {type: "mistakes", gameId: string, count: number}
 *   | {type: "look", ply: number | null}
 *   | {type: "freeze", on: boolean}
 *   | {type: "preview", preview: Preview | null}
 *   | {type: "answers", answers: EngineAnswer[]}
 *   | {type: "show-line", on: boolean}
 *   | {type: "why-not", whyNot: WhyNot}
 *   | {type: "point", pointed: WhyNot | null}
 *   | {type: "people", people: People}
 *   | {type: "their-aim", aim: TheirAim}
 *   | {type: "resigning", on: boolean}
 *   | {type: "pie-rule", on: boolean}
 *   | {type: "ladder", ladder: Ladder, climbed: boolean, helped?: PageState["helped"]}
 *   | {type: "retry", ply: number}
 *   | {type: "tried", move: number, right: boolean | "open" | null, said: string | Told}
 *   | {type: "thinking", digest: Digest}
 *   | {type: "own-lost", text: string}} Action
 */

/** @import { Claim, Told } from "../claim.js" */
/** @import { Digest, EngineAnswer, GameEvent, GameState, Ladder, PageState, People } from "../types.js" */
/** @import { Hint, Preview, Readiness, Review, Seat, SeatNumber, TheirAim, Tokens, WhyNot } from "../types.js" */

import { t } from "../../words.js";
import { landing } from "../board.js";
import { wouldClimb } from "../select.js";
import { patch, receiveDigest, receiveState, showThinking } from "./receive.js";

/** Returns the state after an action. @param {PageState} page @param {Action} action @returns {PageState} */
export function reduce(page, action) {
  switch (action.type) {
    case "server": {
      const owned = action.tokens ? { ...page, tokens: action.tokens } : page;
      const after = showThinking(receiveState(owned, action.state, action.event, action.rewound));
      return after === page ? page : patch(after, "people", { clockReadAt: action.at ?? page.people.clockReadAt });
    }
    case "pending":
      return showPending(page, action.move);
    case "refused": {
      const notice = { text: action.text, tone: /** @type {const} */ ("refusal") };
      const refusals = page.ui.refusals + 1;
      const after = patch(page, "ui", { hintPending: false, notice, refusals, refusedMove: action.move ?? null });
      // The refusal of a move that was sent takes its disc away; a disc on its way lies through all other refusals.
      return action.move === undefined || action.unsent ? after : { ...after, pending: null };
    }
    case "premove":
      return patch(page, "ui", { premove: action.move, notice: null });
    case "notice":
      return patch(page, "ui", { notice: { text: action.text, tone: "info" } });
    case "tokens":
      return { ...page, tokens: action.tokens };
    case "seats":
      return { ...patch(page, "ui", { notice: null }), game: { ...page.game, seats: action.seats } };
    case "connection": {
      const back = page.connection.status === "lost" && action.status === "online";
      const mayGoOn = action.status === "lost" && page.connection.mayGoOn;
      const after = patch(page, "connection", { status: action.status, reason: action.reason ?? "", mayGoOn });
      return back ? patch(after, "ui", { notice: null }) : after;
    }
    case "may-go-on":
      return page.connection.status === "lost" ? patch(page, "connection", { mayGoOn: true }) : page;
    case "readiness":
      return patch(page, "engineView", { readiness: action.readiness });
    case "aim": {
      if (page.ui.aim === action.move) return page;
      const after = patch(page, "ui", { aim: action.move });
      return action.move === null || !page.engineView.preview ? after : patch(after, "engineView", { preview: null });
    }
    case "hint-asked":
      return patch(patch(page, "ui", { hintPending: true, hint: null, notice: null }), "engineView", { whyNot: null });
    case "hint":
      return patch(page, "ui", {
        hintPending: false,
        hint: { ...action.hint, step: 1 },
      });
    case "hint-done":
      return patch(page, "ui", { hint: null });
    case "hint-more": {
      const { hint } = page.ui;
      return hint ? patch(page, "ui", { notice: null, hint: { ...hint, step: hint.step === 1 ? 2 : 3 } }) : page;
    }
    case "sound":
      return patch(page, "ui", { sound: action.on });
    case "watch":
      return warn(showThinking(patch(page, "engineView", { wanted: action.on })));
    case "truth":
      return warn(
        patch(patch(page, "engineView", { truth: action.on, whyNot: null, pointed: null }), "ui", { notice: null }),
      );
    case "review":
      return action.review.game_id === page.game.game_id ? patch(page, "review", { result: action.review }) : page;
    case "mistakes":
      return action.gameId === page.game.game_id ? patch(page, "review", { mistakes: action.count }) : page;
    case "turn-review": {
      const opened = !page.review.opened;
      return showThinking(
        patch(page, "review", { opened, waits: opened && action.ply === null, ply: action.ply, retry: null }),
      );
    }
    case "retry":
      return patch(lookAt(page, action.ply), "review", {
        retry: { ply: action.ply, move: null, right: null, said: "" },
      });
    case "tried": {
      const { retry } = page.review;
      const { move, right, said } = action;
      return retry ? patch(page, "review", { retry: { ...retry, move, right, said } }) : page;
    }
    case "look":
      return lookAt(page, action.ply);
    case "preview":
      return patch(page, "engineView", { preview: action.preview });
    case "answers":
      return patch(page, "engineView", { answers: action.answers });
    case "freeze":
      return patch(page, "engineView", { frozen: action.on });
    case "show-line":
      return patch(page, "engineView", { lineShown: action.on, whyNot: null });
    case "why-not":
      return patch(patch(page, "engineView", { whyNot: action.whyNot, pointed: null }), "ui", {
        notice: null,
        hint: null,
      });
    case "point":
      return patch(page, "engineView", { pointed: action.pointed });
    case "people": {
      if (JSON.stringify(page.people.present) === JSON.stringify(action.people)) return page;
      const [before, absent] = [page.people.present, action.people].map(
        (people) => people?.seats.some((person) => person?.offers.length) ?? false,
      );
      const next = patch(page, "people", { present: action.people, waitChosen: page.people.waitChosen && absent });
      // Who can claim a game need not resign it: the newer question takes the older one's place.
      return absent && !before ? patch(next, "ui", { resigning: false }) : next;
    }
    case "their-aim":
      return patch(page, "people", { aim: action.aim });
    case "wait":
      return patch(page, "people", { waitChosen: true });
    case "resigning":
      return patch(page, "ui", { resigning: action.on });
    case "pie-rule":
      return patch(page, "people", { pieRule: action.on });
    case "ladder": {
      const level = page.game.seats.find(({ kind }) => kind === "engine")?.level ?? null;
      return { ...page, ladder: action.ladder, climbed: action.climbed ? level : null, helped: action.helped ?? "" };
    }
    case "own-lost":
      return patch(patch(page, "engineView", { ownLost: true }), "ui", { notice: { text: action.text, tone: "info" } });
    case "thinking":
      return receiveDigest(page, action.digest);
  }
}

/** Says that a look at the truth is help. @param {PageState} page @returns {PageState} */
function warn(page) {
  const { truth, visible } = page.engineView;
  if (!truth || !visible || !wouldClimb(page)) return page;
  const text = t("Looking at the truth: this game does not count for the ladder.");
  return patch(page, "ui", { notice: { text, tone: "info" } });
}

/**
 * Puts a move on the board before the server has confirmed the move.
 * @param {PageState} page @param {number} move @returns {PageState}
 */
function showPending(page, move) {
  const { game, info } = page;
  const cell = info.chance ? null : landing(info, game.discs, move);
  /** @type {[number, number, SeatNumber] | null} */
  const disc = cell && game.to_move !== null ? [cell[0], cell[1], game.to_move] : null;
  const after = patch(patch(page, "ui", { notice: null, hint: null, slip: null }), "engineView", {
    whyNot: null,
    pointed: null,
  });
  return { ...after, pending: { move, ply: game.ply, disc } };
}

/**
 * Shows an earlier move; the last move or null shows the game as it stands.
 * @param {PageState} page @param {number | null} ply @returns {PageState}
 */
function lookAt(page, ply) {
  const shown = ply === null || ply >= page.game.ply ? null : Math.max(0, ply);
  if (page.review.ply === shown && !page.review.waits) return page;
  const opened = page.review.opened || (shown !== null && page.game.outcome !== null);
  const next = patch(page, "review", { ply: shown, opened, waits: false, retry: null });
  return showThinking(patch(next, "ui", { aim: null, notice: null }));
}
