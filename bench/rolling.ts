import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { migrate } from '#platform/server/db/migrate.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import { newKey, writeKeys } from '#platform/server/secrets/key-file.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { benchDatabase } from './database.ts';
import { flags, freePort } from './product.ts';
import { percentile, print } from './report.ts';

/*
 * Two nodes on one database behind a balancer, people who ask without a pause, and each node stopped and started anew in turn. Everything that
 * was acknowledged must be there afterwards, and nobody may be refused: that is what an upgrade costs those who work.
 */
const ROUNDS = 1;
const PEOPLE = 8;
const PAUSE_MS = 120;
const TENANTS = 4;
const root = join(import.meta.dirname, '..');

interface RollingNode {
  name: string;
  origin: string;
  isReady: boolean;
  restart(): Promise<number>;
  end(): Promise<void>;
}

async function startNode(name: string, databaseUrl: string, dataDir: string): Promise<RollingNode> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  let child: ChildProcess;
  async function begin(): Promise<void> {
    const env = {
      ...process.env,
      PORT: String(port),
      DATA_DIR: join(dataDir, name),
      DATABASE_URL: databaseUrl,
      SECRETS_KEY_FILE: join(dataDir, 'secrets.key'),
      NODE_NAME: name,
      LOG_LEVEL: 'silent',
      MEDIA_BIND: '127.0.0.1',
      DRAIN_SECONDS: '30',
    };
    child = spawn(process.execPath, [...flags, join(root, 'apps/server/main.ts')], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env,
    });
    while (!(await isReady(origin))) {
      if (child.exitCode !== null) throw new Error(`${name} did not start`);
      await wait(100);
    }
  }
  await begin();
  return {
    name,
    origin,
    isReady: true,
    async restart() {
      const startedMs = performance.now();
      child.kill('SIGTERM');
      await once(child, 'exit');
      const stoppedMs = performance.now();
      await begin();
      return stoppedMs - startedMs;
    },
    async end() {
      child.kill('SIGTERM');
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

const isReady = (origin: string): Promise<boolean> =>
  fetch(`${origin}/api/ready`, { signal: AbortSignal.timeout(1_000) }).then(
    (answer) => answer.ok,
    () => false,
  );

/** As nginx does it: connections are kept, who refuses one is left out, and only what was never sent is sent to another. */
async function openReverseProxy(nodes: readonly RollingNode[]) {
  const agents = new Map(nodes.map((node) => [node, new Agent({ keepAlive: true })]));
  let turn = 0;
  function pass(request: IncomingMessage, body: Buffer, answer: ServerResponse, left: readonly RollingNode[]): void {
    const ready = left.filter((node) => node.isReady);
    const among = ready.length > 0 ? ready : left;
    const node = among[(turn += 1) % among.length];
    if (!node) return void answer.writeHead(502).end();
    const { method, url, headers } = request;
    const far = ask(`${node.origin}${url}`, { method, headers, agent: agents.get(node)! }, (response) => {
      answer.writeHead(
        response.statusCode!,
        response.headers['content-type'] ? { 'content-type': response.headers['content-type'] } : {},
      );
      response.pipe(answer);
    });
    far.on('error', (problem: NodeJS.ErrnoException) => {
      if (answer.headersSent) return void answer.destroy();
      if (problem.code === 'ECONNREFUSED')
        return pass(
          request,
          body,
          answer,
          left.filter((other) => other !== node),
        );
      answer.writeHead(502).end(problem.code);
    });
    far.end(body);
  }
  const server = createServer((request, answer) => {
    const pieces: Buffer[] = [];
    request
      .on('data', (piece: Buffer) => pieces.push(piece))
      .on('end', () => pass(request, Buffer.concat(pieces), answer, nodes));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const watch = setInterval(() => {
    for (const node of nodes) void isReady(node.origin).then((ready) => (node.isReady = ready));
  }, 500);
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      clearInterval(watch);
      server.closeAllConnections();
      server.close();
    },
  };
}

const house = await benchDatabase();
await migrate(house.url);
writeKeys(join(house.dataDir, 'secrets.key'), [newKey()]);
const db = openDb({ url: house.url, report: () => {} });
const people: Member[] = [];
for (let team = 0; team < TENANTS; team += 1) {
  const tenantId = await aTenant(db);
  for (let n = 0; n < PEOPLE / TENANTS; n += 1) people.push(await aMember(db, tenantId, { isOwner: true }));
}
const nodes = [
  await startNode('node-1', house.url, house.dataDir),
  await startNode('node-2', house.url, house.dataDir),
];
const proxy = await openReverseProxy(nodes);
const [failed, acknowledged, timesMs] = [[] as string[], [] as { tenantId: number; name: string }[], [] as number[]];
const over = new AbortController();

/** Something is written, and the desk of the team is asked: both must work wherever they are at the moment. */
async function works(person: (typeof people)[number], index: number): Promise<void> {
  const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' };
  for (let n = 0; !over.signal.aborted; n += 1) {
    // A number of their own each time.
    const name = `5255${String(index).padStart(2, '0')}${String(n).padStart(6, '0')}`;
    const asked: [string, string, object | null][] = [
      ['POST', '/admin/saas_plat/blacklist/add', { pattern: name, scopes: ['task'] }],
      ['GET', '/cc/api/desk/v1/state', null],
    ];
    for (const [method, path, body] of asked) {
      const startedMs = performance.now();
      const answer = await fetch(`${proxy.origin}${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      }).then(
        async (got) => ({ status: got.status, text: await got.text() }),
        (problem: Error) => ({ status: 0, text: problem.message }),
      );
      timesMs.push(performance.now() - startedMs);
      const code = answer.status === 200 ? (JSON.parse(answer.text) as { code: number }).code : -1;
      if (code !== 0) failed.push(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 120)}`);
      else if (body) acknowledged.push({ tenantId: person.tenantId, name });
    }
    await wait(PAUSE_MS);
  }
}

const working = people.map(works);
const stopsMs: number[] = [];
await wait(2_000);
for (let round = 0; round < ROUNDS; round += 1)
  for (const node of nodes) {
    stopsMs.push(await node.restart());
    console.log(`${node.name} is back; ${timesMs.length} requests, ${failed.length} refused or failed`);
    await wait(2_000);
  }
over.abort();
await Promise.all(working);
const { rows } = await db.everyTenant('what was written', (tx) =>
  sql<{ tenant_id: number; name: string }>`select tenant_id, pattern name from blacklist_entry`.execute(tx.as()),
);
const kept = new Set(rows.map((row) => `${row.tenant_id} ${row.name}`));
const lost = acknowledged.filter(({ tenantId, name }) => !kept.has(`${tenantId} ${name}`));
proxy.close();
for (const node of nodes) await node.end();
await db.close();
await house.stop();
print('Nodes restarted in turn while people work', [
  { bench: 'restarts', ours: stopsMs.length, reference: null, unit: 'restarts' },
  { bench: 'requests', ours: timesMs.length, reference: null, unit: 'requests' },
  { bench: 'refused or failed', ours: failed.length, reference: null, unit: 'requests', goal: 'none' },
  { bench: 'acknowledged and lost', ours: lost.length, reference: null, unit: 'writes', goal: 'none' },
  { bench: 'until a node is drained and gone', ours: percentile(stopsMs, 0.5), reference: null, unit: 'ms' },
  { bench: 'an answer, p50', ours: percentile(timesMs, 0.5), reference: null, unit: 'ms' },
  { bench: 'an answer, p99', ours: percentile(timesMs, 0.99), reference: null, unit: 'ms' },
  { bench: 'an answer, the longest', ours: Math.max(...timesMs), reference: null, unit: 'ms' },
]);
for (const line of new Set(failed)) console.error(line);
process.exit(failed.length + lost.length === 0 ? 0 : 1);
