/**
 * Shows the picture of the board in a sheet: to share, to copy, to save. The server paints the still one, the page the
 * looping one of the last moves.
 */

/** @import { PageState } from "../../model/types.js" */

import { nameOf } from "../../model/select.js";
import { headline } from "../../model/page_words.js";
import "../../more_words.js";
import { t } from "../../words.js";
import { button, el, set, setText } from "../dom.js";
import { openSheet } from "../sheet.js";

/**
 * Opens the sheet.
 *
 * @param {string} address the address of the game or of the position
 * @param {string} name for the file
 * @param {{page: PageState, sentence: string, story: () => string, challenge: string}} sent sentence: what goes along
 *   with the looping picture; story: tells the game in lines of text, by what is known of it then; challenge: the
 *   address of the position that the other person may play better
 */
export function showPicture(address, name, { page, sentence, story, challenge }) {
  const source = `${address}/picture.png`;
  const file = `fourthought-${name.replace(/[^\d]+/g, "-").slice(0, 42)}.png`;
  const title = t("Picture of the board");
  const picture = el("img", { class: "picture", src: source, width: 1200, height: 630, alt: title });
  let looping = false;
  const worded = captioned(source, {
    head: sentence || headline(page),
    sub: [0, 1].map((seat) => playerName(page, seat)).join(" – "),
    foot: `Fourthought · ${location.host}${address}`,
  });
  void worded.then(addressOf).then(
    (url) => {
      if (!looping) set(picture, "src", url);
      set(save, "href", url);
    },
    () => {}, // the network is away: the sheet shows no picture either
  );
  const said = el("p", { class: "quiet picture__said", role: "status" });
  const save = el("a", { class: "button", href: source, download: file }, t("Save"));
  const copy = button(t("Copy"), async () => {
    const done = await navigator.clipboard.write([new ClipboardItem({ "image/png": worded })]).then(
      () => true,
      () => false,
    );
    setText(said, done ? t("The picture is copied.") : t("Your browser does not copy pictures. Save it."));
  });
  const share = button(t("Share"), async () => {
    const files = [new File([await worded], file, { type: "image/png" })];
    // the person may change their mind
    await navigator.share({ files, text: page.game.outcome ? story() : location.origin + address }).catch(() => {});
  });
  const moving = button(t("Send the last moves"), async () => {
    const { loopOf } = await import("./loop.js");
    const loop = loopOf(page);
    if (!loop) return;
    const words = `${sentence} ${t("Your turn: can you do better?")} ${location.origin}${challenge}`.trim();
    const files = [new File([loop], file.replace(/png$/, "gif"), { type: "image/gif" })];
    if (navigator.canShare?.({ files })) return void (await navigator.share({ files, text: words }).catch(() => {}));
    const url = await addressOf(loop);
    looping = true;
    set(picture, "src", url);
    set(picture, "height", null);
    setText(said, words);
    el("a", { href: url, download: file.replace(/png$/, "gif") }).click();
  });
  const lines = button(t("Copy the result"), async () => {
    setText(said, story());
    await navigator.clipboard?.writeText(said.textContent).catch(() => {}); // the text stands there, to be copied by hand
  });
  set(lines, "hidden", page.game.outcome === null);
  set(moving, "hidden", !page.info.gravity || page.game.ply < 2);
  set(copy, "hidden", !("ClipboardItem" in window));
  set(share, "hidden", !navigator.canShare?.({ files: [new File([], file, { type: "image/png" })] }));
  openSheet("picture", title, picture, el("div", { class: "link__row" }, lines, moving, share, copy, save), said);
}

/**
 * Returns a file as an address of its own, which the page's policy allows.
 * @param {Blob} file @returns {Promise<string>}
 */
const addressOf = (file) =>
  new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.readAsDataURL(file);
  });

/** Names a player: a level, a person's own name, else the side. @param {PageState} page @param {number} number */
function playerName(page, number) {
  const seat = page.game.seats[number];
  const level = seat?.kind === "engine" && page.levels.find((one) => one.number === seat.level);
  return level ? level.name : nameOf(page, number);
}

const EDGE = 36;
const WIDTH = 270;
const [LARGE, SMALL] = [44, 24];

/**
 * Returns the picture with its words.
 *
 * @param {string} source the address of the picture
 * @param {{head: string, sub: string, foot: string}} words the result, the players, the address of the game
 * @returns {Promise<Blob>}
 */
async function captioned(source, { head, sub, foot }) {
  const painted = await createImageBitmap(await (await fetch(source)).blob());
  const { width, height } = painted;
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("the browser draws nothing");
  pen.drawImage(painted, 0, 0);
  const family = getComputedStyle(document.body).fontFamily;
  pen.fillStyle = "#eef1f7"; // the ink at night, as the picture is
  pen.font = `700 ${LARGE}px ${family}`;
  const below = write(pen, head, EDGE + LARGE, LARGE * 1.15);
  pen.font = `500 ${SMALL}px ${family}`;
  write(pen, sub, below + SMALL / 2, SMALL * 1.3);
  pen.textAlign = "right";
  pen.fillText(foot, width - EDGE, height - EDGE, WIDTH);
  return new Promise((done, fail) =>
    canvas.toBlob((made) => (made ? done(made) : fail(new Error("the browser packs no picture"))), "image/png"),
  );
}

/**
 * Writes words in lines, and returns the place of the next line.
 * @param {CanvasRenderingContext2D} pen @param {string} words @param {number} top @param {number} leading
 */
function write(pen, words, top, leading) {
  let [line, y] = ["", top];
  for (const word of words.split(" ")) {
    const longer = `${line} ${word}`.trim();
    if (line && pen.measureText(longer).width > WIDTH) {
      pen.fillText(line, EDGE, y, WIDTH);
      [line, y] = [word, y + leading];
    } else line = longer;
  }
  pen.fillText(line, EDGE, y, WIDTH);
  return y + leading;
}
