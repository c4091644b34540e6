/**
 * Wires what brings people together: the sheets of the view with the requests of the net. Loaded with the first wish.
 */

/** @import { Boot } from "./model/types.js" */
/** @import { People } from "./net/people.js" */
/** @import { Table } from "./net/table.js" */

import { nextStop } from "./model/ended/ladder.js";
import { middleLevel } from "./model/select.js";
import { Meeting } from "./net/meeting.js";
import { loadChoice } from "./net/storage.js";
import { Meet } from "./view/people/meet.js";
import { showTables } from "./view/people/tables.js";

/** Holds the sheets of one page. */
export class Strangers {
  /** @param {Table} table @param {People} people @param {Boot["games"]} games all games of the server */
  constructor(table, people, games) {
    this.people = people;
    this.games = games;
    const { info, levels, ladder } = table.state();
    const rival = nextStop(ladder, levels) ?? levels.find(({ number }) => number === middleLevel(levels));
    this.meeting = new Meeting(
      table,
      (news) => this.sheet.hear(news),
      async () => {
        if (table.state().ui.sound) (await import("./view/sound.js")).call();
      },
    );
    this.sheet = new Meet(
      { name: loadChoice("name") ?? "", shown: people.watched, game: info.title, rival: rival?.name ?? "" },
      {
        search: (wishes) => void this.meeting.search(wishes),
        stop: () => this.meeting.stop(),
        engine: () => void this.meeting.playEngine(rival?.number ?? 1),
        useCode: (code) => this.meeting.useCode(code),
      },
    );
  }

  /** Opens the sheet that finds somebody. @param {boolean} [code] whether the person has a code */
  find(code) {
    this.sheet.open(code);
  }

  /** Opens the list of the tables in play. */
  watch() {
    showTables(
      this.games,
      () => this.meeting.tables(),
      () => void this.meeting.watchEngines(),
      { on: this.people.watched, set: (on) => void this.people.show(on) },
    );
  }
}
