/** Begins the figures of the essay, each by a module of its own. */

import { actOncePerPress } from "../../view/dom.js";
import { backs } from "./backs.js";
import { grows } from "./grows.js";
import { knows } from "./knows.js";

actOncePerPress();
grows(knows());
backs();
