/**
 * Describes the people at a table: the opponent, the open questions, and the sentences for both. Pure.
 *
 * @typedef {"yes" | "no" | "back" | "wait" | "stand_in" | "claim" | "resign" | "stay" | "alone"} Decision
 * @typedef {object} Offer a question to the person
 * @property {string} key
 * @property {string} text
 * @property {{decision: Decision, label: string, ready: boolean}[]} choices the most wanted first
 * @property {Decision} [escape] what the key Escape decides; left out: the question stays
 */

/** @import { PageState, SeatNumber } from "./types.js" */

import { moveWords } from "./board.js";
import { freeSeat, isOwner, mySeat, nameOf, opponent } from "./select.js";
import { list, t, tn } from "../words.js";

/** Sets the seconds at which a clock begins to warn. */
export const LOW = 20;

/**
 * Returns the presence of a seat's person, for the word in the seat's row.
 * @param {PageState} page @param {SeatNumber} seat
 */
export function presenceOf(page, seat) {
  const { game_id: id, seats } = page.game;
  if (id === null || page.tokens.seats.every((token) => token !== null)) return null;
  if (seats[seat]?.open) return "open";
  return page.people.present?.seats[seat]?.presence ?? null;
}

/** Tells a person at a table: "You play Yellow. Red begins.", t("You are watching.") @param {PageState} page */
export function roleWords(page) {
  const {
    game,
    info: { players },
  } = page;
  const mine = mySeat(page);
  if (mine === null) return isOwner(page) || game.outcome ? "" : t("You are watching.");
  const begins =
    game.to_move === mine ? t("You begin.") : t("{side} begins.", { side: nameOf(page, game.to_move ?? 0) });
  const help = game.with_help && opponent(page) !== null ? t("Both may ask the engine.") : "";
  return [t("You play {side}.", { side: players[mine] }), game.moves.length ? "" : begins, help]
    .filter(Boolean)
    .join(" ");
}

/** Says whether two people may ask the engine. @param {PageState} page */
export function fairWords({ game }) {
  if (!game.help) return t("The engine is silent until the game ends.");
  return game.with_help && !game.outcome ? t("With help for both") : "";
}

/** Asks once before a game is given up. @type {Offer} */
const RESIGNING = {
  key: "resign",
  text: t("Do you want to resign?"),
  choices: [
    { decision: "stay", label: t("Play on"), ready: true },
    { decision: "resign", label: t("Resign"), ready: true },
  ],
  escape: "stay",
};

/** Offers to go on without the server. @type {Offer} */
const ALONE = {
  key: "alone",
  text: t("The server does not answer. This page can play on by its own engine, at the same level."),
  choices: [{ decision: "alone", label: t("Play on here"), ready: true }],
};

/**
 * Returns the question to the person: what others ask or do comes before the person's own wish.
 * @param {PageState} page @returns {Offer | null}
 */
export function offer(page) {
  if (page.connection.mayGoOn) return ALONE;
  if (!["online", "alone"].includes(page.connection.status) || page.game.analysis) return null;
  const open = questionOffer(page);
  const urgent = open?.choices[1] ? open : (standInOffer(page) ?? absenceOffer(page));
  return urgent ?? (page.ui.resigning && !page.game.outcome ? RESIGNING : open);
}

/** Returns the open question between the two people. @param {PageState} page @returns {Offer | null} */
function questionOffer(page) {
  const { asked } = page.game;
  const mine = mySeat(page);
  if (!asked || mine === null) return null;
  const other = nameOf(page, 1 - mine);
  const key = `${asked.what} ${asked.seat} ${page.game.version}`;
  if (asked.seat === mine) {
    const awaited = { other: page.game.seats[1 - mine]?.name ?? t("your opponent") };
    const text = {
      takeback: t("You asked to take back {moves}. Waiting for {other}.", { moves: takebackWords(page), ...awaited }),
      draw: t("You offered a draw. Waiting for {other}.", awaited),
      rematch: t("You asked to play again. Waiting for {other}.", awaited),
    }[asked.what];
    return { key, text, choices: [{ decision: "no", label: t("Withdraw"), ready: true }] };
  }
  const text = {
    takeback: t("{other} asks to take back {moves}.", { other, moves: takebackWords(page) }),
    draw: t("{other} offers a draw.", { other }),
    rematch: t("{other} would like to play again, sides swapped.", { other }),
  }[asked.what];
  const yes = { takeback: t("Allow"), draw: t("Agree"), rematch: t("Play again") }[asked.what];
  return {
    key,
    text,
    choices: [
      { decision: "yes", label: yes, ready: true },
      { decision: "no", label: t("No"), ready: true },
    ],
  };
}

