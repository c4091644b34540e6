/** Says the proof on a certificate in the reader's language. Without this script it stays English. */

import { provenWords } from "../model/proof/proof_words.js";
import { language } from "../words.js";

const proof = document.getElementById("proof");
for (const step of proof?.children ?? []) step.textContent = provenWords(step.textContent ?? "");
proof?.setAttribute("lang", language);
