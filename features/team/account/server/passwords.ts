import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Counter, type Registry } from 'prom-client';
import { Failure } from '#shared/errors.ts';

/** Hashes and compares passwords, a few at a time, so that a flood of sign-ins leaves the server time for its users. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** `known` is null when there is no such account, or no password: it takes as long, and is never right. */
  verify(known: string | null, password: string): Promise<boolean>;
}

export interface PasswordCost {
  /** In KiB. */
  memoryCost: number;
  timeCost: number;
}

/** Argon2id; about 45 ms and 19 MiB each. */
const COST: PasswordCost = { memoryCost: 19_456, timeCost: 2 };
const AT_ONCE = Math.max(1, Math.min(4, availableParallelism()));
/** Longer would mean answers that nobody waits for any more. */
const MAX_WAITING = 500;

export function openPasswords(registry?: Registry, cost = COST): Passwords {
  const options = { ...cost, parallelism: 1 };
  const work = fewAtOnce(AT_ONCE, MAX_WAITING);
  const counter = counterIn(registry);
  let nobody: Promise<string> | null = null;
  return {
    hash(password) {
      counter.inc({ what: 'hash' });
      return work(() => hash(password, options));
    },
    async verify(known, password) {
      nobody ??= hash('nobody has this password', options);
      const dummy = await nobody;
      const against = known?.startsWith('$argon2') ? known : dummy;
      counter.inc({ what: 'verify' });
      const right = await work(() => verify(against, password).catch(() => false));
      return right && against !== dummy;
    },
  };
}

const COUNTER = 'openseat_password_checks_total';

function counterIn(registry?: Registry): Counter<'what'> {
  const there = registry?.getSingleMetric(COUNTER) as Counter<'what'> | undefined;
  return (
    there ??
    new Counter({
      name: COUNTER,
      help: 'Passwords hashed or compared',
      labelNames: ['what'] as const,
      registers: registry ? [registry] : [],
    })
  );
}

function fewAtOnce(max: number, maxWaiting: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= max) {
      if (waiting.length >= maxWaiting) throw new Failure('unavailable');
      // Whoever ends hands over the place, so that nobody slips in between.
      await new Promise<void>((go) => waiting.push(go));
    } else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
