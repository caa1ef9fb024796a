import type { TrunkFault, TrunkState } from '#core/trunk/trunk-state.ts';
import { toWireTime } from '#shared/wire-time.ts';
import type { SipGateway, SipTrunkFault, SipTrunkState } from '../contract.ts';

const orNever = (atMs: number | null): string | null => (atMs === null ? null : toWireTime(atMs));

const shownFault = ({ what, detail, atMs }: TrunkFault): SipTrunkFault => ({
  what,
  detail: detail.slice(0, 200),
  at: toWireTime(atMs),
});

/** How an open line is, as its page reads it. */
export const shownState = ({
  registration,
  gateways,
  calls,
  placed,
  received,
  lastFault,
}: TrunkState): SipTrunkState => ({
  at: 'open',
  registration: {
    at: registration.at,
    until: orNever(registration.untilMs),
    retryAt: orNever(registration.retryAtMs),
  },
  gateways: gateways.map(({ server, at, addresses, roundTripMs }) => ({
    host: server.host,
    at,
    addresses,
    roundTripMs,
  })),
  calls,
  placed,
  received,
  fault: lastFault && shownFault(lastFault),
});

/** How a line is that nobody keeps open. */
export const closedState = (
  at: 'off' | 'opening' | 'failed',
  gateways: readonly SipGateway[],
  fault: TrunkFault | null = null,
): SipTrunkState => ({
  at,
  registration: { at: 'off', until: null, retryAt: null },
  gateways: gateways.map(({ host }) => ({ host, at: 'unknown', addresses: [], roundTripMs: null })),
  calls: { outgoing: 0, incoming: 0 },
  placed: 0,
  received: 0,
  fault: fault && shownFault(fault),
});
