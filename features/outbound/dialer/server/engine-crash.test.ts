import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { CampaignNews } from '#core/call/campaign-call.ts';
import { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import { testDb, type TestDb } from '#test/test-db.ts';
import { aCampaign, attemptsOf, campaignOf, membersOf, nobodyAnswers, talked } from './engine.fixture.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const [CUSTOMERS, KILLS, AT_ONCE, STANDBY] = [1_000, 20, 30, 2];

let opened: TestDb;
beforeAll(async () => {
  opened = await testDb();
});
afterAll(() => opened.close());

/** A carrier outside of the processes that are killed; it keeps its own journal. Every third lets it ring, the others talk for a while. */
async function aCarrier(heard: (calls: number) => void) {
  const journal: { callId: string; number: string; talkMs: number | null }[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    createInterface({ input: socket }).on('line', (line) => {
      const [callId, number] = line.split(' ') as [string, string];
      const isMissed = Number(number) % 3 === 0;
      const talkMs = isMissed ? null : (Number(number.slice(-4)) * 37) % 240_000;
      const entry = { callId, number, talkMs };
      journal.push(entry);
      heard(journal.length);
      lead(socket, callId, talkMs);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { journal, server, port: (server.address() as AddressInfo).port };
}

/** Calls take milliseconds where people take minutes; what is said of them is as of people. */
function lead(socket: Socket, callId: string, talkMs: number | null): void {
  const tell = (event: CampaignNews): void => {
    if (!socket.destroyed) socket.write(`${JSON.stringify({ callId, ...event })}\n`);
  };
  tell({ type: 'rang' });
  setTimeout(() => {
    if (talkMs === null) return tell({ type: 'ended', end: nobodyAnswers });
    tell({ type: 'answered' });
    setTimeout(() => tell({ type: 'ended', end: talked(talkMs) }), 10 + (talkMs % 30));
  }, 15);
}

test('[TASK-02] killed twenty times during a thousand customers, no attempt is dialled twice, everybody ends, and talk times are the carrier’s', async () => {
  const { db, url } = opened;
  const settings = { flowId: 5, callsAtOnce: AT_ONCE, retry: { attempts: 1, waits: [] } };
  const { tenantId, id } = await aCampaign(db, { kind: 'ai', customers: CUSTOMERS, settings });
  // Nobody minds the hour: this is about what is dialled, not about when.
  await db.tenant({ tenantId }, (tx) =>
    sql`update campaign_customer set country = '', number = '999' || number`.execute(tx.as()),
  );
  const children: ChildProcess[] = [];
  let kills = 0;
  const carrier = await aCarrier((calls) => {
    if (kills < KILLS && calls >= (kills + 1) * (CUSTOMERS / (KILLS + 2))) {
      kills += 1;
      killDialler();
    }
  });
  const begin = (): void => {
    const argv = [url, String(tenantId), String(carrier.port)];
    const child = fork(join(import.meta.dirname, 'engine-process.fixture.ts'), argv, { execArgv: [] });
    children.push(child);
  };
  /** The one that dials is the oldest that lives: those behind it wait for its place. */
  function killDialler(): void {
    children.shift()!.kill('SIGKILL');
    begin();
  }
  onTestFinished(() => {
    for (const child of children) child.kill('SIGKILL');
    carrier.server.close();
  });
  begin();
  await once(children[0]!, 'message');
  await expect.poll(() => carrier.journal.length, { timeout: 30_000 }).toBeGreaterThan(0);
  for (let n = 0; n < STANDBY; n += 1) begin();
  const open = async () => (await membersOf(db, tenantId)).filter(({ state }) => state === 0).length;
  await expect.poll(open, { timeout: 150_000, interval: 250 }).toBe(0);
  await expect.poll(async () => (await campaignOf(db, tenantId, id)).state, { timeout: 10_000 }).toBe('completed');

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
