/** Begins the figures of the essay, in the order of the page. */

import { actOncePerPress } from "../../view/dom.js";
import { grows, keeps } from "./figures/growing.js";
import { knows, waits } from "./figures/knows.js";
import { ponders } from "./figures/ponders.js";
import { backs, cuts, orders } from "./figures/trees.js";

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
