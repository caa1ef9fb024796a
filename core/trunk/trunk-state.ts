import type { gatewayStates, registrationStates, TrunkTrouble } from './trunk-words.ts';
import type { NamedServer } from './trunk-settings.ts';

export interface TrunkFault {
  what: TrunkTrouble;
  /** A status, a name or a code of the network, as it was met. */
  detail: string;
  atMs: number;
}

/** `refused` waits for minutes: whoever tries a wrong password again and again is shut out. */
export interface RegistrationState {
  at: (typeof registrationStates)[number];
  untilMs: number | null;
  retryAtMs: number | null;
}

export interface GatewayState {
  server: NamedServer;
  at: (typeof gatewayStates)[number];
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

/** Whether anybody can be reached over it, as far as it is known; one that is not open reaches nobody. */
export const isTrunkUp = (state: Pick<TrunkState, 'gateways'> | null): boolean =>
  state !== null && state.gateways.some(({ at }) => at !== 'down');
