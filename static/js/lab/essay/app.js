/** Begins the figures of the essay, each by a module of its own. */

import { actOncePerPress } from "../../view/dom.js";
import { backs } from "./backs.js";
import { cuts } from "./cuts.js";
import { grows } from "./grows.js";
import { keeps } from "./keeps.js";
import { knows } from "./knows.js";
import { orders } from "./orders.js";
import { ponders } from "./ponders.js";
import { waits } from "./waits.js";

actOncePerPress();
grows(knows());
backs();
cuts();
orders();
keeps();
ponders();
waits();
