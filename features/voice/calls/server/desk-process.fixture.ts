import { randomUUID } from 'node:crypto';
import { flushCompileCache } from 'node:module';
import { setTimeout as passes } from 'node:timers/promises';
import { diskFiles } from '#adapters/files/disk/disk-files.ts';
import { fakeTelephony } from '#adapters/telephony/fake/fake-telephony.ts';
import { openQueueDesk } from '#features/team/agent-groups/server/index.ts';
import { openAgentBoard } from '#features/team/agent-status/server/index.ts';
import { openCallHolds } from '#features/money/charges/server/index.ts';
import { openCallBook } from '#features/voice/call-records/server/index.ts';
import { openCallPlans } from '#features/voice/call-routes/server/index.ts';
import { emptyCatalogue } from '#platform/server/catalogue.ts';
import { systemClock } from '#platform/server/clock.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import { openLog } from '#platform/server/log.ts';
import { openMetrics } from '#platform/server/metrics.ts';
import { openSessions } from '#platform/server/sessions/open-sessions.ts';
import { openCallDesk } from './open-call-desk.ts';

// A process with the calls of one tenant, for tests that kill it: `<database> <tenant> <folder> <calls|looks>`. It moves in, tells of it, and
// calls one number after another; each is answered, and every other hangs up by itself. One that only looks after what was left calls nobody.
const [url, tenant, folder, task] = process.argv.slice(2) as [string, string, string, 'calls' | 'looks'];
const tenantId = Number(tenant);
const db = openDb({ url, max: 6, report() {} });
const clock = systemClock;
const telephony = fakeTelephony();
const world = {
  db,
  clock,
  telephony,
  log: openLog('silent'),
  files: diskFiles(folder),
  catalogue: emptyCatalogue(),
  metrics: openMetrics(),
  sessions: openSessions(db, clock),
  exchange: { domain: 'openseat.test', node: 'node-killed', iceServers: () => [] },
};
const board = openAgentBoard(world);
const queues = openQueueDesk(world, board);
const plans = openCallPlans(world);
const book = openCallBook(world);
const desk = openCallDesk(world, { board, queues, plans, book, holds: openCallHolds(db, clock.nowMs) });
await board.start();
await queues.start();
await desk.start();
await desk.moveIn(tenantId);
flushCompileCache();
process.send?.('in');
// Whoever kills it may be late: a call it began meanwhile would be left open.
if (task === 'looks') await passes(600_000);

for (let call = 1; ; call += 1) {
  const callId = randomUUID();
  const number = `52551234${String(1_000 + (call % 9_000))}`;
  const way = await plans.autoDial({ tenantId, number, forCall: { callId } });
  if ('refused' in way) throw new Error(`${way.refused} ${way.detail}`);
  desk.campaigns.dial({
    ...way,
    callId,
    tenantId,
    ringMs: 20_000,
    task: { taskId: '1', taskName: 'Killed', customerId: null },
    language: 'es-MX',
    goal: { kind: 'agents', groupId: null, machine: { rule: 'connect' }, abandonedSoundId: null },
  });
  await desk.settled();
  const leg = telephony.ringTo(number)!;
  telephony.picksUp(leg);
  await desk.settled();
  if (call % 2 === 0) telephony.hangsUp(leg);
  process.send?.(callId);
  await passes(5);
}
