/**
 * Draws the thinking as everybody sees it, without words: under each column hangs a root that grows with what the engine
 * searches. While it thinks all are alike, as true lengths would be a hint. A fast search is over in a blink, so they grow
 * slowly up to what it has told, and never beyond. With a move each takes its true length; the others snap, turn and
 * fall, and the one that stays spreads into the roots of the next position, as long as it was.
 */

/** @import { GameInfo, PageState } from "../../model/types.js" */

import { engineSeat, hasRoots } from "../../model/select.js";
import { el, isStill, set, setVariable, svg } from "../dom.js";
import { namesSquares } from "../../model/board.js";

/** The moment of a move, the part of it in which the true lengths stand, and the pause before a further root snaps. */
const [MOMENT_MS, TRUE_MS, STAGGER_MS] = [600, 150, 20];
/** When all that falls has gone, and the root that stays, alone for long enough to be seen, spreads. */
const SPREAD_MS = 420;
const FADE_MS = 240;
/** Two frames of a screen: the disc has the first to itself. */
const FRAMES_MS = 33;
/** Once in GROW_MS a root grows by this part of what it lacks, at least by so many doublings; once a second by a hair. */
const [GROW_MS, GROWTH, LEAST_GROWTH, HAIR_MS] = [200, 0.06, 0.1, 1000];
/** The length of a full root in units of the drawing, and the most hairs on it. */
const [FULL, MOST_HAIRS] = [120, 26];
/** Puts each hair far from the ones before: parts of the golden section. */
const GOLDEN = 0.618;
/** How pale what falls is: the eye keeps to what stays, and sees the rest go. */
const PALE = 0.7;
const GRAVITY = "cubic-bezier(0.45, 0.05, 0.9, 0.55)";
const SPREAD = "cubic-bezier(0.2, 0.9, 0.25, 1)";

/** Returns a number from 0 to 1 that is always the same for the same two. @param {number} a @param {number} b */
const chance = (a, b) => Math.abs(Math.sin(a * 12.9898 + b * 78.233) * 43758.5453) % 1;

/**
 * Draws a root: the outline of a stem that winds and gets thinner, and its hairs.
 *
 * @param {number} place
 * @param {number} length in units of the drawing
 * @param {number} hairs
 * @param {number} top how far above it begins
 * @returns {[string, string]}
 */
function drawRoot(place, length, hairs, top) {
  const [lean, bend, first] = [chance(place, 1) - 0.5, 2 + 4 * chance(place, 2), chance(place, 3)];
  const at = (/** @type {number} */ part) => [
    lean * 10 * part + bend * Math.sin(part * (4 + 2 * lean)) * part,
    length * part,
  ];
  const [left, right] = [/** @type {string[]} */ ([]), /** @type {string[]} */ ([])];
  for (let step = -1; step <= 12; step += 1) {
    const part = Math.max(0, step / 12);
    const [x = 0, y = 0] = step < 0 ? [0, -top] : at(part);
    const wide = 0.6 + 4.2 * (1 - part) ** 1.4 * Math.min(1, 0.4 + length / FULL);
    left.push(`${(x - wide).toFixed(1)} ${y.toFixed(1)}`);
    right.unshift(`${(x + wide).toFixed(1)} ${y.toFixed(1)}`);
  }
  const fine = Array.from({ length: hairs + 3 }, (_, i) => {
    const part = 0.08 + 0.86 * ((first + i * GOLDEN) % 1);
    const [x = 0, y = 0] = at(part);
    const side = i % 2 ? 1 : -1;
    const reach = side * (5 + 9 * chance(place, i + 5)) * Math.min(1, 0.35 + length / 70) * (1.15 - 0.5 * part);
    const drop = 3 + Math.abs(reach) * (0.5 + chance(i, place));
    return `M${x.toFixed(1)} ${y.toFixed(1)}q${(reach * 0.7).toFixed(1)} ${(drop * 0.2).toFixed(1)} ${reach.toFixed(1)} ${drop.toFixed(1)}`;
  });
  return [`M${[...left, ...right].join("L")}Z`, fine.join("")];
}

const newLayer = () => el("div", { class: "roots__layer", "aria-hidden": "true" });

