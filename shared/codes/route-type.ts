import { codes, type CodeOf } from '../codes.ts';

/** What a route is for (specification P9). */
export const RouteType = codes({
  autoDial: { code: 1, key: 'routeType.autoDial' },
  manualCall: { code: 2, key: 'routeType.manualCall' },
  inbound: { code: 3, key: 'routeType.inbound' },
  outbound: { code: 4, key: 'routeType.outbound' },
});
export type RouteType = CodeOf<typeof RouteType>;
