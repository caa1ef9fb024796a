import type { LineAccount } from '../phone/phone-line.port.ts';
import type { LineStatistics } from '../quality/line-statistics.ts';

/**
 * Why a test call came to nothing. `connect`: no connection, or no answer. `register`: the exchange does not take the account.
 * `unanswered`: nobody took the call. `lost`: it ended before its time. `silent`: no sound arrived.
 */
export const testFaults = ['connect', 'register', 'unanswered', 'lost', 'silent'] as const;
export type TestFault = (typeof testFaults)[number];

/** A telephone that only tests lines: an account, a connection and sound of its own, so that the agent's calls feel nothing of it. */
export interface ProbePhone {
  /** Connects and registers over the line of the account; a line that was open is closed. */
  open(account: LineAccount): void;
  /** `isHeard`: the person hears what is said, on this device (null is the system's own). */
  call(number: string, listening: { isHeard: boolean; sink: string | null }): void;
  /** Hangs up and disconnects; nothing is told of it. */
  close(): void;
  /** The answer stops it. */
  onEvent(listener: (event: ProbePhoneEvent) => void): () => void;
}

export type ProbePhoneEvent =
  | { type: 'registered' }
  | { type: 'answered' }
  /** Once a second of a call that was answered. */
  | { type: 'heard'; statistics: LineStatistics }
  /** It is over; nothing follows. */
  | { type: 'failed'; why: TestFault };

/** What a browser finds of ways for sound: packets by UDP at all, and a relay where one is set up. */
export interface WaysFound {
  udp: boolean;
  /** `none`: there is no relay to reach. */
  relay: 'reached' | 'unreached' | 'none';
}

/** Looks for ways, at most for a few seconds. */
export type FindWays = (servers: LineAccount['iceServers']) => Promise<WaysFound>;
