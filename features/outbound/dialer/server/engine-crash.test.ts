import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { CampaignNews } from '#core/call/campaign-call.ts';
import { CAMPAIGNS_DIAL } from '#features/outbound/campaigns/server/index.ts';
import { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import { testDb, type TestDb } from '#test/test-db.ts';
import { aCampaign, attemptsOf, campaignOf, membersOf, nobodyAnswers, numberOf, talked } from './engine.fixture.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 60_000 });

const [CUSTOMERS, KILLS, AT_ONCE, CALLS_EACH] = [1_000, 20, 30, 18];

let opened: TestDb;
beforeAll(async () => {
  opened = await testDb();
});
afterAll(() => opened.close());

/**
 * A carrier outside of the processes that are killed; it keeps its own journal. Every third lets it ring, the others talk for a while; of one
 * that `onCall` answers with `hold` nothing is said.
 */
async function aCarrier(onCall: (calls: number, pid: number, callId: string) => 'hold' | void) {
  const journal: { callId: string; number: string; pid: number; talkMs: number | null }[] = [];
  const server = createServer((socket) => {
    // Whoever is killed says no goodbye.
    const lines = createInterface({ input: socket.on('error', () => {}) }).on('error', () => {});
    lines.on('line', (line) => {
      const [callId, number, pid] = line.split(' ') as [string, string, string];
      const isMissed = Number(number) % 3 === 0;
      const talkMs = isMissed ? null : (Number(number.slice(-4)) * 37) % 240_000;
      journal.push({ callId, number, pid: Number(pid), talkMs });
      if (onCall(journal.length, Number(pid), callId) !== 'hold') lead(socket, callId, talkMs);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { journal, server, port: (server.address() as AddressInfo).port };
}

/** Calls take milliseconds where people take minutes; what is said of them is as of people. */
function lead(socket: Socket, callId: string, talkMs: number | null): void {
  const send = (event: CampaignNews): void => {
    if (!socket.destroyed) socket.write(`${JSON.stringify({ callId, ...event })}\n`);
  };
  send({ type: 'rang' });
  setTimeout(() => {
    if (talkMs === null) return send({ type: 'ended', end: nobodyAnswers });
    send({ type: 'answered' });
    setTimeout(() => send({ type: 'ended', end: talked(talkMs) }), 10 + (talkMs % 30));
  }, 15);
}

/** Processes that dial for one tenant. */
function someDiallers(argv: readonly string[]) {
  const children: ChildProcess[] = [];
  // The second process has not to read again what the first has read.
  const cache = mkdtempSync(join(tmpdir(), 'openseat-dialler-'));
  onTestFinished(() => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(cache, { recursive: true, force: true });
  });
  return {
    children,
    begin(): ChildProcess {
      const env = { ...process.env, NODE_COMPILE_CACHE: cache };
      const child = fork(join(import.meta.dirname, 'engine-process.fixture.ts'), argv, { execArgv: [], env });
      children.push(child);
      return child;
    },
  };
}

test('[TASK-05] of two processes on one database the home is killed: the other goes on by itself, and nobody is dialled twice', async () => {
  const { db, url } = opened;
  const callsAtOnce = 3;
  const settings = { flowId: 5, callsAtOnce, retry: { attempts: 1, waits: [] } };
  const numbers = Array.from({ length: 60 }, (_, n) => numberOf(5_000 + n));
  const { tenantId, id } = await aCampaign(db, { kind: 'ai', numbers, settings });
  let home: number | undefined;
  const held: string[] = [];
  const carrier = await aCarrier((calls, pid, callId) => {
    home ??= pid;
    if (pid !== home || calls < 15) return;
    held.push(callId);
    return 'hold';
  });
  onTestFinished(() => void carrier.server.close());
  const diallers = someDiallers([url, String(tenantId), String(carrier.port)]);
  const ready = [diallers.begin(), diallers.begin()].map((child) => once(child, 'message'));
  await Promise.all(ready);
  await db.everyTenant('somebody starts it', (tx) =>
    sql`select pg_notify(${CAMPAIGNS_DIAL}, ${String(tenantId)})`.execute(tx.as()),
  );
  const underWay = async (): Promise<string[]> =>
    (await attemptsOf(db, tenantId))
      .filter(({ isOver }) => !isOver)
      .map(({ callId }) => callId)
      .toSorted();
  await expect.poll(() => held.length, { timeout: 60_000 }).toBe(callsAtOnce);
  await expect.poll(underWay, { timeout: 60_000 }).toEqual(held.toSorted());
  diallers.children.find((child) => child.pid === home)!.kill('SIGKILL');
  await expect.poll(async () => (await campaignOf(db, tenantId, id)).state, { timeout: 60_000 }).toBe('completed');

  const { journal } = carrier;
  expect(new Set(journal.map(({ number }) => number)).size, 'nobody twice').toBe(journal.length);
  const [first, second] = [...new Set(journal.map(({ pid }) => pid))];
  expect(diallers.children.map(({ pid }) => pid).toSorted()).toEqual([first, second].toSorted());
  expect(journal.map(({ pid }) => pid).lastIndexOf(first!), 'one after the other').toBeLessThan(
    journal.findIndex(({ pid }) => pid === second),
  );
  const attempts = await attemptsOf(db, tenantId);
  expect(attempts).toHaveLength(numbers.length);
  const undecided = attempts.filter(({ status }) => status === FinalCallStatus.unknown).map(({ callId }) => callId);
  expect(undecided.toSorted(), 'what was under way is for people to decide, and nothing else').toEqual(held.toSorted());
});

test('[TASK-05] killed twenty times during a thousand customers, no attempt is dialled twice, everybody ends, and talk times are the carrier’s', async () => {
  const { db, url } = opened;
  const settings = { flowId: 5, callsAtOnce: AT_ONCE, retry: { attempts: 1, waits: [] } };
  // Of no country whose hours anybody minds: this is about what is dialled, not about when.
  const numbers = Array.from({ length: CUSTOMERS }, (_, n) => numberOf(n));
  const { tenantId, id } = await aCampaign(db, { kind: 'ai', numbers, settings });
  let [kills, killedAt] = [0, 0];
  const carrier = await aCarrier((calls, pid) => {
    const dialler = children.find((child) => child.pid === pid && !child.killed);
    if (!dialler || kills >= KILLS || calls < killedAt + CALLS_EACH) return;
    kills += 1;
    killedAt = calls;
    dialler.kill('SIGKILL');
    begin();
  });
  onTestFinished(() => void carrier.server.close());
  const { children, begin } = someDiallers([url, String(tenantId), String(carrier.port), 'atOnce']);
  begin();
  await once(children[0]!, 'message');
  await expect.poll(() => carrier.journal.length, { timeout: 100_000 }).toBeGreaterThan(0);
  // Two wait for the place of whoever is killed.
  begin();
  begin();
  const open = async () => (await membersOf(db, tenantId)).filter(({ state }) => state === 0).length;
  await expect.poll(open, { timeout: 500_000, interval: 250 }).toBe(0);
  await expect.poll(async () => (await campaignOf(db, tenantId, id)).state, { timeout: 60_000 }).toBe('completed');

  expect(kills).toBe(KILLS);
  const attempts = await attemptsOf(db, tenantId);
  expect(attempts.filter(({ isOver }) => !isOver)).toEqual([]);
  const invites = carrier.journal.map(({ callId }) => callId);
  expect(new Set(invites).size).toBe(invites.length);
  const known = new Map(attempts.map((attempt) => [attempt.callId, attempt]));
  expect(invites.filter((callId) => !known.has(callId))).toEqual([]);
  // Nobody was called a second time: who cannot be decided waits for a person.
  expect(new Set(carrier.journal.map(({ number }) => number)).size).toBe(invites.length);
  expect(new Set(attempts.map(({ memberId }) => memberId)).size).toBe(CUSTOMERS);
  const undecided = attempts.filter(({ status }) => status === FinalCallStatus.unknown).length;
  expect(undecided).toBeLessThanOrEqual(KILLS * AT_ONCE);
  for (const { callId, talkMs } of carrier.journal) {
    const { status, talkSec } = known.get(callId)!;
    if (status === FinalCallStatus.unknown) continue;
    expect(status).toBe(talkMs === null ? FinalCallStatus.ringNotAnswered : FinalCallStatus.talked);
    expect(Math.abs(talkSec - (talkMs ?? 0) / 1_000)).toBeLessThanOrEqual(1);
  }
});
