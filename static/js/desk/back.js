/** Looks whether the server is there again, from a page that plays alone. */

import { openSocket } from "../net/socket.js";
import { root } from "../words.js";
import { tellServer } from "./tell.js";

const EVERY_MS = 15_000;

/**
 * Asks again and again until the server answers, then tells it the games played without it.
 *
 * @param {() => string | null} current the game that is still played here
 * @param {(told: number) => void} isBack hears of the server, with the number of games told
 */
export function waitForServer(current, isBack) {
  const ask = async () => {
    const answer = await fetch(`${root}/healthz`, { cache: "no-store" }).catch(() => null);
    if (!answer?.ok) return;
    clearInterval(timer);
    removeEventListener("online", ask);
    const socket = openSocket();
    socket.onLine("connect", async () => isBack(await tellServer(socket, current()).catch(() => 0)));
  };
  const timer = setInterval(ask, EVERY_MS);
  addEventListener("online", ask);
  void ask();
}
