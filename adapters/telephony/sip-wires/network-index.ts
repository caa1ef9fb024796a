import { isIP } from 'node:net';

type Kind = 4 | 6;

interface Bits {
  kind: Kind;
  value: bigint;
}

const SIZE: Readonly<Record<Kind, number>> = { 4: 32, 6: 128 };

/** An address as a number; null for what is none. */
function bitsOf(address: string): Bits | null {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  const kind = isIP(plain);
  if (kind === 4) return { kind, value: plain.split('.').reduce((sum, part) => (sum << 8n) | BigInt(part), 0n) };
  if (kind !== 6) return null;
  const [left = '', right] = plain.split('::');
  const groups = (text: string): string[] => text.split(':').filter(Boolean).flatMap(hexGroups);
  const [before, after] = [groups(left), groups(right ?? '')];
  const all = [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after];
  return { kind: 6, value: all.reduce((sum, part) => (sum << 16n) | BigInt(`0x${part}`), 0n) };
}

/** The end of an address may be written the old way: `64:ff9b::192.0.2.1`. */
function hexGroups(group: string): string[] {
  if (!group.includes('.')) return [group];
  const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
  return [((a << 8) | b).toString(16), ((c << 8) | d).toString(16)];
}

/** Whose network an address lies in: one look for each length of a network that somebody has, however many there are. */
export class NetworkIndex<T> {
  readonly #byLength: Readonly<Record<Kind, Map<number, Map<bigint, Set<T>>>>> = { 4: new Map(), 6: new Map() };
  readonly #written = new Map<T, readonly string[]>();

  /** From now on these are the owner's networks; what is none is left out. */
  set(owner: T, networks: readonly string[]): void {
    this.delete(owner);
    this.#written.set(owner, [...networks]);
    for (const network of networks) this.#at(network, true)?.add(owner);
  }

  delete(owner: T): void {
    for (const network of this.#written.get(owner) ?? []) {
      this.#at(network, false)?.delete(owner);
      this.#forgetEmpty(network);
    }
    this.#written.delete(owner);
  }

  ownersOf(address: string): Set<T> {
    const found = new Set<T>();
    const bits = bitsOf(address);
    if (!bits) return found;
    for (const [length, networks] of this.#byLength[bits.kind])
      for (const owner of networks.get(bits.value >> BigInt(SIZE[bits.kind] - length)) ?? []) found.add(owner);
    return found;
  }

  #place(network: string): { kind: Kind; length: number; key: bigint } | null {
    const [address = '', written] = network.trim().split('/');
    const bits = bitsOf(address);
    if (!bits) return null;
    const size = SIZE[bits.kind];
    const length = written === undefined ? size : Number(written);
    if (!Number.isInteger(length) || length < 0 || length > size) return null;
    return { kind: bits.kind, length, key: bits.value >> BigInt(size - length) };
  }

  #at(network: string, isNew: boolean): Set<T> | undefined {
    const place = this.#place(network);
    if (!place) return undefined;
    const lengths = this.#byLength[place.kind];
    let networks = lengths.get(place.length);
    if (!networks && isNew) lengths.set(place.length, (networks = new Map()));
    let owners = networks?.get(place.key);
    if (!owners && isNew) networks?.set(place.key, (owners = new Set()));
    return owners;
  }

  #forgetEmpty(network: string): void {
    const place = this.#place(network);
    const networks = place && this.#byLength[place.kind].get(place.length);
    if (!place || !networks) return;
    if (networks.get(place.key)?.size === 0) networks.delete(place.key);
    if (networks.size === 0) this.#byLength[place.kind].delete(place.length);
  }
}
