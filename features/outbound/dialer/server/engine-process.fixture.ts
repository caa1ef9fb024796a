import { randomUUID } from 'node:crypto';
import { flushCompileCache } from 'node:module';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import type { CampaignCallEvent, CampaignDesk } from '#core/call/campaign-call.ts';
import { systemClock } from '#platform/server/clock.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import { fencedDb } from '#platform/server/homes/homes.ts';
import { openHomes } from '#platform/server/homes/open-homes.ts';
import { openLog } from '#platform/server/log.ts';
import { systemTimer } from '#platform/server/timer.ts';
import type { EngineParts } from './engine-parts.ts';
import { openCampaignEngine } from './open-engine.ts';

// A process that dials for one tenant once it is its home, for tests that kill it: `<database> <tenant> <port of the carrier> [atOnce]`.
const [url, tenant, port, follows] = process.argv.slice(2) as [string, string, string, string | undefined];
const tenantId = Number(tenant);
const db = openDb({ url, max: 6, report() {} });
const log = openLog('silent');
const homes = openHomes({ db, log });
const carrier = connect(Number(port), '127.0.0.1');

/** What the carrier tells of a call, as the desk tells it. */
const listeners = new Set<(event: CampaignCallEvent) => void>();
createInterface({ input: carrier }).on('line', (line) => {
  const event = { tenantId, atMs: Date.now(), ...JSON.parse(line) } as CampaignCallEvent;
  for (const listener of listeners) listener(event);
});
const desk: CampaignDesk = {
  dial: ({ callId, number }) => void carrier.write(`${callId} ${number} ${process.pid}\n`),
  offer: async () => false,
  end() {},
  onEvent(listener) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
const settings = { wrapUpMs: 0, language: 'es-MX' } as never;
const parts = {
  db: fencedDb(db, homes),
  clock: systemClock,
  log,
  after: systemTimer,
  desk,
  plans: {
    autoDialMany: async (_tenantId, asks) =>
      asks.map(({ number }) => ({ number, country: 'MX', trunks: [], displayNumber: '', routerId: 0, settings })),
    outboundEnded: async () => {},
    giveBack: async () => {},
    whyNotNow: async () => null,
  },
  board: { ofTenant: () => [], send: async () => ({}) as never, onChange: () => () => {} },
  queues: { of: async () => ({ serving: () => new Map() }) as never, waiting: () => [], group: async () => null },
  room: async () => ({ is: 'open', lines: Infinity, starts: Infinity }),
  doors: () => [],
  flows: null,
  machine: { roomForFlows: () => Infinity },
  newCallId: randomUUID,
} satisfies EngineParts;
const engine = openCampaignEngine(parts, homes);
homes.settle({
  moveIn: (one) => engine.moveIn(one),
  moveOut: (one) => engine.moveOut(one),
  leftBehind: engine.leftBehind,
});
await homes.start('http://127.0.0.1:9');
await engine.start();
flushCompileCache();
process.send?.('ready');
// Whoever dies is followed as in the house, or at once where it is about what is dialled and not about how soon.
if (follows === 'atOnce')
  setInterval(() => {
    if (homes.isHere(tenantId)) return;
    homes.missed(tenantId, 'http://127.0.0.1:9');
    void homes.find(tenantId).catch(() => {});
  }, 100);
