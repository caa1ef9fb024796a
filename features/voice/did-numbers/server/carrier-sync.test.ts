import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import type { OutsideAnswer } from '#core/http/outside-fetch.port.ts';
import { failures, type FailureName } from '#shared/errors.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';

/** What the carrier answers next; asked addresses are kept. */
let answer: (url: URL) => { status?: number; headers?: Record<string, string>; body?: unknown } = () => ({});
const asked: { url: string; headers: Record<string, string> }[] = [];
const server = await testServer({
  outside: async ({ url, headers = {} }): Promise<OutsideAnswer> => {
    asked.push({ url, headers });
    const { status = 200, headers: answerHeaders = {}, body = {} } = answer(new URL(url));
    return { status, headers: answerHeaders, body: new TextEncoder().encode(JSON.stringify(body)) };
  },
});
afterAll(server.close);
const { db } = server.world;
const post = ({ token }: Member, path: string, body: object = {}) =>
  server.ask('POST', `/cc/api/didNumber/v1/${path}`, { token, body });
const codeOf = (name: FailureName): number => failures[name].code;
const job = server.built.features
  .flatMap(({ jobs = [] }) => jobs)
  .find(({ task }) => task === 'did-numbers.readCarrier')!;

const KEYS = ['did-numbers.view', 'did-numbers.edit', 'did-numbers.sync'];
async function aManager() {
  const tenantId = await aTenant(db);
  return { tenantId, manager: await aMember(db, tenantId, { functions: KEYS }) };
}
const anAccount = async (manager: Member, name = 'Main'): Promise<number> =>
  ((await post(manager, 'addAccount', { kind: 'telnyx', name, secret: 'KEY-s3cret' })).data as { id: number }).id;
/** Reads the list, and waits until the job has done what it can. */
async function read(manager: Member, accountId: number): Promise<void> {
  expect((await post(manager, 'sync', { accountId })).code).toBe(0);
  await vi.waitFor(async () => {
    const { state: at, trouble } = await state(manager, accountId);
    expect(at !== 'reading' || trouble !== '').toBe(true);
  });
}
/** The job comes before its time, and perhaps twice. */
async function runJob(tenantId: number, accountId: number): Promise<void> {
  const { rows } = await db.tenant({ tenantId }, (tx) =>
    sql<{ run: string }>`select run from carrier_sync where account_id = ${accountId}`.execute(tx.as()),
  );
  await job.run({ tenantId, accountId, run: rows[0]!.run, waits: 0 } as never);
}
const pageOf = (numbers: string[], pages = 1) => ({
  data: numbers.map((number) => ({ phone_number: `+${number}`, customer_reference: `Line ${number.slice(-2)}` })),
  meta: { total_pages: pages, total_results: numbers.length * pages },
});
let made = 0;
const fresh = (count: number): string[] =>
  Array.from({ length: count }, () => `525571${String((made += 1)).padStart(6, '0')}`);
const state = async (manager: Member, accountId: number) => (await post(manager, 'syncState', { accountId })).data;

test('[CC-04] a carrier’s list is read page by page, shown, and what is chosen is taken over; its secret is never told', async () => {
  const { manager, tenantId } = await aManager();
  const accountId = await anAccount(manager);
  expect(await state(manager, accountId)).toMatchObject({ state: 'never', fresh: [] });
  const pages = [fresh(3), fresh(2)];
  answer = (url) => ({ body: pageOf(pages[Number(url.searchParams.get('page[number]')) - 1]!, 2) });
  await read(manager, accountId);
  expect(asked.at(-1)).toMatchObject({ headers: { authorization: 'Bearer KEY-s3cret' } });
  const found = await state(manager, accountId);
  expect(found).toMatchObject({ state: 'ready', readCount: 5, unchanged: 0, gone: [], elsewhere: [] });
  expect(found.fresh.map(({ number }: { number: string }) => number)).toEqual(pages.flat());
  const chosen = pages[0]!;
  expect((await post(manager, 'takeOver', { accountId, numbers: chosen, goneIds: [] })).data).toEqual({
    added: 3,
    switchedOff: 0,
    refused: [],
  });
  expect((await post(manager, 'my')).data.list).toMatchObject(
    chosen.map((number) => ({ number, countryIso2: 'MX', accountName: 'Main', remark: `Line ${number.slice(-2)}` })),
  );
  expect(await state(manager, accountId)).toMatchObject({ unchanged: 3 });
  // One of them leaves the account.
  answer = () => ({ body: pageOf(chosen.slice(1)) });
  await read(manager, accountId);
  const { gone } = await state(manager, accountId);
  expect(gone).toMatchObject([{ number: chosen[0], enabled: true }]);
  expect((await post(manager, 'takeOver', { accountId, numbers: [], goneIds: [gone[0].id] })).data).toMatchObject({
    switchedOff: 1,
  });
  expect((await post(manager, 'my', { number: chosen[0] })).data.list[0]).toMatchObject({ enabled: false });
  const { rows } = await db.tenant({ tenantId }, (tx) =>
    sql<{
      all: string;
    }>`select row_to_json(a)::text || coalesce((select string_agg(o::text, '') from operation_log o), '') "all" from carrier_account a`.execute(
      tx.as(),
    ),
  );
  expect(rows[0]!.all).not.toContain('s3cret');
  expect(JSON.stringify((await post(manager, 'accounts')).data)).toBe(
    JSON.stringify([{ id: accountId, name: 'Main', kind: 'telnyx', numbers: 3 }]),
  );
});