/** Shows the roots. */
export class Roots {
  /** @param {GameInfo} info */
  constructor(info) {
    this.info = info;
    this.layer = newLayer();
    this.element = el("div", { class: "roots" }, this.layer);
    /** How far above the drawing the board ends: the numbers of columns lie between. */
    this.top = info.gravity ? 22 : 0;
    setVariable(this.element, "--top", `${-this.top}px`);
    /** What was shown last. @type {Searched | null} */
    this.known = null;
    /** The moves that were legal there. @type {number[]} */
    this.legal = [];
    /** The positions that the engine has told, and those for which the roots stand now. */
    this.positions = this.grown = 0;
    /** The timer of the growth. */
    this.growing = 0;
    this.hairs = 0;
    this.hairAt = 0;
    this.drawn = "";
    this.places = 0;
    /** The places under which a move can be made. @type {Set<number>} */
    this.open = new Set();
    /** What is to come of the moments of moves. @type {Set<() => void>} */
    this.parts = new Set();
    /** When the moment of the person's move is over. */
    this.until = 0;
  }

  /** Draws the changes. @param {PageState} page */
  render(page) {
    const shown = hasRoots(page);
    set(this.element, "hidden", !shown);
    if (!shown) return;
    const before = this.known;
    const now = searched(page);
    const thinks = page.game.game_id !== null; // before the first move nobody does: the place is free, and all is ready
    set(this.element, "data-alive", now !== null && thinks);
    set(this.element, "data-seat", engineSeat(page)); // they have something of the colour of who thinks
    if (!now) return;
    this.known = thinks ? now : null;
    if (before && String(before.line) !== String(now.line)) this.follow(page, before, now);
    // What was kept of a root is known before the engine tells of it; on the way down there is less only after a takeback.
    if (now.all)
      this.positions = Math.max(now.all, before && String(before.line) === String(now.line) ? this.positions : 0);
    this.legal = page.pending ? this.legal : page.game.legal;
    [this.places, this.open] = [now.places, now.open];
    this.grow();
  }

  /** Draws the roots, and lets them grow until they stand for all that was told. */
  grow() {
    if (this.parts.size) return; // they grow after the moment of the move
    if (this.positions && (isStill() || this.grown > this.positions)) this.grown = this.positions;
    this.draw(this.places, this.grown, this.hairs);
    if (this.growing || this.grown >= this.positions) return;
    this.growing = setTimeout(() => {
      this.growing = 0;
      if (this.parts.size || this.grown >= this.positions) return; // a move has come in between
      const grown = Math.max(this.grown, 2 ** LEAST);
      const more = Math.max(LEAST_GROWTH, GROWTH * Math.log2(this.positions / grown));
      this.grown = Math.min(this.positions, Math.ceil(grown * 2 ** more));
      const time = performance.now();
      if (time - this.hairAt >= HAIR_MS) [this.hairs, this.hairAt] = [Math.min(MOST_HAIRS, this.hairs + 1), time];
      this.grow();
    }, GROW_MS);
  }

  /** Goes on to another position. @param {PageState} page @param {Searched} before @param {Searched} now */
  follow(page, before, now) {
    const move = now.line.at(-1);
    const next = now.line.length === before.line.length + 1 && String(now.line.slice(0, -1)) === String(before.line);
    if (!next || page.pending) for (const part of this.parts) part(); // interrupted, a moment comes to its end
    if (!next || move === undefined) {
      this.positions = this.grown = this.hairs = 0; // a takeback, a jump, a new game
      return;
    }
    const chosen = rootPlace(this.info, this.legal, move);
    const kept = before.shares.get(chosen) ?? 0;
    const known = page.pending !== null && before.guess === move;
    const height = this.height(this.grown);
    // All in one frame would be late on a slow phone. An answer at once waits until the moment of the person's move is
    // over: one moment over another would be seen as neither.
    const late = Math.max(FRAMES_MS, page.pending ? 0 : this.until - performance.now());
    this.until = page.pending ? performance.now() + MOMENT_MS : 0;
    this.positions = kept;
    this.hairs = Math.round(this.hairs * (kept / Math.max(1, before.all)) ** 0.3);
    const { hairs } = this;
    this.later(late, () => this.cut(before, chosen, known, height));
    // Of an answer at once the engine has told nothing before: then the root that stays is as long as it stood.
    const grown = kept || this.grown;
    this.grown = grown;
    this.later(late + TRUE_MS, () => this.spread(chosen, grown, hairs));
    this.later(late + MOMENT_MS, () => this.grow());
  }

