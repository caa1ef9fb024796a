import { keepNewest } from './ban-list.ts';
import type { SipEdgeEvent } from './sip-edge.ts';

/** Says what a guard stopped: of what, about which account if any, from where. */
export type Suspect = (what: string, account: string | null, address: string, detail: string) => void;

const SAME_SUSPICION_MS = 10_000;

/** The same thing of the same phone is said once in a while, not a thousand times. */
export function throttleSuspicions(clock: { nowMs(): number }, emit: (event: SipEdgeEvent) => void): Suspect {
  const lastAtMs = new Map<string, number>();
  return (what, account, address, detail) => {
    const key = `${what}\n${account}\n${address}`;
    const nowMs = clock.nowMs();
    if (nowMs - (lastAtMs.get(key) ?? -SAME_SUSPICION_MS) < SAME_SUSPICION_MS) return;
    keepNewest(lastAtMs, key, nowMs);
    emit({ type: 'suspicious', what, account, address, detail });
  };
}
