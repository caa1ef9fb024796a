/** Who guesses passwords is slowed down, then shut out without being told. */
export interface BanList {
  isBanned(account: string, address: string): boolean;
  /** Counts a failure; answers how long to wait before saying so, and whether a ban begins with it. */
  failed(account: string, address: string): { delayMs: number; bans: boolean };
  succeeded(account: string, address: string): void;
  readonly size: number;
}

export const BAN = {
  windowMs: 5 * 60_000,
  lastsMs: 15 * 60_000,
  failuresPerPair: 10,
  failuresPerAddress: 50,
  firstDelayMs: 250,
  maxDelayMs: 4_000,
  /** Rows kept of each kind; the oldest go first. */
  remembered: 10_000,
} as const;

/** A map that forgets its oldest rows. */
export function keepNewest<V>(rows: Map<string, V>, key: string, value: V, most: number = BAN.remembered): void {
  rows.delete(key);
  rows.set(key, value);
  if (rows.size <= most) return;
  for (const oldest of rows.keys()) {
    rows.delete(oldest);
    break;
  }
}
