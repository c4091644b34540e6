/**
 * Runs Python beside the page: the judge, and the program of a reader. The page sends one question and ends the worker
 * after the answer or after its time. Before any Python runs, the worker loses all that reaches the network, the page or a
 * store. The policy of this script's own response forbids connections as well.
 *
 * @typedef {{wasm: ArrayBuffer, sources: Record<string, string>, question: string}} Job
 */

import { loadMicroPython } from "../../../vendor/micropython.mjs";

const HEAP = 8 * 1024 * 1024;
/** Words of the stack of Python's frames. */
const STACK = 32 * 1024;
const FOLDERS = ["/engine", "/engine/lab", "/engine/lab/judge"];
/** What the interpreter needs of the worker: the language itself, and its own names. */
const KEPT = new Set([
  "Array", "ArrayBuffer", "BigInt", "BigInt64Array", "BigUint64Array", "Boolean", "DataView", "Date", "Error", "FinalizationRegistry",
  "Float32Array", "Float64Array", "Function", "Infinity", "Int16Array", "Int32Array", "Int8Array", "Iterator", "JSON", "Map", "Math", "NaN",
  "Number", "Object", "Promise", "Proxy", "RangeError", "ReferenceError", "Reflect", "RegExp", "Set", "String", "Symbol", "SyntaxError",
  "TextDecoder", "TextEncoder", "TypeError", "URIError", "Uint16Array", "Uint32Array", "Uint8Array", "Uint8ClampedArray", "WeakMap",
  "WeakRef", "WeakSet", "constructor", "globalThis", "isFinite", "isNaN", "parseFloat", "parseInt", "undefined",
]);
const DRIVER = `
import io, sys
sys.path.insert(0, "/")

class _Stub:
    def __getattr__(self, name):
        return self
    def __getitem__(self, item):
        return self
    def __call__(self, *given):
        return given[0] if given else self

for _name in ("typing", "__future__", "abc", "dataclasses", "js", "jsffi"):
    sys.modules[_name] = _Stub()
_numpy = _Stub()
_numpy.inf = _numpy.Inf = _numpy.Infinity = float("inf")
sys.modules["numpy"] = _numpy

from engine.lab.judge import judging
from engine.lab.judge.doors import answer

def _line(runner, error):
    text = io.StringIO()
    sys.print_exception(error, text)
    lines = [one for one in text.getvalue().split("\\n") if 'File "<string>"' in one]
    words = lines[-1].split("line ") if lines else []
    return runner.line_of(int(words[1].split(",")[0])) if len(words) > 1 else 0

judging._line = _line
reply = answer(question, lambda text, space: exec(text, space))
`;

/** @type {any} */
const own = self;
const post = own.postMessage.bind(own);

/** Takes away every name of the worker that is not the language itself. @param {Set<string>} made by the interpreter */
function close(made) {
  for (let holder = own; holder && holder !== Object.prototype; holder = Object.getPrototypeOf(holder))
    for (const name of Object.getOwnPropertyNames(holder))
      if (!KEPT.has(name) && !made.has(name)) shut(holder, name);
  own.proxy_js_ref[0] = Object.freeze(Object.create(null)); // what "import js" gives
  own.proxy_js_ref_map.clear();
}

/** Takes one name away. @param {any} holder @param {string} name */
function shut(holder, name) {
  try {
    delete holder[name];
  } catch {
    // it cannot be deleted, and is covered below
  }
  if (name in own)
    try {
      Object.defineProperty(own, name, { value: undefined, configurable: false, writable: false });
    } catch {
      // a constant of the language
    }
}

/** Returns the names that the worker has. */
const names = () => new Set(Object.getOwnPropertyNames(own));

/** Answers the question. @param {Job} job */
async function answer({ wasm, sources, question }) {
  const before = names();
  own.fetch = async () => new Response(wasm, { headers: { "Content-Type": "application/wasm" } });
  const quiet = () => undefined;
  const python = await loadMicroPython({ heapsize: HEAP, pystack: STACK, url: "micropython.wasm", stdout: quiet, stderr: quiet });
  const made = new Set([...names()].filter((name) => !before.has(name)));
  own.WebAssembly.Memory.prototype.grow = () => {
    throw new RangeError("the memory of the program is used up");
  };
  for (const folder of FOLDERS) {
    python.FS.mkdir(folder);
    python.FS.writeFile(`${folder}/__init__.py`, "");
  }
  for (const [name, source] of Object.entries(sources)) python.FS.writeFile(`/engine/lab/judge/${name}.py`, source);
  close(made);
  post({ type: "ready" });
  python.globals.set("question", question);
  python.runPython(DRIVER);
  post({ type: "answer", text: String(python.globals.get("reply")) });
}

own.onmessage = (/** @type {MessageEvent<Job>} */ { data }) => {
  own.onmessage = null;
  answer(data).catch((error) => post({ type: "failed", text: String(error).slice(0, 300) }));
};
