import { operatorsApi } from '#features/operator/operators/contract.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer } from '#platform/web/page.fixture.tsx';
import { tenantsApi, type InstallationFigures, type TenantDetail, type TenantRow } from '../contract.ts';

export const anOperator = aViewer({ name: 'Otto', isOperator: true, voiceSeat: false, textSeat: false });

export const aTenant = (some: Partial<TenantRow> = {}): TenantRow => ({
  id: 4,
  name: 'Aurora Travel',
  company: 'Aurora Travel S.A.',
  companyDomain: 'aurora.example',
  foundedAt: '2026-01-05 10:00:00',
  state: 'active',
  stateWhy: '',
  stateAt: null,
  deleteAt: null,
  isDemo: false,
  isMine: false,
  members: 12,
  voiceSeats: { used: 8, limit: 10 },
  textSeats: { used: 3, limit: null },
  callsNow: 2,
  callsToday: 140,
  calls30Days: 3_210,
  storageBytes: 4_200_000_000,
  storageLimit: 10_000_000_000,
  currency: 'USD',
  balanceE4: 1_255_000,
  heldE4: 5_000,
  campaignsStopped: false,
  trunksDown: 0,
  failingJobs: 0,
  lastSignInAt: '2026-11-17 09:00:00',
  troubles: [],
  countedAt: '2026-11-17 09:00:00',
  ...some,
});

export const aTenantDetail = (some: Partial<TenantDetail> = {}): TenantDetail => ({
  ...aTenant(),
  plan: {
    voiceSeats: 10,
    textSeats: null,
    callsAtOnce: 20,
    storageBytes: 10_000_000_000,
    countries: ['MX'],
    aiFlows: true,
    accountMode: 'standard',
    kind: 'standard',
    paidUntil: null,
    ownLinesFree: true,
    creditE4: 500_000,
  },
  owners: [{ name: 'Valeria', email: 'owner@aurora.example', lastSignInAt: null }],
  language: 'es-MX',
  timeZone: 'America/Mexico_City',
  days: [{ day: new Date().toISOString().slice(0, 10), calls: 12, minutes: 30 }],
  exports: [],
  awaitsExport: false,
  helps: [],
  ...some,
});

export const someFigures: InstallationFigures = {
  tenants: { active: 3, suspended: 1, closed: 0 },
  inTrouble: 1,
  people: 40,
  callsNow: 7,
  callsToday: 300,
  storageBytes: 9_000_000_000,
  freeBytes: 50_000_000_000,
};

interface Answers {
  rows?: TenantRow[];
  detail?: TenantDetail;
  /** Answers of other calls, by their path with its parameters. */
  more?: Record<string, { code?: number; data?: unknown; msg?: string }>;
}

/** The server as the console's pages ask it; tells what was sent to a path. */
export function consoleServer({ rows = [aTenant()], detail = aTenantDetail(), more = {} }: Answers = {}) {
  const answers: typeof more = {
    [tenantsApi.figures.path]: { data: someFigures },
    [tenantsApi.page.path]: { data: { list: rows, total: rows.length } },
    [at(tenantsApi.detail.path)]: { data: detail },
    [at(tenantsApi.people.path)]: { data: { list: [], total: 0 } },
    [operatorsApi.log.path]: { data: { list: [], total: 0, totalCapped: false } },
    ...more,
  };
  const asked = fakeServer(({ url }) => answers[url.split('?')[0]!] ?? { data: null });
  return { sent: (path: string) => asked.filter(({ url }) => url === at(path)).map(({ body }) => body) };
}

/** A path of the contract for the tenant these tests are about. */
export const at = (path: string): string => path.replace('{id}', '4');
