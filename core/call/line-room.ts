import { isOpenAt, typesFor } from './choose-routes.ts';
import type { LimitUse, RouterFact, TrunkFact } from './plan-facts.ts';
import type { CallPurpose } from './route-choices.ts';

/** How many calls may begin over a route at this moment. The plan of each call asks again, and has the last word. */
export type LineRoom =
  /** There is no such route, or nothing leads out of the house by it. */
  | { is: 'missing' }
  /** Outside of the route's hours. */
  | { is: 'closed' }
  /** What the team may spend on a day is spent. */
  | { is: 'spent' }
  | {
      is: 'open';
      /** Calls at once that are left. */ lines: number;
      /** Calls that may begin within this second. */ starts: number;
    };

export interface RoomFacts {
  purpose: CallPurpose;
  /** 0 for the default routes. */
  routerId: number;
  nowMs: number;
  routers: readonly RouterFact[];
  trunks: readonly TrunkFact[];
  /** Of the whole tenant. */
  limits: readonly LimitUse[];
}

/** By the trunks of the routes that may be taken, and the limits of the tenant. */
export function lineRoom({ purpose, routerId, nowMs, routers, trunks, limits }: RoomFacts): LineRoom {
  const usable = routers.filter(
    ({ id, enabled, type }) => enabled && typesFor[purpose].includes(type) && (routerId === 0 || id === routerId),
  );
  const takesAll = routerId === 0 && routers.length === 0;
  if (usable.length === 0 && !takesAll) return { is: 'missing' };
  const open = usable.filter((router) => isOpenAt(router, nowMs));
  const ids = new Set((open.length > 0 ? open : usable).flatMap((router) => router.trunks.map(({ id }) => id)));
  const lines = trunks.filter(({ id, enabled }) => enabled && (takesAll || ids.has(id)));
  if (lines.length === 0) return { is: 'missing' };
  if (open.length === 0 && !takesAll) return { is: 'closed' };
  if (limits.some(({ kind, used, max }) => kind === 'costPerDay' && used >= max)) return { is: 'spent' };
  const left = (max: number | null, used: number): number => (max === null ? Infinity : Math.max(0, max - used));
  const sum = (of: (trunk: TrunkFact) => number): number => lines.reduce((total, trunk) => total + of(trunk), 0);
  const ofLimit = (kind: LimitUse['kind']): number =>
    Math.min(Infinity, ...limits.flatMap((limit) => (limit.kind === kind ? [left(limit.max, limit.used)] : [])));
  return {
    is: 'open',
    lines: Math.min(
      sum(({ maxCalls, calls }) => left(maxCalls, calls)),
      ofLimit('concurrent'),
    ),
    starts: Math.min(
      sum(({ maxPerSec, callsThisSec }) => left(maxPerSec, callsThisSec)),
      ofLimit('callsPerSecond'),
    ),
  };
}
