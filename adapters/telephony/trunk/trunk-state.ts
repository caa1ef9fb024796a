import type { NamedServer } from './resolve.ts';

/** What went wrong, in words a screen has texts for. */
export type TrunkTrouble =
  | 'wrongPassword'
  | 'forbidden'
  | 'refused'
  | 'unreachable'
  | 'nameUnknown'
  | 'certificate'
  | 'nonsense'
  | 'noCommonSound'
  | 'noPorts'
  | 'tooManyCalls'
  | 'tooManyPerSecond';

export interface TrunkFault {
  what: TrunkTrouble;
  /** A status, a name or a code of the network, as it was met. */
  detail: string;
  atMs: number;
}

/** `refused` waits for minutes: whoever tries a wrong password again and again is shut out. */
export interface RegistrationState {
  at: 'off' | 'registering' | 'registered' | 'refused' | 'unreachable';
  untilMs: number | null;
  retryAtMs: number | null;
}

export interface GatewayState {
  server: NamedServer;
  at: 'unknown' | 'up' | 'down';
  addresses: string[];
  roundTripMs: number | null;
}

/** How a trunk is now: plain data for a screen. */
export interface TrunkState {
  registration: RegistrationState;
  gateways: GatewayState[];
  calls: { outgoing: number; incoming: number };
  placed: number;
  received: number;
  lastFault: TrunkFault | null;
}
