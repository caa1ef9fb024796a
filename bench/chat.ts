import { openDb } from '#platform/server/db/open-db.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { ourTalks } from './chat-ours.ts';
import { measureChatPages } from './chat-pages.ts';
import { socketIoTalks } from './chat-socketio.ts';
import { talkAtOnce, talkCalmly, type TalkTimes, type MessageTimes, type Talks } from './chat-talks.ts';
import { cpuMsOf, familyCpuMsOf } from './cpu-time.ts';
import { openProduct } from './customers-product.ts';
import { benchDatabase } from './database.ts';
import { median, percentile, print } from './report.ts';

/*
 * 200 conversations between visitors and agents, all on sockets: messages that are stored (fsync) before they are acknowledged,
 * a second, and how long until the other side has one; beside a socket.io server that stores them in the same PostgreSQL.
 * By turns, so that what else the machine does weighs on both. A visitor may write 30 messages a minute: all turns keep below.
 */
const WISHES = { count: 200, perAgent: 5, text: 'A message of the length people write to one another' };
const TURNS = 5;
const EXCHANGES = 4;
const CALM_EXCHANGES = 1;
const CALM_PER_SECOND = 100;

const database = await benchDatabase();
await migrate(database.url);
const db = openDb({ url: database.url, report() {} });
const product = await openProduct(database.url);
const ours = await ourTalks(db, product.origin, WISHES);
const theirs = await socketIoTalks(database.url, WISHES);

interface Measured extends TalkTimes {
  /** Of server and PostgreSQL, a message. */
  cpuMs: number;
  serverMs: number;
}

for (const talks of [ours, theirs]) await talkAtOnce(talks, 2);
const calm = { ours: [] as Measured[], theirs: [] as Measured[] };
const busy = { ours: [] as Measured[], theirs: [] as Measured[] };
for (let turn = 0; turn < TURNS; turn += 1) {
  calm.ours.push(await measured(product.pid, () => talkCalmly(ours, CALM_EXCHANGES, CALM_PER_SECOND)));
  calm.theirs.push(await measured(theirs.pid, () => talkCalmly(theirs, CALM_EXCHANGES, CALM_PER_SECOND)));
}
for (let turn = 0; turn < TURNS; turn += 1) {
  busy.ours.push(await measured(product.pid, () => talkAtOnce(ours, EXCHANGES)));
  busy.theirs.push(await measured(theirs.pid, () => talkAtOnce(theirs, EXCHANGES)));
}
for (const talks of [ours, theirs] as Talks[]) await talks.close();

const took = (times: readonly MessageTimes[], part: keyof MessageTimes, share: number) =>
  percentile(
    times.map((one) => one[part]),
    share,
  );
const all = (turns: readonly Measured[]) => turns.flatMap(({ times }) => times);
const middle = (turns: readonly Measured[], part: 'perSecond' | 'cpuMs' | 'serverMs') =>
  median(turns.map((turn) => turn[part]));
const figures = [
  {
    bench: 'chat.stored',
    ours: middle(busy.ours, 'perSecond'),
    reference: middle(busy.theirs, 'perSecond'),
    unit: 'messages/s',
  },
  {
    bench: 'chat.cpu',
    ours: middle(busy.ours, 'cpuMs'),
    reference: middle(busy.theirs, 'cpuMs'),
    unit: 'ms/message',
    goal: 'server and PostgreSQL',
  },
  {
    bench: 'chat.cpu.server',
    ours: middle(busy.ours, 'serverMs'),
    reference: middle(busy.theirs, 'serverMs'),
    unit: 'ms/message',
  },
  ...(['heardMs', 'storedMs'] as const).flatMap((part) =>
    [0.5, 0.99].flatMap((share) => {
      const name = `${part === 'heardMs' ? 'toOtherSide' : 'acknowledged'}.p${share * 100}`;
      return [
        {
          bench: `chat.calm.${name}`,
          ours: took(all(calm.ours), part, share),
          reference: took(all(calm.theirs), part, share),
          unit: 'ms',
          goal: `${CALM_PER_SECOND} messages/s`,
        },
        {
          bench: `chat.busy.${name}`,
          ours: took(all(busy.ours), part, share),
          reference: took(all(busy.theirs), part, share),
          unit: 'ms',
          goal: 'one on its way in each conversation',
        },
      ];
    }),
  ),
  {
    bench: 'chat.calm.cpu',
    ours: middle(calm.ours, 'cpuMs'),
    reference: middle(calm.theirs, 'cpuMs'),
    unit: 'ms/message',
    goal: 'server and PostgreSQL',
  },
  ...(process.env['BENCH_ONLY'] === 'messages' ? [] : await measureChatPages(db, product.origin)),
];
await product.stop();
await db.close();
await database.stop();
print(`chat: ${WISHES.count} conversations, ${WISHES.count / WISHES.perAgent} agents, beside socket.io`, figures);

async function measured(pid: number, work: () => Promise<TalkTimes>): Promise<Measured> {
  const [server, postgres] = [cpuMsOf(pid), familyCpuMsOf(database.pid)];
  const talkTimes = await work();
  const serverMs = (cpuMsOf(pid) - server) / talkTimes.times.length;
  return {
    ...talkTimes,
    serverMs,
    cpuMs: serverMs + (familyCpuMsOf(database.pid) - postgres) / talkTimes.times.length,
  };
}
