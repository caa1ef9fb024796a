import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { SmsRefusal, type OutgoingSms, type SmsProvider } from '#core/sms/sms-provider.port.ts';
import { testDb } from '#test/test-db.ts';
import { openCarrierReports } from './carrier-reports.ts';
import { messagesRepo } from './messages.repo.ts';
import { sendJob, SEND_TASK, type SendOrder } from './send-job.ts';
import { aTenantThatSends } from './sms.fixture.ts';

const { db, close } = await testDb();
afterAll(close);

/** A carrier that answers as told, and remembers what it was asked. */
function aCarrier({ repeatable = false, answer = async (): Promise<{ ref: string }> => ({ ref: 'r1' }) } = {}) {
  const asked: OutgoingSms[] = [];
  const provider: SmsProvider = { repeatable, send: (sms) => (asked.push(sms), answer()), close: async () => {} };
  return {
    asked,
    carriers: { of: async () => ({ kind: 'smpp' as const, provider }), start: async () => {}, stop: async () => {} },
  };
}

async function aMessage() {
  const tenantId = await aTenantThatSends(db);
  const id = await db.tenant({ tenantId }, (tx) =>
    messagesRepo(tx).add({
      number: '525512345600',
      iso2: 'MX',
      customerId: null,
      userId: null,
      templateId: null,
      templateName: 'T',
      content: 'Hello',
      maskedContent: 'Hello',
      segments: 1,
      costMinor: 4,
      currency: 'USD',
      provider: 'smpp',
      callId: '',
    }),
  );
  const row = async () =>
    (
      await db.everyTenant('look', (tx) =>
        sql<{
          state: string;
          reason: string;
          turn: number;
          tries: number;
          ref: string;
          given_back: boolean;
        }>`select state, reason, turn, tries, ref, given_back from sms_message where id = ${id}`.execute(tx.as()),
      )
    ).rows[0]!;
  const balance = async () =>
    (
      await db.everyTenant('look', (tx) =>
        sql<{ minor: number }>`select balance_e4 / 100 minor from money_account where tenant_id = ${tenantId}`.execute(
          tx.as(),
        ),
      )
    ).rows[0]!.minor;
  return { order: { tenantId, id, turn: 1 } satisfies SendOrder, row, balance };
}
const run = (job: ReturnType<typeof sendJob>, order: SendOrder) => job.run(order as never);

test('[SMS-03] a job that runs twice sends once', async () => {
  const { order, row } = await aMessage();
  const { asked, carriers } = aCarrier();
  const job = sendJob({ db, carriers });
  await run(job, order);
  await run(job, order);
  expect(asked).toEqual([{ id: order.id, to: '525512345600', text: 'Hello' }]);
  expect(await row()).toMatchObject({ state: 'sent', ref: 'r1' });
});

test('[SMS-03] a server killed while it sent leaves the message undecided where it might go twice, and sends it again where not', async () => {
  for (const repeatable of [false, true]) {
    const { order, row, balance } = await aMessage();
    const hung = sendJob({ db, carriers: aCarrier({ answer: () => new Promise(() => {}) }).carriers });
    void run(hung, order);
    await expect.poll(async () => (await row()).state).toBe('sending');
    // Another process takes the job up.
    const { asked, carriers } = aCarrier({ repeatable });
    await run(sendJob({ db, carriers }), order);
    expect(asked).toHaveLength(repeatable ? 1 : 0);
    expect(await row()).toMatchObject(
      repeatable ? { state: 'sent', tries: 2 } : { state: 'notDelivered', reason: 'undecided' },
    );
    expect(await balance()).toBe(1_000);
  }
});

test('[SMS-03] a busy carrier is asked later by a job of another turn; the old one does nothing more', async () => {
  const { order, row } = await aMessage();
  const { asked, carriers } = aCarrier({
    answer: async () => {
      throw new SmsRefusal('later', 'http 503');
    },
  });
  const job = sendJob({ db, carriers });
  await run(job, order);
  await run(job, order);
  expect(asked).toHaveLength(1);
  expect(await row()).toMatchObject({ state: 'queued', turn: 2, reason: 'http 503' });
  const { rows } = await db.everyTenant('jobs', (tx) =>
    sql<{
      payload: object;
      waits: boolean;
    }>`select j.payload, p.run_at > now() + interval '3 s' waits from graphile_worker._private_jobs j join graphile_worker.jobs p on p.id = j.id where p.task_identifier = ${SEND_TASK} and (j.payload ->> 'id')::bigint = ${order.id}`.execute(
      tx.as(),
    ),
  );
  expect(rows).toEqual([{ payload: { ...order, turn: 2 }, waits: true }]);
});

const refusing = (refusal: SmsRefusal) => aCarrier({ answer: () => Promise.reject(refusal) }).carriers;

test('[SMS-03] what never left gives its money back, once; what the tenant’s own carrier had and refused gives none', async () => {
  const { order, row, balance } = await aMessage();
  const job = sendJob({ db, carriers: refusing(new SmsRefusal('final', 'privateAddress', { nothingLeft: true })) });
  await run(job, order);
  await run(job, order);
  expect(await row()).toMatchObject({ state: 'failed', reason: 'privateAddress', given_back: true });
  expect(await balance()).toBe(1_004);
  const other = await aMessage();
  await run(sendJob({ db, carriers: refusing(new SmsRefusal('final', 'smpp 11')) }), other.order);
  expect(await other.row()).toMatchObject({ state: 'failed', reason: 'smpp 11', given_back: false });
  expect(await other.balance()).toBe(1_000);
});

test('[SMS-03] a message that failed by the word of the tenant’s own carrier, at its hook or by its connection, stays paid', async () => {
  const { order, row, balance } = await aMessage();
  await run(sendJob({ db, carriers: aCarrier().carriers }), order);
  const listener = openCarrierReports(db).listenerFor(order.tenantId);
  for (let twice = 0; twice < 2; twice += 1) await listener.report({ ref: 'r1', outcome: 'failed', reason: 'forged' });
  expect(await row()).toMatchObject({ state: 'failed', given_back: false });
  expect(await balance()).toBe(1_000);
});
