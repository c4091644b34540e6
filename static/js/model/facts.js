/** Holds what the server's code knows. Written by: python -m webapp.wire */
// biome-ignore-all format: a program writes it

/** @param {string} text */
const key = (text) => text;

/** Names small numbers in English. @type {readonly string[]} */
export const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** Lists the games whose aim everybody knows. @type {readonly string[]} */
export const WELL_KNOWN = ["connect4", "tictactoe"];

/** Tells a stranger the idea of the page. */
export const PROMISE = key("I think while you think.");

/** Lists what the server says of the end of a game, and to pages that it refuses. */
export const SAID = [key("A draw by agreement."), key("It is a draw."), key("{winner} wins."), key("{loser} resigns; {winner} wins."), key("{loser} has left; {winner} wins."), key("{loser}’s time is up; {winner} wins."), key("All tables are taken; this page tries again in {n} seconds."), key("The table restarts; this page tries again in {n} seconds."), key("Too many pages of your address are open here; this page tries again in {n} seconds."), key("The table restarts; this page tries every 2 seconds to come back.")];
