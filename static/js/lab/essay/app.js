/** Begins the figures of the essay, each by a module of its own. */

import { actOncePerPress } from "../../view/dom.js";
import { backs } from "./figures/backs.js";
import { cuts } from "./figures/cuts.js";
import { grows } from "./figures/grows.js";
import { keeps } from "./figures/keeps.js";
import { knows } from "./figures/knows.js";
import { orders } from "./figures/orders.js";
import { ponders } from "./figures/ponders.js";
import { waits } from "./figures/waits.js";

actOncePerPress();
// The sentences call the first side Red, so no palette has it in another colour here.
const { dataset } = document.documentElement;
if (dataset.palette === "magenta") dataset.palette = "ember";
grows(knows());
backs();
cuts();
orders();
keeps();
ponders();
waits();