  /** Does a part of a moment after some time, or before, where a person interrupts. @param {number} ms @param {() => unknown} act */
  later(ms, act) {
    const part = () => void (this.parts.delete(part) && act());
    this.parts.add(part);
    setTimeout(part, ms);
  }

  /** Returns how high a root is from the board on. @param {number} positions */
  height(positions) {
    return this.top + FULL * rootLength(positions);
  }

  /** Draws roots, all alike: none where no move can be made. @param {number} places @param {number} positions @param {number} hairs */
  draw(places, positions, hairs) {
    const looks = [places, positions, hairs, ...this.open].join();
    if (looks === this.drawn) return;
    this.drawn = looks;
    const length = rootLength(positions);
    setVariable(this.element, "--places", places);
    while (this.layer.childElementCount > places) this.layer.lastElementChild?.remove();
    while (this.layer.childElementCount < places) {
      const root = svg(
        "svg",
        { class: "root", viewBox: `-30 ${-this.top} 60 ${132 + this.top}`, focusable: "false" },
        svg("path", { class: "root__stem" }),
        svg("path", { class: "root__hairs" }),
      );
      setVariable(root, "--place-of", this.layer.childElementCount);
      this.layer.append(root);
    }
    for (const [place, root] of [...this.layer.children].entries()) {
      set(root, "hidden", !this.open.has(place));
      set(root, "data-positions", positions);
      set(root, "data-length", length.toFixed(3));
      const [stem, fine] = drawRoot(place, length * FULL, hairs, this.top);
      set(/** @type {Element} */ (root.firstElementChild), "d", stem);
      set(/** @type {Element} */ (root.lastElementChild), "d", fine);
    }
  }

  /**
   * Cuts all roots but one, and moves only what the screen can move by itself.
   *
   * @param {Searched} before
   * @param {number} chosen the place of the root that stays
   * @param {boolean} known whether the engine expected the move: then it glows
   * @param {number} height of the roots as they stood
   */
  cut(before, chosen, known, height) {
    const leaving = this.layer;
    set(leaving, "data-falls", true);
    set(leaving, "data-known", known);
    const still = isStill();
    /** @type {Animation[]} */
    const moves = [];
    const farthest = Math.max(1, chosen, before.places - 1 - chosen);
    const pause = Math.min(STAGGER_MS, 150 / farthest);
    for (const [place, root] of [...leaving.children].entries()) {
      const share = before.shares.get(place) ?? 0;
      const part = before.all ? this.height(share) / height : 1;
      set(root, "data-positions", share);
      set(root, "data-length", rootLength(share).toFixed(3));
      set(root, "data-chosen", place === chosen);
      const stretched = `scaleY(${part.toFixed(3)})`;
      if (still) {
        moves.push(root.animate([{ transform: stretched }, { transform: stretched, opacity: 0 }], FADE_MS));
        continue;
      }
      const loose = (TRUE_MS + pause * Math.abs(place - chosen)) / MOMENT_MS;
      const turn = (place < chosen ? -1 : 1) * (14 + 20 * chance(place, 9));
      const fallen = `rotate(${turn}deg) translateY(calc(var(--place) + 80px)) ${stretched}`;
      const end =
        place === chosen
          ? [
              { transform: `translateY(-20px) ${stretched}`, opacity: 1, offset: (SPREAD_MS + 40) / MOMENT_MS },
              { transform: `translateY(-20px) ${stretched}`, opacity: 0, offset: (SPREAD_MS + 120) / MOMENT_MS },
              { transform: `translateY(-20px) ${stretched}`, opacity: 0 },
            ]
          : [
              {
                transform: `rotate(${turn / 5}deg) translateY(3px) ${stretched}`,
                offset: loose + 0.05,
                easing: GRAVITY,
              },
              { opacity: PALE, offset: 0.65 }, // seen all the way down
              { transform: fallen, opacity: 0, offset: SPREAD_MS / MOMENT_MS },
              { transform: fallen, opacity: 0 },
            ];
      moves.push(
        root.animate(
          [
            { transform: "none", easing: "ease-out" },
            { transform: stretched, offset: 0.1 },
            { transform: stretched, opacity: place === chosen ? 1 : PALE, offset: loose },
            ...end,
          ],
          { duration: MOMENT_MS, fill: "forwards" },
        ),
      );
    }
    void Promise.allSettled(moves.map(({ finished }) => finished)).then(() => leaving.remove());
  }