/** Names the moves of a takeback: "column 4 and column 3". @param {PageState} page */
function takebackWords(page) {
  const asked = page.game.asked;
  if (!asked) return "";
  if (asked.moves.length === 0) return t("the swap of sides");
  return list(asked.moves.map((move) => moveWords(page, move)));
}

/** Offers a seat back from the stand-in engine. @param {PageState} page @returns {Offer | null} */
function standInOffer(page) {
  const { seats } = page.game;
  const [first, second] = page.tokens.seats;
  const seat = seats[0]?.lent && first !== null ? 0 : seats[1]?.lent && second !== null ? 1 : -1;
  if (seat < 0 || page.game.outcome) return null;
  return {
    key: `kept ${seat}`,
    text: t("The engine plays {side} for you.", { side: page.info.players[seat === 0 ? 0 : 1] }),
    choices: [{ decision: "back", label: t("Take my seat back"), ready: true }],
  };
}

/**
 * Offers to wait, to let the engine play or to claim the win while the other person is away. Only the time in which the
 * game waits for the other person counts towards a claim.
 *
 * @param {PageState} page @returns {Offer | null}
 */
function absenceOffer(page) {
  const other = opponent(page);
  const person = other === null ? null : page.people.present?.seats[other];
  if (other === null || !person?.offers.includes("stand_in") || page.game.outcome || page.people.waitChosen)
    return null;
  const claim = person.offers.includes("claim");
  const away = person.presence === "away";
  const side = { side: nameOf(page, other) };
  const how = away ? t("{side} is not looking at the game.", side) : t("{side} has lost the connection.", side);
  const lasts =
    page.game.to_move === other
      ? t("If this lasts, you can claim the game.")
      : t("Make your move; if no reply comes, you can claim the game.");
  return {
    key: `away ${other} ${claim}`,
    text: `${how} ${claim ? t("You can claim the game.") : lasts}`,
    choices: [
      { decision: "wait", label: t("Wait"), ready: true },
      { decision: "stand_in", label: t("Let the engine play on"), ready: true },
      { decision: "claim", label: t("Claim the win"), ready: claim },
    ],
    escape: "wait",
  };
}

/**
 * Tells the changes among the people, for a screen reader; "" for no change.
 * @param {PageState} before @param {PageState} after
 */
export function peopleNews(before, after) {
  if (before.game.game_id !== after.game.game_id) return "";
  const now = offer(after);
  if (now && now.key !== offer(before)?.key) {
    return [now.text, ...now.choices.filter((choice) => choice.ready).map((choice) => `${choice.label}?`)].join(" ");
  }
  const taken = freeSeat(before);
  if (taken !== null && freeSeat(after) === null) {
    return after.tokens.seats[taken] ? roleWords(after) : t("{side} is here.", { side: nameOf(after, taken) });
  }
  const closed = before.game.asked && !after.game.asked && mySeat(after) !== null; // who watches heard no question
  if (closed && after.game.moves.length === before.game.moves.length && !after.game.outcome)
    return t("The question is closed: the game goes on.");
  const other = opponent(after);
  const [old, person] = [before, after].map((page) => other !== null && page.people.present?.seats[other]?.presence);
  if (other === null || !old || !person || old === person) return "";
  const side = { side: nameOf(after, other) };
  return { here: t("{side} is back.", side), away: t("{side} is away.", side), offline: t("{side} is offline.", side) }[
    person
  ];
}

/** Names the person of a seat in its row; "" for nobody known. @param {PageState} page @param {SeatNumber} seat */
export function rowName(page, seat) {
  const { name, bot } = page.game.seats[seat] ?? {};
  if (bot) return t("{name}, an engine", { name: name ?? t("Guest") });
  return name ?? (opponent(page) === seat ? nameOf(page, seat) : "");
}

/** Writes a clock: "4:59", below ten seconds with tenths. @param {number} seconds */
export function clockWords(seconds) {
  if (seconds < 10) return `0:0${(Math.floor(seconds * 10) / 10).toFixed(1)}`;
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Writes the setting of a clock: "5 minutes, 3 seconds a move". @param {{seconds: number, increment: number}} clock */
export function settingWords({ seconds, increment }) {
  const minutes = seconds / 60;
  if (!increment) return tn(minutes, "{n} minute", "{n} minutes");
  return tn(minutes, "{n} minute, {increment} seconds a move", "{n} minutes, {increment} seconds a move", {
    increment,
  });
}

/**
 * Returns the remaining seconds of both sides.
 *
 * @param {PageState} page
 * @param {number} now milliseconds
 * @returns {[number, number] | null}
 */
export function timeLeft(page, now) {
  const { clock } = page.game;
  if (!clock) return null;
  const elapsed = Math.max(0, now - page.people.clockReadAt) / 1000;
  const left = clock.left.map((seconds, i) => Math.max(0, i === clock.running ? seconds - elapsed : seconds));
  return [left[0] ?? 0, left[1] ?? 0];
}
