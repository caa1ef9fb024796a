import type { ReactNode } from 'react';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { RouteType } from '#shared/codes/route-type.ts';
import { routesApi, type NumberChoice, type NumberPool, type Route, type Trunk } from '../contract.ts';
import { callRoutes } from './index.ts';
import RoutesPage from './routes-page.tsx';

export const aTrunk = (some: Partial<Trunk> = {}): Trunk => ({
  id: 1,
  name: 'Main',
  carrier: 'rehearsal',
  enabled: true,
  maxCalls: 30,
  callsPerSec: null,
  emergency: false,
  emergencyAddress: '',
  isRehearsal: true,
  isKnown: true,
  calls: 4,
  prices: 2,
  routes: [{ id: 7, name: 'Mexico' }],
  version: 3,
  ...some,
});

export const aRoute = (some: Partial<Route> = {}): Route => ({
  id: 7,
  name: 'Mexico',
  type: RouteType.manualCall,
  countries: ['MX'],
  hours: { kind: 'calendar', calendarId: 5 },
  calendarName: 'Office',
  isOpen: false,
  enabled: true,
  strategy: 'order',
  trunks: [
    { trunkId: 1, name: 'Main', enabled: true, weight: 1 },
    { trunkId: 2, name: 'Spare', enabled: false, weight: 1 },
  ],
  numberStrategy: 'inTurns',
  numbers: 2,
  groups: [{ id: 3, name: 'Sales' }],
  version: 9,
  ...some,
});

export const aNumber = (id: number, some: Partial<NumberChoice> = {}): NumberChoice => ({
  kind: 'did',
  id,
  number: `5255500000${id}`,
  remark: '',
  countryIso2: 'MX',
  routerId: null,
  ...some,
});

const counted = { shownToday: 0, lastShownAt: null, unanswered: 0, restsUntil: null };
const pool: NumberPool = {
  routerId: 7,
  version: 4,
  strategy: 'fixed',
  restAfter: null,
  restMinutes: 60,
  numbers: [
    { ...aNumber(11), ...counted, shownToday: 3, restsUntil: '2026-11-17 20:00:00' },
    { ...aNumber(12), ...counted },
  ],
};

/** Shows the page, or a panel of it, with two trunks and a route, unless the test says otherwise; what was asked is told by its `path`. */
export async function showRoutes(
  at = '/settings/routes',
  {
    functions = ['routes.view', 'routes.edit', 'call-limits.view'],
    answers = {},
    page = <RoutesPage />,
  }: { functions?: string[]; answers?: Record<string, unknown>; page?: ReactNode } = {},
) {
  const all: Record<string, unknown> = {
    list: [aRoute()],
    'line.list': [aTrunk(), aTrunk({ id: 2, name: 'Spare', enabled: false, calls: 0, routes: [], prices: 0 })],
    'costs.page': { list: [{ prefix: '52', perMinute: 1.25 }], total: 1, currency: 'USD' },
    'costs.clear': { removed: 1 },
    numberPool: pool,
    'numberPool.choices': [aNumber(11), aNumber(12), aNumber(13, { remark: 'Spring' }), aNumber(14)],
    create: { id: 8 },
    [routesApi.planPeople.path]: [{ userId: 21, name: 'Ana', sipNum: '2000001' }],
    ...answers,
  };
  const asked = fakeServer(({ url, body }) => {
    const { path } = (body ?? {}) as { path?: string };
    return { data: all[path ?? url] ?? null };
  });
  await showPage(page, { at, viewer: aViewer({ functions: new Set(functions) }), feature: callRoutes });
  return {
    /** What was sent to one of the calls, without the word that names it. */
    sent: (path: string) =>
      asked
        .filter(({ url, body }) => url === path || (body as { path?: string } | null)?.path === path)
        .map(({ body }) => {
          const { path: _path, ...rest } = body as { path?: string };
          return rest;
        }),
  };
}
