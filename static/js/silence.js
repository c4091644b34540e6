/**
 * Helps where nothing comes for long: plays on where the server is silent, and tells the server of such games when it
 * answers again; in a first game marks what loses at once.
 */

/** @import { Action } from "./model/state/state.js" */
/** @import { PageState } from "./model/types.js" */
/** @import { Table } from "./net/table.js" */
/** @import { Board } from "./view/board/board_view.js" */

import { climber, myTurn } from "./model/select.js";
import { isSite, t } from "./words.js";

/** The silence of the server after which the page offers to play on by itself. */
const AWAY_MS = 6000;
/** The thought after which the page helps a person in a first game. */
const LONG_THOUGHT_MS = 15_000;

export class Silence {
  /**
   * @param {() => PageState} state @param {(action: Action) => void} dispatch @param {Table} table
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
      const kept = await import("./desk/go_on.js").catch(() => null); // a browser that keeps nothing has nothing to go on with
      if (!(await kept?.mayGoOn(state()))) return;
      await meet();
      dispatch({ type: "may-go-on" });
    }, AWAY_MS);
  }

  /** Tells the server of the games that were played without it, now or when it is there again. */
  async tell() {
    const { state, dispatch, table } = this.parts;
    if (!table.socket.alone) return void (await import("./desk/go_on.js")).tellServer(table.socket, null);
    if (isSite) return;
    (await import("./desk/go_on.js")).waitForServer(
      () => (state().game.outcome ? null : state().game.game_id),
      (told) => {
        this.over = true;
        if (told)
          dispatch({ type: "notice", text: t("The server is there again. It has your games as analyses now.") });
      },
    );
  }
}

/** Watches a first game: after a long thought, the columns that lose at once get a sign. */
export class Warning {
  /**
   * @param {Board} board
   * @param {() => PageState} state
   * @param {(notice: {type: "notice", text: string}) => void} dispatch
   */
  constructor(board, state, dispatch) {
    this.parts = { board, state, dispatch };
    this.timer = 0;
  }

  /** Begins to wait again, after a change of the game. @param {PageState} page */
  watch(page) {
    const { board, state, dispatch } = this.parts;
    clearTimeout(this.timer);
    board.warn([]);
    if (!myTurn(page) || climber(page) === null) return;
    this.timer = window.setTimeout(async () => {
      const { dangers } = await import("./model/proof/principle.js");
      const columns = dangers(state());
      if (state().game !== page.game || !columns.length) return;
      board.warn(columns);
      dispatch({ type: "notice", text: t("A “!” marks what loses at once. Look again?") });
    }, LONG_THOUGHT_MS);
  }
}
