import type { gatewayStates, registrationStates, TrunkTrouble } from '#core/trunk/trunk-words.ts';

/** As much of a trunk's state as tells whether it works. */
export interface TrunkStanding {
  at: 'off' | 'opening' | 'open' | 'failed';
  registration: { at: (typeof registrationStates)[number]; until: string | null; retryAt: string | null };
  gateways: readonly { host: string; at: (typeof gatewayStates)[number]; roundTripMs: number | null }[];
  fault: { what: TrunkTrouble; detail: string } | null;
}

/** How a trunk is, in one sentence: which, how bad, and what stands in it. */
export interface TrunkHealth {
  says:
    | 'off'
    | 'opening'
    | 'failed'
    | 'registered'
    | 'registering'
    | 'wrongPassword'
    | 'refused'
    | 'unreachable'
    | 'answered'
    | 'silent'
    | 'unasked';
  tone: 'green' | 'warning' | 'red' | 'grey';
  /** When a registration ends or is tried again, as it came. */
  at: string | null;
  host: string;
  ms: number | null;
  detail: string;
}

/**
 * Rules:
 * 1. Off and not opened count before everything else.
 * 2. With a registration that one tells: a wrong password is told as such, because only a person can mend it.
 * 3. Registered, or without a registration, the gateways tell: one that answers is enough.
 */
export function trunkHealth({ at, registration, gateways, fault }: TrunkStanding): TrunkHealth {
  const up = gateways.find((gateway) => gateway.at === 'up');
  const asHealth = (says: TrunkHealth['says'], tone: TrunkHealth['tone'], when: string | null = null): TrunkHealth => ({
    says,
    tone,
    at: when,
    host: (up ?? gateways[0])?.host ?? '',
    ms: up?.roundTripMs ?? null,
    detail: fault?.detail ?? '',
  });
  if (at === 'off') return asHealth('off', 'grey');
  if (at === 'opening') return asHealth('opening', 'warning');
  if (at === 'failed') return asHealth('failed', 'red');
  const isSilent = gateways.length > 0 && gateways.every((gateway) => gateway.at === 'down');
  switch (registration.at) {
    case 'registering':
      return asHealth('registering', 'warning');
    case 'refused':
      return asHealth(fault?.what === 'wrongPassword' ? 'wrongPassword' : 'refused', 'red', registration.retryAt);
    case 'unreachable':
      return asHealth('unreachable', 'red', registration.retryAt);
    case 'registered':
      return isSilent ? asHealth('silent', 'red') : asHealth('registered', 'green', registration.until);
    case 'off':
      if (up) return asHealth('answered', 'green');
      return isSilent ? asHealth('silent', 'red') : asHealth('unasked', 'warning');
  }
}