  /** Lets the next roots come out of the one that stays. @param {number} chosen @param {number} positions @param {number} hairs */
  spread(chosen, positions, hairs) {
    const { length } = this.layer.children;
    const coming = newLayer();
    this.element.prepend(coming); // on a slow machine what fell may be gone
    this.layer = coming;
    this.drawn = "";
    this.draw(this.places, positions, hairs);
    if (isStill() || length < 2) return;
    coming.style.transformOrigin = `${(100 * chosen) / (length - 1)}% 0`;
    coming.animate(
      [
        { transform: `translateY(-20px) scaleX(${1 / length})`, opacity: 0 },
        { opacity: 1, offset: 0.2 }, // seen while they still hang together: they come out of the root that stays
        { transform: "none", opacity: 1 },
      ],
      { duration: MOMENT_MS - SPREAD_MS, delay: SPREAD_MS - TRUE_MS, easing: SPREAD, fill: "backwards" },
    );
  }
}

/**
 * How much the engine has searched of the position, and of each move. One scale, the logarithm, holds for all of them, so
 * a root that stays keeps its length.
 *
 * @typedef {object} Searched
 * @property {number[]} line the moves of the position
 * @property {number} places the number of roots: columns, squares or moves; on a board with many squares its columns
 * @property {Set<number>} open the places of the moves that can be made
 * @property {number} all the positions searched below the position; 0 where nothing is known
 * @property {Map<number, number>} shares the positions searched below the moves of a place, by the place from 0
 * @property {number | null} guess the move that the engine expects
 */

/** The powers of two at which a root has its least and its full length: 8 and 16 million positions. */
const [LEAST, MOST] = [3, 24];
/** The length of a root of nothing, as a part of the full length. */
const SPROUT = 0.07;

/** Returns the length of a root, 0 to 1, that stands for so many positions. @param {number} positions */
function rootLength(positions) {
  const grown = (Math.log2(Math.max(1, positions)) - LEAST) / (MOST - LEAST);
  return SPROUT + (1 - SPROUT) * Math.min(1, Math.max(0, grown));
}

/** Returns the place of a move among the roots, from 0. @param {GameInfo} info @param {number[]} legal @param {number} move */
function rootPlace(info, legal, move) {
  if (!info.board) return legal.indexOf(move);
  return namesSquares(info) ? (move - 1) % info.board[0] : move - 1;
}

/**
 * Returns what the engine has searched of the position on the board; null where it thinks no more. Of two engines the
 * one to move counts.
 *
 * @param {PageState} page
 * @returns {Searched | null}
 */
function searched(page) {
  const { game, info, pending, review, connection, engineView } = page;
  if (game.outcome || review.opened || connection.status === "lost") return null;
  const line = pending ? [...game.moves, pending.move] : game.moves;
  const own = engineView.digests.filter(({ seat, ply }) => seat !== null && ply === line.length);
  const digest = own.find(({ seat }) => seat === game.to_move) ?? own[0];
  /** @type {Map<number, number>} */
  const shares = new Map();
  for (const { move, visits } of digest?.moves ?? []) {
    const place = rootPlace(info, game.legal, move);
    shares.set(place, (shares.get(place) ?? 0) + visits);
  }
  const [columns, rows] = info.board ?? [Math.max(1, game.legal.length), 1];
  const places = info.gravity || namesSquares(info) ? columns : columns * rows;
  const open = new Set(game.legal.map((move) => rootPlace(info, game.legal, move)));
  if (pending && places === columns * rows && rows > 1) open.delete(pending.move - 1); // the square is taken
  const all = [...shares.values()].reduce((sum, share) => sum + share, 0);
  return { line, places, open, all, shares, guess: digest?.expected ?? null };
}
