import type { Identity } from '../http/caller.ts';
import type { KnownIdentity } from './identity-row.ts';

const TRUST_CACHE_MS = 60_000;
const MAX_CACHED = 50_000;

export interface CachedIdentity extends KnownIdentity {
  readMs: number;
  usedMs: number;
}

type ReadIdentity = (token: string, address?: string) => Promise<KnownIdentity | null>;

/** Who a token belongs to, as read within the last minute. */
export class IdentityCache {
  // By the token itself: hashing it again on every call would cost more than the rest of the check.
  readonly #cached = new Map<string, CachedIdentity>();
  readonly #read: ReadIdentity;
  /** Counts what was heard: an identity read meanwhile may be old and is not kept. */
  #changes = 0;

  constructor(read: ReadIdentity) {
    this.#read = read;
  }

  /** As `find`, where nothing has to be read. */
  atHand(token: string, nowMs: number): CachedIdentity | undefined {
    const found = this.#cached.get(token);
    return found && nowMs - found.readMs <= TRUST_CACHE_MS && found.expiresMs > nowMs ? found : undefined;
  }

  async find(token: string, nowMs: number, address?: string): Promise<CachedIdentity | null> {
    const cache = this.#cached;
    let found = cache.get(token);
    if (!found || nowMs - found.readMs > TRUST_CACHE_MS) {
      const changesBefore = this.#changes;
      const fresh = await this.#read(token, address);
      if (!fresh) {
        cache.delete(token);
        return null;
      }
      found = { ...fresh, readMs: nowMs, usedMs: found?.usedMs ?? 0 };
      if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value!);
      if (this.#changes === changesBefore) cache.set(token, found);
      else cache.delete(token);
    }
    if (found.expiresMs > nowMs) return found;
    cache.delete(token);
    return null;
  }

  /** Something changed about these identities; they are read anew. */
  forget(isMeant: (identity: Identity) => boolean): void {
    this.#changes += 1;
    for (const [token, { identity }] of this.#cached) if (isMeant(identity)) this.#cached.delete(token);
  }
}
