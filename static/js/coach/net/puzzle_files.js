/**
 * Fetches the files with puzzles, each once. The addresses bear a fingerprint, so the browser keeps the files for ever.
 */

const PATIENCE_MS = 8000;

/** Fetches puzzles and proofs. */
export class Files {
  /** @param {string} base the address of the folder */
  constructor(base) {
    this.base = base;
    /** @type {Map<string, Promise<any>>} */
    this.asked = new Map();
  }

  /**
   * Returns a file's content.
   *
   * @param {string} name
   * @returns {Promise<any>}
   * @throws {Error} when the server is away and the file is not kept here
   */
  get(name) {
    const before = this.asked.get(name);
    if (before) return before;
    const asked = fetch(`${this.base}/${name}`, { signal: AbortSignal.timeout(PATIENCE_MS) }).then((answer) => {
      if (!answer.ok) throw new Error(`The file ${name} is not there.`);
      return answer.json();
    });
    this.asked.set(name, asked);
    asked.catch(() => this.asked.delete(name)); // a later attempt asks again
    return asked;
  }

  /** Returns the rows of a chunk. @param {number} chunk @returns {Promise<any[][]>} */
  async rows(chunk) {
    return (await this.get(`puzzles-${two(chunk)}.json`)).puzzles;
  }

  /**
   * Returns the puzzles and proofs of a course.
   * @param {string} slug @returns {Promise<{puzzles: any[][], proofs: Record<string, any>}>}
   */
  course(slug) {
    return this.get(`course-${slug}.json`);
  }

  /** Tells whether the rows of a chunk are kept here, for times without a server. @param {number} chunk */
  async isKept(chunk) {
    return "caches" in window && (await caches.match(`${this.base}/puzzles-${two(chunk)}.json`)) !== undefined;
  }

  /**
   * Returns the proofs of a chunk: puzzle name -> proof.
   * @param {number} chunk @returns {Promise<Record<string, any>>}
   */
  async proofs(chunk) {
    return (await this.get(`proofs-${two(chunk)}.json`)).proofs;
  }
}

/** @param {number} chunk */
const two = (chunk) => String(chunk).padStart(2, "0");
