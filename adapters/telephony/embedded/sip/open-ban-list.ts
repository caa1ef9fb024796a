import { type BanList, BAN, keepNewest } from './ban-list.ts';

interface Failures {
  count: number;
  sinceMs: number;
  bannedUntilMs: number;
}

/**
 * Rules:
 * 1. A pair of account and address is banned by its own failures, so nobody can shut out the owner, who comes from elsewhere.
 * 2. An address is banned by failures on any accounts; pairs that signed in from there before are not, for an office shares one.
 * 3. A failure during a ban counts and waits like any other: the ban cannot be told from a wrong password.
 */
export function openBanList(clock: { nowMs(): number }): BanList {
  const pairs = new Map<string, Failures>();
  const addresses = new Map<string, Failures>();
  const welcome = new Map<string, true>();
  const pairOf = (account: string, address: string): string => `${account}\n${address}`;

  const isOut = (row: Failures | undefined): boolean => row !== undefined && clock.nowMs() < row.bannedUntilMs;

  function count(rows: Map<string, Failures>, key: string, limit: number): { row: Failures; bans: boolean } {
    const nowMs = clock.nowMs();
    let row = rows.get(key);
    if (!row || (nowMs - row.sinceMs > BAN.windowMs && nowMs >= row.bannedUntilMs))
      row = { count: 0, sinceMs: nowMs, bannedUntilMs: 0 };
    row.count += 1;
    const bans = row.count >= limit && !isOut(row);
    if (bans) row.bannedUntilMs = nowMs + BAN.lastsMs;
    keepNewest(rows, key, row);
    return { row, bans };
  }

  return {
    isBanned(account, address) {
      const pair = pairOf(account, address);
      return isOut(pairs.get(pair)) || (isOut(addresses.get(address)) && !welcome.has(pair));
    },
    failed(account, address) {
      const pair = count(pairs, pairOf(account, address), BAN.failuresPerPair);
      const all = count(addresses, address, BAN.failuresPerAddress);
      const doublings = Math.min(pair.row.count - 1, 10);
      return { delayMs: Math.min(BAN.firstDelayMs * 2 ** doublings, BAN.maxDelayMs), bans: pair.bans || all.bans };
    },
    succeeded(account, address) {
      const pair = pairOf(account, address);
      pairs.delete(pair);
      keepNewest(welcome, pair, true);
    },
    get size() {
      return pairs.size + addresses.size + welcome.size;
    },
  };
}
