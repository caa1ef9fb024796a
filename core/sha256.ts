/*
 * SHA-256 (FIPS 180-4) of ASCII text, for pages: a browser computes no hashes on a page that came without TLS, and takes
 * longer to hand one over than this takes to make it.
 */

const ROUNDS = 64;
const BLOCK_WORDS = 16;
const BLOCK_BYTES = 64;
/** The first bits of the fractional parts of the roots of the first primes, as the standard has it. */
const [START, CONSTANTS] = firstBits();

function firstBits(): [Int32Array, Int32Array] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < ROUNDS; candidate += 1)
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  const bits = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) | 0;
  return [
    Int32Array.from(primes.slice(0, 8), (prime) => bits(Math.sqrt(prime))),
    Int32Array.from(primes, (prime) => bits(Math.cbrt(prime))),
  ];
}

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** Used again for every block: to make one takes longer than to fill it. */
const schedule = new Int32Array(ROUNDS);

/** The eight words of the hash, signed as JavaScript's bit operations have them. */
export function sha256(ascii: string): Int32Array {
  const blocks = Math.ceil((ascii.length + 9) / BLOCK_BYTES);
  const hash = START.slice();
  for (let block = 0; block < blocks; block += 1) {
    schedule.fill(0, 0, BLOCK_WORDS);
    const [from, to] = [block * BLOCK_BYTES, Math.min(ascii.length, (block + 1) * BLOCK_BYTES)];
    for (let at = from; at < to; at += 1) put(at - from, ascii.charCodeAt(at));
    if (ascii.length >= from && ascii.length < from + BLOCK_BYTES) put(ascii.length - from, 0x80);
    if (block === blocks - 1) schedule[BLOCK_WORDS - 1] = ascii.length * 8;
    addBlock(hash);
  }
  return hash;
}

function put(at: number, byte: number): void {
  schedule[at >> 2]! |= byte << (24 - (at % 4) * 8);
}

function addBlock(hash: Int32Array): void {
  for (let round = BLOCK_WORDS; round < ROUNDS; round += 1) {
    const early = schedule[round - 15]!;
    const late = schedule[round - 2]!;
    const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    schedule[round] = (schedule[round - 16]! + first + schedule[round - 7]! + second) | 0;
  }
  let a = hash[0]!;
  let b = hash[1]!;
  let c = hash[2]!;
  let d = hash[3]!;
  let e = hash[4]!;
  let f = hash[5]!;
  let g = hash[6]!;
  let h = hash[7]!;
  for (let round = 0; round < ROUNDS; round += 1) {
    const choice = (e & f) ^ (~e & g);
    const one =
      (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + CONSTANTS[round]! + schedule[round]!) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  hash[0] = (hash[0]! + a) | 0;
  hash[1] = (hash[1]! + b) | 0;
  hash[2] = (hash[2]! + c) | 0;
  hash[3] = (hash[3]! + d) | 0;
  hash[4] = (hash[4]! + e) | 0;
  hash[5] = (hash[5]! + f) | 0;
  hash[6] = (hash[6]! + g) | 0;
  hash[7] = (hash[7]! + h) | 0;
}
