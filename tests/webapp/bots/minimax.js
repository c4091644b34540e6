const WAYS = [[1, 0], [0, 1], [1, 1], [1, -1]];
const has = (board, c, r, side) => board[c]?.[r] === side;
const wins = (board, side) => board.some((column, c) => column.some((_, r) =>
  WAYS.some(([x, y]) => [0, 1, 2, 3].every((i) => has(board, c + i * x, r + i * y, side)))));
function best(board, side, depth) {
  const free = [3, 2, 4, 1, 5, 0, 6].filter((c) => board[c].length < 6);
  if (wins(board, 1 - side)) return [-1 - depth, 0];
  if (!free.length || !depth) return [0, 0];
  const after = (c) => board.map((column, n) => (n === c ? [...column, side] : column));
  return free.map((c) => [-best(after(c), 1 - side, depth - 1)[0], c + 1]).reduce((a, b) => (b[0] > a[0] ? b : a));
}
let moves = null;
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const [word, rest = ""] = line.trim().split(/ (.*)/);
  if (word === "game") console.log(rest === "connect4" ? "ok Minimax in JavaScript" : "error I play connect4");
  if (word === "position") moves = [...rest].map(Number);
  if (word === "quit") process.exit();
  if (word !== "go") return;
  const board = [1, 2, 3, 4, 5, 6, 7].map((c) => moves.flatMap((move, n) => (move === c ? [n % 2] : [])));
  console.log(`move ${best(board, moves.length % 2, 4)[1]}`);
});
