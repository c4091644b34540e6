/** Plays on where the server is silent, and tells the server of such games when it answers again. */

/** @import { Action } from "./model/state/state.js" */
/** @import { PageState } from "./model/types.js" */
/** @import { Table } from "./net/table.js" */

import { isSite, t } from "./words.js";

/** The silence of the server after which the page offers to play on by itself. */
const AWAY_MS = 6000;

export class Silence {
  /**
   * @param {() => PageState} state
   * @param {(action: Action) => void} dispatch
   * @param {Table} table
   * @param {() => Promise<unknown>} meet loads what asks the person
   */
  constructor(state, dispatch, table, meet) {
    this.parts = { state, dispatch, table, meet };
    this.timer = 0;
    /** Whether the server answers again to a page that plays alone. */
    this.over = false;
  }

  /** Offers to go on without the server, once it has been away for a while and this browser keeps the site. */
  watch() {
    const { state, dispatch, meet } = this.parts;
    clearTimeout(this.timer);
    if (state().connection.status !== "lost") return;
    this.timer = window.setTimeout(async () => {
      const { mayGoOn } = await import("./desk/go_on.js");
      if (!(await mayGoOn(state()))) return;
      await meet();
      dispatch({ type: "may-go-on" });
    }, AWAY_MS);
  }

  /** Tells the server of the games that were played without it, now or when it is there again. */
  async tell() {
    const { state, dispatch, table } = this.parts;
    if (!table.socket.alone) return void (await import("./desk/tell.js")).tellServer(table.socket, null);
    if (isSite) return;
    (await import("./desk/tell.js")).waitForServer(
      () => (state().game.outcome ? null : state().game.game_id),
      (told) => {
        this.over = true;
        if (told)
          dispatch({ type: "notice", text: t("The server is there again. It has your games as analyses now.") });
      },
    );
  }
}
