import type { IsOurHost } from './our-hosts.ts';
import type { EdgePhone } from './phone.ts';
import type { EdgePhoneCall } from './phone-call.ts';
import type { SipTimers } from './sip-timers.ts';

/** What calls need of the edge around them. */
export interface CallWorld {
  domain: string;
  isOurs: IsOurHost;
  timers: SipTimers;
  nowMs(): number;
  report(problem: unknown): void;
  suspicious(what: string, phone: EdgePhone, detail: string): void;
  /** The call of any account whose dialog has this Call-ID and these tags. */
  findDialog(
    callId: string,
    tags: readonly [string, string],
  ): { call: EdgePhoneCall<EdgePhone>; account: string } | null;
  /** Commands and callbacks may come at any moment; nothing of them may stop the edge. */
  guard(work: () => void): void;
}
