/** Watches a first game: after a long thought, the columns that lose at once get a sign. */

/** @import { PageState } from "../../model/types.js" */
/** @import { Board } from "./board.js" */

import { climber, myTurn } from "../../model/select.js";
import { t } from "../../words.js";

/** The thought after which the page helps. */
const LONG_THOUGHT_MS = 15_000;

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
      const { dangers } = await import("../../model/danger.js");
      const columns = dangers(state());
      if (state().game !== page.game || !columns.length) return;
      board.warn(columns);
      dispatch({ type: "notice", text: t("A “!” marks what loses at once. Look again?") });
    }, LONG_THOUGHT_MS);
  }
}
