/**
 * Lists, for each board, three discs after which the game is as even as the engine can see
 * (engine/workshop/openings/even.py): games with the swap rule may begin there. A digit is a column, 0 is column 10.
 */

/** @type {{[game: string]: string}} */
export const EVEN = {
  connect4: "353 112 211 344 213 312 273 372",
  "connect4-8x7": "255 488 263 362 166 123 172 271",
  "connect4-7x7": "111 116 236 256 112 125 367 176",
  "connect4-8x8": "188 187 218 233 112 122 135 468",
  "connect4-8x9": "112 135 468 233 236 246 276 327",
  "connect4-9x9": "246 468 192 291 344 111 228 135",
  "connect4-10x10": "129 246 290 579 283 357 382 468",
  "connect4-9x7": "199 113 122 193 211 246 299 391",
  "connect4-7x9": "125 367 111 135 357 112 122 166",
  "connect4-10x7": "129 290 103 301 122 100 211 229",
};
