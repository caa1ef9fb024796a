import { rehearsalApi } from '#features/voice/rehearsal/contract.ts';
import type { Trunk } from '#features/voice/call-routes/contract.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import {
  NEW_SIP_TRUNK,
  trunksApi,
  type LentTrunk,
  type SipTrunk,
  type SipTrunkState,
  type SipTrunkTest,
} from '../contract.ts';
import { sipTrunks } from './index.ts';
import TrunksPage from './trunks-page.tsx';

export const aState = (some: Partial<SipTrunkState> = {}): SipTrunkState => ({
  at: 'open',
  registration: { at: 'registered', until: '2026-11-17 14:05:00', retryAt: null },
  gateways: [{ host: 'sip.north.example', at: 'up', addresses: ['203.0.113.5'], roundTripMs: 23 }],
  calls: { outgoing: 2, incoming: 1 },
  placed: 9,
  received: 4,
  fault: null,
  ...some,
});

export const aTrunk = (some: Partial<SipTrunk> = {}): SipTrunk => ({
  ...NEW_SIP_TRUNK,
  name: 'North',
  domain: 'sip.north.example',
  gateways: [{ host: 'sip.north.example', port: null, transport: null }],
  account: { user: 'acme', authUser: '', password: '' },
  register: { seconds: 600 },
  id: 1,
  version: 4,
  hasPassword: true,
  rootFacts: [],
  carrier: 'sip-1',
  trunkId: 11,
  routes: [{ id: 7, name: 'Mexico' }],
  state: aState(),
  test: null,
  ...some,
});

export const aHeld = (some: Partial<Trunk> = {}): Trunk => ({
  id: 11,
  name: 'North',
  carrier: 'sip-1',
  enabled: true,
  maxCalls: 100,
  callsPerSec: 20,
  emergency: false,
  emergencyAddress: '',
  isRehearsal: false,
  isKnown: true,
  calls: 3,
  prices: 2,
  routes: [{ id: 7, name: 'Mexico' }],
  version: 3,
  ...some,
});

export const aTest = (some: Partial<SipTrunkTest> = {}): SipTrunkTest => ({
  testId: 'one',
  startedAt: '2026-11-17 13:00:00',
  isOver: false,
  steps: [
    { step: 'names', outcome: 'running', detail: '', ms: null, trouble: null },
    { step: 'registration', outcome: 'waiting', detail: '', ms: null, trouble: null },
    { step: 'options', outcome: 'waiting', detail: '', ms: null, trouble: null },
    { step: 'call', outcome: 'skipped', detail: '', ms: null, trouble: null },
  ],
  ...some,
});

export const doorway = {
  address: '198.51.100.7',
  ports: { udp: 5060, tcp: 5060, tls: null },
  rtpPorts: { first: 20_000, last: 20_999 },
  transports: ['udp', 'tcp'],
};

export const EDITOR = ['trunks.view', 'trunks.edit', 'routes.view', 'routes.edit', 'rehearsal.edit'];

interface Shown {
  trunks?: SipTrunk[];
  held?: Trunk[];
  lent?: LentTrunk[];
  functions?: string[];
  /** Answers of other calls, by their address or the word they are told apart by. */
  answers?: Record<string, { code?: number; data?: unknown; msg?: string }>;
}

/** Shows the page; what was asked is told by its address, or by `path` where several calls share one. */
export async function showTrunks({
  trunks = [aTrunk()],
  held = [aHeld()],
  lent = [],
  functions = EDITOR,
  answers = {},
}: Shown = {}) {
  const usual: typeof answers = {
    [trunksApi.list.path]: { data: { trunks, lent, doorway } },
    [trunksApi.create.path]: { data: { id: 5 } },
    'line.list': { data: held },
    'line.create': { data: { id: 12 } },
    [rehearsalApi.trunk.path]: { data: { isThere: false, numbers: [] } },
  };
  const nameOf = (url: string, body: unknown) => (body as { path?: string } | null)?.path ?? url;
  const asked = fakeServer(({ url, body }) => ({ ...usual, ...answers })[nameOf(url, body)] ?? { data: null });
  await showPage(<TrunksPage />, {
    at: '/settings/trunks',
    viewer: aViewer({ functions: new Set(functions) }),
    feature: sipTrunks,
  });
  return {
    sent: (name: string) => asked.filter(({ url, body }) => nameOf(url, body) === name).map(({ body }) => body),
  };
}
