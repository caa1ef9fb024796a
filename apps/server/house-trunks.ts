import type { Trunks } from '#core/trunk/trunks.port.ts';

/** Carriers of this exchange are lines of its edge; the product opens none itself. */
export const houseTrunks = (): Trunks => ({
  put: async () => {},
  take: async () => {},
  state: () => null,
  find: async () => {},
  check: async () => {},
  register: async () => {},
  tryCall: async () => ({ at: 'refused', status: 503 }),
  reach: () => ({ address: null, ports: {}, transports: [], rtpPorts: null }),
  lent: () => [],
  lendable: () => [],
  lend: () => {},
});
