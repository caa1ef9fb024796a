import { createServer } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';
import { systemClock } from '#platform/server/clock.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import { openLog } from '#platform/server/log.ts';
import { openMetrics } from '#platform/server/metrics.ts';
import { openChannels } from '#platform/server/realtime/open-channels.ts';
import { openHub } from '#platform/server/realtime/open-hub.ts';
import { openSequencer } from '#platform/server/realtime/open-sequencer.ts';
import { userChannelOf } from '#platform/server/realtime/user-channel.ts';
import { openSessions } from '#platform/server/sessions/open-sessions.ts';

// One server of the bench, in a process of its own: `ours` with the whole realtime part, or bare `ws`.
const [which, databaseUrl] = process.argv.slice(2) as ['ours' | 'bare', string];
const server = createServer();
/** What one event weighs on the wire, the same for both. */
const body = { conversation: 12_345, text: 'A message of the length people write', at: '2026-11-15 10:00:00' };

const fanOut = which === 'ours' ? await startOurs() : startBare();
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as { port: number }).port }));

/** Looks until the memory that opening needed for a moment, on either side, is given back. */
const LOOKS_AT_REST = 8;
const LOOK_EVERY_MS = 400;

process.on('message', async (order: { do: 'measure'; atRest: boolean } | { do: 'send'; times: number }) => {
  if (order.do === 'measure') {
    for (let look = 0; order.atRest && look < LOOKS_AT_REST; look += 1) {
      globalThis.gc!();
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    globalThis.gc!();
    process.send!({
      rss: process.memoryUsage().rss,
      heap: process.memoryUsage().heapUsed + process.memoryUsage().external,
      cpuUs: process.cpuUsage().user + process.cpuUsage().system,
    });
  } else void fanOut(order.times);
});

function startBare() {
  const open = new Set<WebSocket>();
  const wss = new WebSocketServer({ server, perMessageDeflate: false, clientTracking: false });
  wss.on('connection', (socket) => {
    open.add(socket);
    socket.on('message', () => {});
    socket.send(JSON.stringify({ code: 0, data: { kind: 'ready', id: 0, newest: 0 }, msg: '' }));
  });
  return async (times: number) => {
    for (let i = 1; i <= times; i += 1) {
      const frame = Buffer.from(
        JSON.stringify({ code: 0, data: { kind: 'event', id: i, event: 'bench.message', body }, msg: '' }),
      );
      for (const socket of open) socket.send(frame, { binary: false });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
}

async function startOurs() {
  const db = openDb({ url: databaseUrl, report() {} });
  const world = {
    db,
    clock: systemClock,
    log: openLog('silent'),
    metrics: openMetrics(),
    sessions: openSessions(db, systemClock),
    server,
    allowedOrigins: [],
    maxPerPerson: Number.POSITIVE_INFINITY,
  };
  const hub = openHub(world);
  openChannels({ ...world, hub }, [userChannelOf()]);
  await world.sessions.start();
  await hub.start();
  await openSequencer(world).start();
  const tenantId = Number(process.argv[4]);
  return async (times: number) => {
    for (let i = 1; i <= times; i += 1) {
      await db.tenant({ tenantId }, (tx) => tx.push({ kind: 'bench.message', body }));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
}