test('[CC-04] a number somebody else has is named as not possible, and cannot be taken over by who asks anyway', async () => {
  const [one, other] = [await aManager(), await aManager()];
  const numbers = fresh(2);
  answer = () => ({ body: pageOf(numbers) });
  const [accountId, theirs] = [await anAccount(one.manager), await anAccount(other.manager)];
  await read(other.manager, theirs);
  expect((await post(other.manager, 'takeOver', { accountId: theirs, numbers: [numbers[0]], goneIds: [] })).code).toBe(
    0,
  );
  await read(one.manager, accountId);
  expect(await state(one.manager, accountId)).toMatchObject({
    elsewhere: [numbers[0]],
    fresh: [{ number: numbers[1] }],
  });
  expect((await post(one.manager, 'takeOver', { accountId, numbers, goneIds: [] })).data).toEqual({
    added: 1,
    switchedOff: 0,
    refused: [numbers[0]],
  });
});

test('[CC-04] two tenants who take the same list over at once share it, each number once', async () => {
  const both = [await aManager(), await aManager()];
  const numbers = fresh(20);
  answer = () => ({ body: pageOf(numbers) });
  const accounts = await Promise.all(both.map(({ manager }) => anAccount(manager)));
  for (const [at, { manager }] of both.entries()) await read(manager, accounts[at]!);
  const taken = await Promise.all(
    both.map(({ manager }, at) => post(manager, 'takeOver', { accountId: accounts[at]!, numbers, goneIds: [] })),
  );
  expect(taken.map(({ code }) => code)).toEqual([0, 0]);
  expect(taken.reduce((sum, { data }) => sum + (data as { added: number }).added, 0)).toBe(20);
});

test.each<[string, ReturnType<typeof answer>, string, FailureName]>([
  ['credentials', { status: 401 }, 'failed', 'carrierCredentials'],
  ['unreachable', { status: 500 }, 'failed', 'carrierUnreachable'],
  ['notUnderstood', { body: { data: 7 } }, 'failed', 'carrierNotUnderstood'],
  ['badAddress', { status: 404 }, 'failed', 'carrierBadAddress'],
  ['busy', { status: 429, headers: { 'retry-after': '7' } }, 'reading', 'carrierBusy'],
  ['busy', { status: 429, headers: { 'retry-after': '3000' } }, 'failed', 'carrierBusy'],
])('[CC-04] what a carrier refuses is told by its reason: %s', async (trouble, refusal, ends, failure) => {
  const { manager } = await aManager();
  const accountId = await anAccount(manager);
  answer = () => refusal;
  expect((await post(manager, 'testAccount', { accountId })).code).toBe(codeOf(failure));
  await read(manager, accountId);
  expect(await state(manager, accountId)).toMatchObject({ state: ends, trouble, fresh: [] });
  expect((await post(manager, 'takeOver', { accountId, numbers: [], goneIds: [] })).code).toBe(codeOf('conflict'));
});

test('[CC-04] a carrier that asked to wait is asked on where it was, and nothing is read twice', async () => {
  const { manager, tenantId } = await aManager();
  const accountId = await anAccount(manager);
  const pages = [fresh(2), fresh(2)];
  let isBusy = true;
  answer = (url) => {
    const page = Number(url.searchParams.get('page[number]'));
    return page === 2 && isBusy
      ? { status: 429, headers: { 'retry-after': '1' } }
      : { body: pageOf(pages[page - 1]!, 2) };
  };
  await read(manager, accountId);
  expect(await state(manager, accountId)).toMatchObject({ state: 'reading', trouble: 'busy', readCount: 2 });
  isBusy = false;
  await Promise.all([runJob(tenantId, accountId), runJob(tenantId, accountId)]);
  expect(await state(manager, accountId)).toMatchObject({ state: 'ready', readCount: 4 });
});

test.each<[string, object]>([
  ['a Twilio account without its SID', { kind: 'twilio', name: 'x', secret: 'y' }],
  ['a SID that is none', { kind: 'twilio', name: 'x', secret: 'y', accountSid: '../../etc' }],
  ['no secret', { kind: 'telnyx', name: 'x', secret: ' ' }],
  ['no name', { kind: 'telnyx', name: '', secret: 'y' }],
  ['a kind nobody knows', { kind: 'acme', name: 'x', secret: 'y' }],
  ['an address that is none', { kind: 'http', name: 'x', secret: 'y', list: { url: 'file:///etc/passwd' } }],
])('[CC-04] an account that cannot be asked is refused: %s', async (_, body) => {
  const { manager } = await aManager();
  expect((await post(manager, 'addAccount', body)).code).toBe(400);
  expect((await post(manager, 'accounts')).data).toEqual([]);
});

test('[CC-04] accounts are kept by those who may, have names of their own, and go without their numbers', async () => {
  const [{ manager, tenantId }, other] = [await aManager(), await aManager()];
  const accountId = await anAccount(manager);
  expect((await post(manager, 'addAccount', { kind: 'telnyx', name: 'Main', secret: 'x' })).code).toBe(
    codeOf('nameTaken'),
  );
  const editor = await aMember(db, tenantId, { functions: ['did-numbers.view', 'did-numbers.edit'] });
  for (const [path, body] of [
    ['accounts', {}],
    ['sync', { accountId }],
    ['removeAccount', { accountId }],
  ] as const)
    expect((await post(editor, path, body)).code).toBe(403);
  for (const path of ['testAccount', 'sync', 'syncState', 'removeAccount'])
    expect((await post(other.manager, path, { accountId })).code).toBe(404);
  const numbers = fresh(1);
  answer = () => ({ body: pageOf(numbers) });
  await read(manager, accountId);
  await post(manager, 'takeOver', { accountId, numbers, goneIds: [] });
  expect((await post(manager, 'removeAccount', { accountId })).code).toBe(0);
  expect((await post(manager, 'my')).data.list).toMatchObject([{ number: numbers[0], accountName: '' }]);
});
