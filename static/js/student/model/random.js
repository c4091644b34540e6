/** Draws numbers from a seed: the same seed gives the same student. */

/** Draws by xorshift (Marsaglia, 2003), 32 bits. */
export class Random {
  /** @param {number} seed */
  constructor(seed) {
    this.state = (Math.imul(seed + 1, 0x9e3779b1) ^ 0x2545f491) | 0 || 1;
    for (let i = 0; i < 8; i += 1) this.bits();
  }

  /** Returns 32 bits, as a number from 0 on. */
  bits() {
    let x = this.state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.state = x;
    return x >>> 0;
  }

  /** Returns a whole number from 0 to below a limit. @param {number} limit */
  below(limit) {
    return Math.floor((this.bits() / 4294967296) * limit);
  }

  /** Tells, with a probability, yes. @param {number} chance */
  happens(chance) {
    return this.bits() < chance * 4294967296;
  }
}
