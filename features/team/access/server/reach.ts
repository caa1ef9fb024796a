import type { Identity } from '#platform/server/http/caller.ts';
import { Failure } from '#shared/errors.ts';

/** As much of a role as decides what it gives. */
export interface Powers {
  functions: readonly string[];
  needDesensitize: boolean;
}

type Giver = Pick<Identity, 'isOwner' | 'functions' | 'needsMasking'>;

/**
 * Nobody hands out, or takes away, what they do not hold. Rules:
 * 1. The owner holds everything.
 * 2. A function key is given and taken only by somebody who holds it.
 * 3. Seeing numbers unmasked is a power too: whoever sees them masked can only pass on masked sight.
 */
export function refuseBeyond(giver: Giver, keys: Iterable<string>): void {
  if (giver.isOwner) return;
  for (const key of keys) if (!giver.functions.has(key)) throw new Failure('notAllowed', key);
}

/** Rule 3: `masked` is what the other person would see. */
export function refuseUnmasking(giver: Giver, masked: { before: boolean; after: boolean }): void {
  if (!giver.isOwner && giver.needsMasking && masked.before !== masked.after)
    throw new Failure('notAllowed', 'needDesensitize');
}

/** What is in one list and not in the other. */
export function difference<T>(before: Iterable<T>, after: Iterable<T>): T[] {
  const [old, fresh] = [new Set(before), new Set(after)];
  return [...[...old].filter((one) => !fresh.has(one)), ...[...fresh].filter((one) => !old.has(one))];
}

export const keysOf = (roles: readonly Powers[]): string[] => roles.flatMap((role) => role.functions);

/** One role that masks is enough to see everything masked. */
export const isMasked = (roles: readonly Powers[]): boolean => roles.some((role) => role.needDesensitize);
