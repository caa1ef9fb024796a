import { createServer } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';
import { fakeTelephony } from '#adapters/telephony/fake/fake-telephony.ts';
import { openQueueDesk } from '#features/team/agent-groups/server/index.ts';
import { openAgentBoard } from '#features/team/agent-status/server/index.ts';
import { openMonitorBoard } from '#features/voice/monitoring/server/open-monitor-board.ts';
import { openMonitorSockets } from '#features/voice/monitoring/server/monitor-sockets.ts';
import { systemClock } from '#platform/server/clock.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import { openLog } from '#platform/server/log.ts';
import { openMetrics } from '#platform/server/metrics.ts';
import { openChannels } from '#platform/server/realtime/open-channels.ts';
import { openHub } from '#platform/server/realtime/open-hub.ts';
import { openSessions } from '#platform/server/sessions/open-sessions.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';

// One server of the bench, in a process of its own: ours with board, line and monitoring, or bare `ws`.
const [which, databaseUrl, tenant, user] = process.argv.slice(2) as ['ours' | 'bare', string, string, string];
const server = createServer();
const nowMs = (): number => performance.timeOrigin + performance.now();
let before = process.cpuUsage();

const change = which === 'ours' ? await startOurs() : startBare();
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as { port: number }).port }));

process.on('message', (order: { do: 'change'; round: number } | { do: 'measure' }) => {
  if (order.do === 'measure') {
    const { user: inUser, system } = process.cpuUsage(before);
    process.send!({ cpuUs: inUser + system });
    return;
  }
  before = process.cpuUsage();
  process.send!({ atMs: nowMs() });
  void change(order.round);
});

function startBare() {
  const open = new Set<WebSocket>();
  const wss = new WebSocketServer({ server, perMessageDeflate: false, clientTracking: false });
  wss.on('connection', (socket) => {
    open.add(socket);
    socket.on('message', () => {});
    socket.send(JSON.stringify({ code: 0, data: { kind: 'board' }, msg: '' }));
  });
  // As long as what ours says of one agent and their group.
  const filling = 'x'.repeat(900);
  return async (round: number) => {
    const frame = Buffer.from(JSON.stringify({ code: 0, data: { kind: 'changes', round, filling }, msg: '' }));
    for (const socket of open) socket.send(frame, { binary: false });
  };
}

async function startOurs() {
  const db = openDb({ url: databaseUrl, report() {} });
  const telephony = fakeTelephony();
  const world = {
    db,
    telephony,
    clock: systemClock,
    log: openLog('silent'),
    metrics: openMetrics(),
    sessions: openSessions(db, systemClock),
    exchange: { domain: 'openseat.test', node: 'node-1', iceServers: () => [] },
  };
  const board = openAgentBoard(world);
  const queues = openQueueDesk(world, board);
  const monitor = openMonitorBoard(world, { board, queues, desk: { ofTenant: () => [], onChange: () => () => {} } });
  const hub = openHub(world);
  openChannels({ ...world, server, hub, allowedOrigins: [], maxPerPerson: Number.POSITIVE_INFINITY }, [
    openMonitorSockets(monitor),
  ]);
  await world.sessions.start();
  await board.start();
  await queues.start();
  await board.moveIn(Number(tenant));
  await queues.moveIn(Number(tenant));
  monitor.start();
  const agent = { tenantId: Number(tenant), userId: Number(user) };
  await board.load(agent);
  await board.send(agent, { type: 'signedIn', status: AgentStatus.available, nowMs: Date.now() });
  return async (round: number) => {
    await board.send(agent, {
      type: 'statusForced',
      status: round % 2 === 0 ? AgentStatus.meeting : AgentStatus.eating,
      by: 'Sofia',
      nowMs: Date.now(),
    });
  };
}
