/** Names the shapes in which trees are drawn at random. */

import { t } from "../../words.js";
import "../more_words.js";

/** Lists the shapes of trees, each with its words. @type {[string, string][]} */
export const SHAPES = [
  ["2x2x2", "2 x 2 x 2"],
  ["3x3", "3 x 3"],
  ["3x2x2", "3 x 2 x 2"],
  ["2x2x2x2", "2 x 2 x 2 x 2"],
  ["3x3x3", "3 x 3 x 3"],
  ["uneven-8", t("uneven, {n} leaves", { n: 8 })],
  ["uneven-12", t("uneven, {n} leaves", { n: 12 })],
  ["2x2x2-ties", t("{shape} with ties", { shape: "2 x 2 x 2" })],
  ["2xc2x2", t("{shape} with chance", { shape: "2 x 2 x 2" })],
];
