/** Writes words beside the board of the server's picture, which has none: the result, the players, the address. */

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
export async function captioned(source, { head, sub, foot }) {
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
 *
 * @param {CanvasRenderingContext2D} pen
 * @param {string} words
 * @param {number} top
 * @param {number} leading
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
