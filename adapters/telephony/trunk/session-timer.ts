import type { After } from '#core/timers.ts';

/** Session timers (RFC 4028): a call nobody renews is dead, and is ended by whoever notices. */
export interface SessionAgreement {
  seconds: number;
  refresher: 'us' | 'them';
}

/** RFC 4028 allows no less. */
export const LEAST_SESSION_SEC = 90;
/** Carriers may take our wish as it is: what is longer, routers on the way would have forgotten. */
export const SESSION_SEC = 1_800;
const MAX_SESSION_SEC = 86_400;

/** What our request says about it. */
export const timerWish = (seconds: number, leastSec: number, refresher?: 'us' | 'them'): string[] => [
  `Session-Expires: ${Math.max(seconds, leastSec)}${refresher ? `;refresher=${refresher === 'us' ? 'uac' : 'uas'}` : ''}`,
  `Min-SE: ${leastSec}`,
];

/** What a request asked for that is shorter than anybody may ask. */
export const isTooShort = (sessionExpires: string | undefined): boolean => {
  const seconds = secondsIn(sessionExpires);
  return seconds > 0 && seconds < LEAST_SESSION_SEC;
};

/** Our answer to what a request of theirs asked for: as they wish, and who asked renews where it can. */
export function timerAnswer(
  sessionExpires: string | undefined,
  supported: string | undefined,
): { headers: string[]; agreement: SessionAgreement | null } {
  const seconds = secondsIn(sessionExpires);
  if (seconds === 0) return { headers: [], agreement: null };
  const can = /\btimer\b/i.test(supported ?? '');
  const refresher = refresherIn(sessionExpires) ?? (can ? 'uac' : 'uas');
  return {
    headers: [`Session-Expires: ${seconds};refresher=${refresher}`, ...(refresher === 'uac' ? ['Require: timer'] : [])],
    agreement: { seconds, refresher: refresher === 'uac' ? 'them' : 'us' },
  };
}

/** What their answer to a request of ours settled; null when they want no timer. */
export function timerSettled(sessionExpires: string | undefined): SessionAgreement | null {
  const seconds = secondsIn(sessionExpires);
  // The roles are those of this one request, and swap with the next.
  return seconds === 0 ? null : { seconds, refresher: refresherIn(sessionExpires) === 'uas' ? 'them' : 'us' };
}

/** How long a session must last at least, as a 422 says. */
export const leastSecondsIn = (minSe: string | undefined): number => Math.min(secondsIn(minSe), MAX_SESSION_SEC);

/** Counts one call's time: renews it half way, or gives it up shortly before it ends. */
export class SessionTimer {
  agreement: SessionAgreement | null = null;
  readonly #after: After;
  readonly #due: { refresh(): void; lapsed(): void };
  #stop: () => void = () => {};

  constructor(after: After, due: { refresh(): void; lapsed(): void }) {
    this.#after = after;
    this.#due = due;
  }

  agree(agreement: SessionAgreement | null): void {
    this.stop();
    this.agreement = agreement;
    if (!agreement) return;
    const { seconds, refresher } = agreement;
    this.#stop =
      refresher === 'us'
        ? this.#after(seconds * 500, () => this.#due.refresh())
        : this.#after((seconds - Math.min(32, seconds / 3)) * 1_000, () => this.#due.lapsed());
  }

  stop(): void {
    this.#stop();
    this.#stop = () => {};
  }
}

const secondsIn = (header: string | undefined): number => {
  const seconds = Number(/^\s*(\d{1,9})/.exec(header ?? '')?.[1] ?? 0);
  return Math.min(seconds, MAX_SESSION_SEC);
};
const refresherIn = (header: string | undefined): 'uac' | 'uas' | undefined =>
  /;\s*refresher\s*=\s*(uac|uas)\b/i.exec(header ?? '')?.[1]?.toLowerCase() as 'uac' | 'uas' | undefined;
