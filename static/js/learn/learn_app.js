/** Says under each picture how far one is and what comes next, from what this browser keeps. A first visitor sees none. */

import { loadWay } from "../net/results.js";
import { setText } from "../view/dom.js";

for (const line of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-way]"))) {
  const way = loadWay(line.dataset.way ?? "");
  if (!way) continue;
  const ended = way.all > 0 && way.done >= way.all;
  const sentence = (ended && line.dataset.ended) || (line.dataset.next ?? "");
  const values = new Map(Object.entries(way));
  setText(
    line,
    sentence.replace(/\{(\w+)\}/g, (_, hole) => String(values.get(hole) ?? "")),
  );
  line.hidden = false;
  const link = line.closest("a");
  if (link && way.next && !ended) link.href += (line.dataset.to ?? "").replace("{next}", way.next);
}
