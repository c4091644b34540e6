/**
 * Unpacks the archives in which files of cards ship: xz with LZMA2, which browsers cannot read. Pure. Without a check of
 * sums but CRC32: what comes out is judged by the rules of the game.
 */

const MAGIC = [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0];
/** The most bytes that are unpacked: four times the largest file of cards that ships. */
const MOST = 1 << 22;

/** Tells whether bytes are an archive. @param {Uint8Array} bytes */
export const isPacked = (bytes) => MAGIC.every((byte, at) => bytes[at] === byte);

/** Returns the content of an archive; null for a damaged one, or another kind. @param {Uint8Array} bytes */
export function unpacked(bytes) {
  try {
    return unpack(bytes);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Fails where the bytes are no archive. @param {boolean} condition */
function needs(condition) {
  if (!condition) throw new RangeError();
}

/** @param {Uint8Array} bytes */
function unpack(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  needs(view.getUint32(8, true) === crc32(bytes.subarray(6, 8)) && bytes[6] === 0);
  const sum = (bytes[7] ?? 0) & 15;
  const reader = new Lzma2(bytes);
  let at = 12;
  while (bytes[at]) {
    const head = ((bytes[at] ?? 0) + 1) * 4;
    needs(view.getUint32(at + head - 4, true) === crc32(bytes.subarray(at, at + head - 4)));
    const begin = reader.size;
    needsLzma2(bytes, at);
    const after = reader.read(at + head);
    at = after + ((4 - (after % 4)) % 4);
    if (sum === 1) needs(view.getUint32(at, true) === crc32(reader.out.subarray(begin, reader.size)));
    at += [0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64][sum] ?? 0;
  }
  needs(bytes.length - at >= 20 && bytes.at(-2) === 0x59 && bytes.at(-1) === 0x5a);
  return reader.out.slice(0, reader.size);
}

/** Wants LZMA2 as the one filter in the head of a block, behind lengths. @param {Uint8Array} bytes @param {number} block */
function needsLzma2(bytes, block) {
  const flags = bytes[block + 1] ?? 0;
  let at = block + 2;
  for (let bit = 64; bit <= 128; bit *= 2) if (flags & bit) while ((bytes[at++] ?? 0) & 128);
  needs((flags & 63) === 0 && bytes[at] === 0x21);
}

/** @param {Uint8Array} bytes */
function crc32(bytes) {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

/** The first of the numbers that tell how likely a bit is: a half. */
const HALF = 1024;
const halves = (/** @type {number} */ count) => new Uint16Array(count).fill(HALF);

/**
 * Returns what is known of bits before any: of bytes; by state and place, is it a piece, one as far back as before, one
 * as the last, of more than a byte, as which one; of lengths and distances.
 *
 * @param {number} bits that choose among the numbers for bytes
 */
const fresh = (bits) => ({
  literals: halves(0x300 << bits),
  match: halves(192),
  rep: halves(12),
  rep0: halves(12),
  rep0Long: halves(192),
  rep1: halves(12),
  rep2: halves(12),
  lengths: halves(514),
  repLengths: halves(514),
  slots: halves(256),
  specials: halves(128),
  aligned: halves(16),
});

/** Reads chunks of LZMA2. */
class Lzma2 {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.out = new Uint8Array(MOST);
    /** The bytes written, and how many of them nothing looks back at. */
    this.size = 0;
    this.begin = 0;
    this.at = 0;
    this.range = 0;
    this.code = 0;
    this.lc = 0;
    this.lp = 0;
    this.pb = 0;
    this.state = 0;
    this.reps = [0, 0, 0, 0];
    this.likely = fresh(0);
  }

  /** Forgets what bits were likely. */
  reset() {
    this.state = 0;
    this.reps = [0, 0, 0, 0];
    this.likely = fresh(this.lc + this.lp);
  }

  /** Reads chunks up to the last one. Returns the place behind it. @param {number} from */
  read(from) {
    this.at = from;
    for (let kind = this.byte(); kind; kind = this.byte()) {
      if (kind === 1 || kind >= 0xe0) this.begin = this.size;
      if (kind < 0x80) {
        needs(kind <= 2);
        for (let left = this.short() + 1; left > 0; left -= 1) this.write(this.byte());
        continue;
      }
      const size = ((kind & 31) << 16) + this.short() + 1;
      const end = this.short() + 1;
      if (kind >= 0xc0) {
        const how = this.byte();
        this.lc = how % 9;
        this.lp = Math.floor(how / 9) % 5;
        this.pb = Math.floor(how / 45);
        needs(how < 225 && this.lc + this.lp <= 4);
      }
      if (kind >= 0xa0) this.reset();
      const begin = this.at;
      this.at += 1;
      this.code = 0;
      for (let n = 0; n < 4; n += 1) this.code = ((this.code << 8) | this.byte()) >>> 0;
      this.range = 0xffffffff;
      const until = this.size + size;
      while (this.size < until) this.step();
      needs(this.size === until && this.at === begin + end);
    }
    return this.at;
  }

  byte() {
    needs(this.at < this.bytes.length);
    return this.bytes[this.at++] ?? 0;
  }

  short() {
    return this.byte() * 256 + this.byte();
  }

  /** @param {number} byte */
  write(byte) {
    needs(this.size < MOST);
    this.out[this.size++] = byte;
  }

  /** Reads a bit. @param {Uint16Array} likely @param {number} at */
  bit(likely, at) {
    const part = likely[at] ?? 0;
    const bound = (this.range >>> 11) * part;
    const found = this.code < bound ? 0 : 1;
    if (found) {
      this.range -= bound;
      this.code -= bound;
      likely[at] = part - (part >> 5);
    } else {
      this.range = bound;
      likely[at] = part + ((2048 - part) >> 5);
    }
    this.fill();
    return found;
  }

  fill() {
    if (this.range >= 0x1000000) return;
    this.range = (this.range << 8) >>> 0;
    this.code = ((this.code << 8) | this.byte()) >>> 0;
  }

  /** Reads bits that are even odds. @param {number} count */
  direct(count) {
    let found = 0;
    for (let n = 0; n < count; n += 1) {
      this.range >>>= 1;
      const bit = this.code >= this.range ? 1 : 0;
      if (bit) this.code -= this.range;
      this.fill();
      found = found * 2 + bit;
    }
    return found;
  }

  /** Reads a number of some bits, the highest first. @param {Uint16Array} likely @param {number} from @param {number} bits */
  tree(likely, from, bits) {
    let found = 1;
    for (let n = 0; n < bits; n += 1) found = found * 2 + this.bit(likely, from + found);
    return found - (1 << bits);
  }

  /** The same, the lowest bit first. @param {Uint16Array} likely @param {number} from @param {number} bits */
  reverse(likely, from, bits) {
    let [node, found] = [1, 0];
    for (let n = 0; n < bits; n += 1) {
      const bit = this.bit(likely, from + node);
      node = node * 2 + bit;
      found |= bit << n;
    }
    return found;
  }

  /** Reads a byte, or a piece that was there before. */
  step() {
    const { likely, state, reps } = this;
    const place = (this.size - this.begin) & ((1 << this.pb) - 1);
    if (!this.bit(likely.match, state * 16 + place)) return this.literal();
    let again = true;
    if (!this.bit(likely.rep, state)) {
      again = false;
      this.reps = [0, ...reps.slice(0, 3)];
    } else if (!this.bit(likely.rep0, state)) {
      if (!this.bit(likely.rep0Long, state * 16 + place)) {
        this.state = state < 7 ? 9 : 11;
        return this.copy(1);
      }
    } else {
      const which = this.bit(likely.rep1, state) ? 2 + this.bit(likely.rep2, state) : 1;
      const [one = 0] = reps.splice(which, 1);
      reps.unshift(one);
    }
    const length = this.length(again ? likely.repLengths : likely.lengths, place);
    if (again) this.state = state < 7 ? 8 : 11;
    else {
      this.state = state < 7 ? 7 : 10;
      this.reps[0] = this.distance(length);
    }
    return this.copy(length);
  }

  literal() {
    const { lc, lp, state } = this;
    const { literals } = this.likely;
    const written = this.size - this.begin;
    const before = written ? (this.out[this.size - 1] ?? 0) : 0;
    const from = 0x300 * (((written & ((1 << lp) - 1)) << lc) + (before >> (8 - lc)));
    let found = 1;
    if (state >= 7) {
      let match = this.out[this.size - (this.reps[0] ?? 0) - 1] ?? 0;
      while (found < 256) {
        const hint = (match >> 7) & 1;
        match <<= 1;
        const bit = this.bit(literals, from + (hint + 1) * 256 + found);
        found = found * 2 + bit;
        if (bit !== hint) break;
      }
    }
    while (found < 256) found = found * 2 + this.bit(literals, from + found);
    this.write(found & 255);
    this.state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  }

  /** Reads a length. @param {Uint16Array} likely two bits of the kind, short and middle ones by place, long ones @param {number} place */
  length(likely, place) {
    if (!this.bit(likely, 0)) return 2 + this.tree(likely, 2 + place * 8, 3);
    if (!this.bit(likely, 1)) return 10 + this.tree(likely, 130 + place * 8, 3);
    return 18 + this.tree(likely, 258, 8);
  }

  /** Reads how far back a piece is. @param {number} length */
  distance(length) {
    const slot = this.tree(this.likely.slots, Math.min(length - 2, 3) * 64, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) * 2 ** bits;
    if (slot < 14) return base + this.reverse(this.likely.specials, base - slot, bits);
    return base + this.direct(bits - 4) * 16 + this.reverse(this.likely.aligned, 0, 4);
  }

  /** Copies a piece. @param {number} length */
  copy(length) {
    const back = (this.reps[0] ?? 0) + 1;
    needs(back <= this.size - this.begin);
    for (let n = 0; n < length; n += 1) this.write(this.out[this.size - back] ?? 0);
  }
}
