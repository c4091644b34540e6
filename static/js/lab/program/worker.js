/**
 * Runs Python beside the page: the judge, and the program of a reader. The page sends one question and ends the worker
 * after the answer or after its time. Before any Python runs, the worker loses all that reaches the network, the page
 * or a store. The policy of this script's own response forbids connections as well.
 * @typedef {{wasm: ArrayBuffer, sources: Record<string, string>, question: string, megabytes: number}} Job
 */

import { loadMicroPython } from "../../../vendor/micropython.mjs";

const MEGABYTE = 1024 * 1024;
/** Words of the stack of Python's frames. */
const STACK = 32 * 1024;
const ROOM = "/engine/lab/judge";
const FOLDERS = ["/engine", "/engine/lab", ROOM, ...["reading", "running", "slips"].map((name) => `${ROOM}/${name}`)];
/** What the interpreter needs of the worker: the language itself, its own names, and what draws the seed of random. */
const KEPT = new Set(
  [
    "constructor,Array,ArrayBuffer,BigInt,BigInt64Array,BigUint64Array,Boolean,DataView,Date,Error",
    "FinalizationRegistry,Float32Array,Float64Array,Function,Infinity,Int16Array,Int32Array,Int8Array,JSON,Map",
    "Math,NaN,Number,Object,Promise,Proxy,RangeError,ReferenceError,Reflect,RegExp,Set,String,Symbol,SyntaxError",
    "TextDecoder,TextEncoder,TypeError,URIError,crypto,Uint16Array,Uint32Array,Uint8Array,Uint8ClampedArray",
    "WeakMap,WeakRef,WeakSet,globalThis,isFinite,isNaN,parseFloat,parseInt,undefined",
  ]
    .join()
    .split(","),
);
const ANSWER = "reply=answer(question,run)";

/** @type {any} */
const own = self;
const post = own.postMessage.bind(own);

/** Takes away every name of the worker that is not the language itself. @param {Set<string>} made by the interpreter */
function close(made) {
  for (let holder = own; holder && holder !== Object.prototype; holder = Object.getPrototypeOf(holder))
    for (const name of Object.getOwnPropertyNames(holder)) if (!KEPT.has(name) && !made.has(name)) shut(holder, name);
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
async function answer({ wasm, sources: { driver = "", ...sources }, question, megabytes }) {
  const before = names();
  own.fetch = async () => new Response(wasm, { headers: { "Content-Type": "application/wasm" } });
  const quiet = () => undefined;
  own.console.log = own.console.error = own.console.warn = quiet; // the interpreter tells there what memory it lacks
  const python = await loadMicroPython({
    heapsize: megabytes * MEGABYTE,
    pystack: STACK,
    url: "micropython.wasm",
    stdout: quiet,
    stderr: quiet,
  });
  const made = new Set([...names()].filter((name) => !before.has(name)));
  const { prototype: memory } = own.WebAssembly.Memory;
  for (const folder of FOLDERS) {
    python.FS.mkdir(folder);
    python.FS.writeFile(`${folder}/__init__.py`, "");
  }
  for (const [name, source] of Object.entries(sources)) python.FS.writeFile(`${ROOM}/${name}.py`, source);
  close(made);
  python.runPython(driver);
  python.globals.set("question", question);
  memory.grow = () => {
    throw new Error("the memory of the program is used up");
  };
  post({ type: "ready" });
  python.runPython(ANSWER);
  post({ type: "answer", text: String(python.globals.get("reply")) });
}

own.onmessage = (/** @type {MessageEvent<Job>} */ { data }) => {
  own.onmessage = null;
  answer(data).catch((error) => post({ type: "failed", text: String(error).slice(0, 300) }));
};
