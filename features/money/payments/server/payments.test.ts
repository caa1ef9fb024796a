import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  CARD_HOOK_SECRET,
  CARD_KEY,
  cardSignature,
  openCheckoutServer,
} from '#adapters/payments/card-checkout.fixture.ts';
import { accountOf, openAccount } from '#features/money/ledger/server/index.ts';
import { failureRow, type FailureName } from '#shared/errors.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';

const server = await testServer({ allowPrivate: true });
const { world, built } = server;
const { db, clock } = world;
const codeOf = (name: FailureName): number => failureRow(name).code;
const there = await openCheckoutServer();
afterAll(async () => {
  await server.close();
  await there.close();
});

let operator: Member;
beforeAll(async () => {
  operator = await anOperator();
  const body = { apiUrl: there.address, secretKey: CARD_KEY, webhookSecret: CARD_HOOK_SECRET };
  expect((await asOperator('provider', body)).code).toBe(0);
});

async function anOperator(): Promise<Member> {
  const person = await aMember(db, await aTenant(db));
  await db.everyTenant('an operator', async (tx) => {
    await sql`insert into operator_account (user_id) values (${person.userId})`.execute(tx.as());
    await sql`update session set factor_at = now() where id = ${person.sessionId}`.execute(tx.as());
  });
  return person;
}

// Tests look into whatever is answered.
// oxlint-disable-next-line typescript/no-explicit-any
const asOperator = <D = any>(path: string, body: object) =>
  server.ask<D>('POST', `/admin/operator/payments/${path}`, { token: operator.token, body });

async function aPayer({ minor = 0, currency = 'USD' } = {}) {
  const tenantId = await aTenant(db);
  await db.everyTenant('money', (tx) => openAccount(tx, tenantId, currency, minor));
  const who = await aMember(db, tenantId, { functions: ['payments.pay'] });
  // oxlint-disable-next-line typescript/no-explicit-any
  const ask = <D = any>(path: string, body: object) =>
    server.ask<D>('POST', `/cc/api/payments/v1/${path}`, { token: who.token, body });
  return {
    tenantId,
    who,
    ask,
    balance: async () => (await db.tenant({ tenantId }, accountOf))!.balanceE4,
    entries: async () =>
      (
        await db.tenant({ tenantId }, (tx) =>
          sql<{ kind: string }>`select kind from money_entry where kind <> 'opening' order by id`.execute(tx.as()),
        )
      ).rows.map(({ kind }) => kind),
    async begin(amountE4: number): Promise<string> {
      const { code, data } = await ask('card/begin', { amountE4 });
      expect(code).toBe(0);
      return [...there.sessions.values()].find(({ url }) => url === data.url)!.client_reference_id;
    },
  };
}

const aVoucher = async (wishes: object = {}): Promise<string> =>
  (
    await asOperator<{ codes: string[] }>('voucher/make', {
      count: 1,
      amountE4: 50_000,
      currency: 'USD',
      expiresAt: null,
      note: 'spring',
      ...wishes,
    })
  ).data.codes[0]!;

const postEvent = async (body: string, signature = cardSignature(body, clock.nowMs())): Promise<number> =>
  (
    await built.http.inject({
      method: 'POST',
      url: '/cc/api/payments/v1/card/events',
      payload: body,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    })
  ).statusCode;

test('[CC-11] a voucher is money once, also for two who type its code at the same moment', async () => {
  const [one, other] = [await aPayer(), await aPayer()];
  const code = await aVoucher();
  expect(code).toMatch(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/);
  const outcomes = await Promise.all(
    [one, other, one, other].map(async ({ ask }) => (await ask('redeem', { code: code.toLowerCase() })).code),
  );
  expect(outcomes.toSorted((a, b) => a - b)).toEqual([0, ...Array.from({ length: 3 }, () => codeOf('voucherUsed'))]);
  expect((await one.balance()) + (await other.balance())).toBe(50_000);
});

test('[CC-11] a voucher that expired, was withdrawn, is of another currency or was never made credits nothing', async () => {
  const payer = await aPayer();
  const refused = async (code: string) => (await payer.ask('redeem', { code })).code;
  expect(await refused(await aVoucher({ expiresAt: '2020-01-01 00:00:00' }))).toBe(codeOf('voucherExpired'));
  expect(await refused(await aVoucher({ currency: 'EUR' }))).toBe(codeOf('voucherOtherCurrency'));
  const withdrawn = await aVoucher();
  const { data } = await asOperator('voucher/page', { state: 'open' });
  const [newest] = data.list;
  expect(newest).toMatchObject({ ending: withdrawn.slice(-4), state: 'open', amountE4: 50_000 });
  expect((await asOperator('voucher/withdraw', { id: newest.id })).code).toBe(0);
  expect((await asOperator('voucher/withdraw', { id: newest.id })).code).toBe(404);
  expect(await refused(withdrawn)).toBe(codeOf('voucherUnknown'));
  expect(await refused('0000-0000-0000-0000')).toBe(codeOf('voucherUnknown'));
  expect(await refused('nonsense')).toBe(codeOf('voucherUnknown'));
  expect(await payer.balance()).toBe(0);
});

test('[CC-11] codes are nowhere in the database, and whoever guesses many has to wait, right or wrong', async () => {
  const payer = await aPayer();
  const code = await aVoucher();
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql<{ row: string }>`select v::text "row" from voucher v`.execute(tx.as()),
  );
  expect(rows.map(({ row }) => row).join(' ')).not.toContain(code);
  await db.everyTenant('fifty guesses', (tx) =>
    sql`insert into voucher_guess (tenant_id, user_id, at) select ${payer.tenantId}, ${payer.who.userId}, now() from generate_series(1, 49)`.execute(
      tx.as(),
    ),
  );
  expect((await payer.ask('redeem', { code: '0000-0000-0000-0001' })).code).toBe(codeOf('voucherUnknown'));
  expect((await payer.ask('redeem', { code })).code).toBe(429);
  expect((await (await aPayer()).ask('redeem', { code })).code).toBe(0);
});

test('[CC-11] a card payment is credited once, though its call comes twice and together with the browser', async () => {
  const payer = await aPayer({ minor: 100 });
  const key = await payer.begin(250_000);
  expect(there.ofKey(key)).toMatchObject({ amount_total: 2_500, currency: 'usd' });
  expect((await payer.ask('card/look', { payment: key })).data).toEqual({ state: 'open', amountE4: 250_000 });
  expect(await payer.balance()).toBe(10_000);
  const event = there.pay(key);
  const [first, second, back] = await Promise.all([
    postEvent(event),
    postEvent(event),
    payer.ask('card/look', { payment: key }),
  ]);
  expect([first, second, back.data.state]).toEqual([200, 200, 'paid']);
  expect(await postEvent(event)).toBe(200);
  expect(await payer.balance()).toBe(260_000);
  expect(await payer.entries()).toEqual(['card']);
});

test('[CC-11] whichever comes first, the call of the provider or the browser, the other finds it credited', async () => {
  for (const order of ['call', 'browser']) {
    const payer = await aPayer({ currency: 'JPY' });
    const key = await payer.begin(5_000_000);
    expect(there.ofKey(key), 'yen have no parts').toMatchObject({ amount_total: 500, currency: 'jpy' });
    const event = there.pay(key);
    const look = async () => (await payer.ask('card/look', { payment: key })).data.state;
    if (order === 'call') expect([await postEvent(event), await look()]).toEqual([200, 'paid']);
    else expect([await look(), await postEvent(event)]).toEqual(['paid', 200]);
    expect([await payer.balance(), await payer.entries()]).toEqual([5_000_000, ['card']]);
  }
});

test('[CC-11] a call that comes before we know the provider’s name for the payment is booked all the same', async () => {
  const payer = await aPayer();
  const key = await payer.begin(10_000);
  await db.everyTenant('the answer got lost', (tx) =>
    sql`update card_payment set ref = null where key = ${key}`.execute(tx.as()),
  );
  expect(await postEvent(there.pay(key))).toBe(200);
  expect(await payer.balance()).toBe(10_000);
});

test('[CC-11] a payment whose call never comes is asked about', async () => {
  const payer = await aPayer();
  const key = await payer.begin(10_000);
  there.pay(key);
  await db.everyTenant('a while ago', (tx) =>
    sql`update card_payment set created_at = now() - interval '20 minutes' where key = ${key}`.execute(tx.as()),
  );
  const job = built.features.flatMap(({ jobs = [] }) => jobs).find(({ task }) => task === 'payments.askAgain')!;
  await job.run(undefined as never);
  await job.run(undefined as never);
  expect([await payer.balance(), await payer.entries()]).toEqual([10_000, ['card']]);
});

test('[CC-11] refunds are booked as told, once, in whatever order they come', async () => {
  const payer = await aPayer();
  const key = await payer.begin(100_000);
  const early = there.refund(key, 200, 'USD');
  expect(await postEvent(early), 'before it is paid it is told again later').toBe(503);
  await postEvent(there.pay(key));
  expect(await postEvent(there.refund(key, 600, 'USD'))).toBe(200);
  expect(await postEvent(early)).toBe(200);
  expect(await postEvent(there.refund(key, 600, 'USD'))).toBe(200);
  expect(await postEvent(there.refund(key, 1_000, 'USD'))).toBe(200);
  expect(await payer.balance()).toBe(0);
  expect(await payer.entries()).toEqual(['card', 'cardRefund', 'cardRefund']);
  expect((await payer.ask('card/page', {})).data.list).toMatchObject([
    { state: 'paid', amountE4: 100_000, refundedE4: 100_000 },
  ]);
});

test('[CC-11] a dispute takes its amount once and gives it back once when it is won, in whatever order it is told', async () => {
  const payer = await aPayer();
  const key = await payer.begin(100_000);
  const disputeEvent = (ref: string, status: string) =>
    there.dispute(key, { ref, amountMinor: 400, currency: 'USD', status });
  expect(await postEvent(disputeEvent('dp_1', 'needs_response')), 'before it is paid it is told again later').toBe(503);
  await postEvent(there.pay(key));
  expect(await postEvent(disputeEvent('dp_0', 'warning_needs_response')), 'only asked about: no money has moved').toBe(
    200,
  );
  there.away(true);
  expect(await postEvent(disputeEvent('dp_1', 'needs_response')), 'nobody says yet which payment it is').toBe(503);
  there.away(false);
  for (const status of ['needs_response', 'needs_response', 'under_review', 'won', 'won', 'needs_response'])
    expect(await postEvent(disputeEvent('dp_1', status))).toBe(200);
  expect([await payer.balance(), await payer.entries()]).toEqual([100_000, ['card', 'dispute', 'disputeBack']]);
  for (const status of ['lost', 'needs_response', 'lost', 'won'])
    expect(await postEvent(disputeEvent('dp_2', status))).toBe(200);
  expect(await payer.balance()).toBe(60_000);
  for (const status of ['won', 'needs_response']) expect(await postEvent(disputeEvent('dp_3', status))).toBe(200);
  expect([await payer.balance(), await payer.entries()]).toEqual([
    60_000,
    ['card', 'dispute', 'disputeBack', 'dispute'],
  ]);
  expect(
    await postEvent(there.dispute('foreign', { ref: 'dp_9', amountMinor: 1, currency: 'USD', status: 'lost' })),
  ).toBe(200);
  const { data } = await asOperator('dispute/page', {});
  expect(data.list.map(({ state, amountE4 }: { state: string; amountE4: number }) => `${state} ${amountE4}`)).toEqual([
    'won 40000',
    'lost 40000',
    'won 40000',
  ]);
});

test('[CC-11] what is told in another currency than was paid is listed for an operator, who settles it; it is not told for ever', async () => {
  const payer = await aPayer();
  const key = await payer.begin(100_000);
  await postEvent(there.pay(key));
  const disputeEvent = (status: string) =>
    there.dispute(key, { ref: 'dp_eur', amountMinor: 400, currency: 'EUR', status });
  for (const status of ['needs_response', 'needs_response']) expect(await postEvent(disputeEvent(status))).toBe(200);
  expect([await payer.balance(), await payer.entries()]).toEqual([100_000, ['card']]);
  const listed = async () => (await asOperator('exception/page', {})).data.list;
  const [one, ...others] = await listed();
  expect(others).toEqual([]);
  expect(one).toMatchObject({
    what: 'dispute',
    state: 'open',
    amountE4: 40_000,
    currency: 'EUR',
    paidE4: 100_000,
    paidCurrency: 'USD',
    settledAt: null,
  });
  expect((await asOperator('exception/settle', { id: one.id, note: 'corrected by 4.30' })).code).toBe(0);
  expect(await listed()).toMatchObject([{ settledAt: expect.any(String), note: 'corrected by 4.30' }]);
  expect((await asOperator('exception/settle', { id: one.id, note: 'again' })).code).toBe(codeOf('notFound'));
  // What changes is looked at once more, and not undone by what was told before it.
  expect(await postEvent(disputeEvent('won'))).toBe(200);
  expect(await postEvent(disputeEvent('needs_response'))).toBe(200);
  expect(await listed()).toMatchObject([{ state: 'won', settledAt: null }]);
});

test('[CC-11] a call that is not signed, too old, or changed by one letter books nothing', async () => {
  const payer = await aPayer();
  const key = await payer.begin(10_000);
  const event = there.pay(key);
  expect(await postEvent(event, '')).toBe(401);
  expect(await postEvent(event, cardSignature(event, clock.nowMs(), 'whsec_other'))).toBe(401);
  expect(await postEvent(event, cardSignature(event, clock.nowMs() - 301_000))).toBe(401);
  expect(await postEvent(`${event} `, cardSignature(event, clock.nowMs()))).toBe(401);
  expect(await payer.balance()).toBe(0);
  expect(await postEvent(there.other())).toBe(200);
});

test('[CC-11] a payment that expires is gone, and one that is begun while the provider is away costs nothing', async () => {
  const payer = await aPayer();
  const key = await payer.begin(10_000);
  expect(await postEvent(there.expire(key))).toBe(200);
  expect((await payer.ask('card/page', {})).data.list).toMatchObject([{ state: 'gone' }]);
  there.away(true);
  try {
    expect((await payer.ask('card/begin', { amountE4: 10_000 })).code).toBe(codeOf('paymentNotBegun'));
  } finally {
    there.away(false);
  }
  expect((await payer.ask('card/begin', { amountE4: 10_001 })).code, 'less than a cent').toBe(400);
  expect(await payer.balance()).toBe(0);
});

test('[CC-11] payments of one team are nobody else’s, and without the right nobody pays', async () => {
  const [payer, other] = [await aPayer(), await aPayer()];
  const key = await payer.begin(10_000);
  there.pay(key);
  expect((await other.ask('card/look', { payment: key })).code).toBe(404);
  expect(await payer.balance()).toBe(0);
  const guest = await aMember(db, payer.tenantId);
  for (const path of ['redeem', 'card/begin', 'card/look', 'card/page'])
    expect((await server.ask('POST', `/cc/api/payments/v1/${path}`, { token: guest.token, body: {} })).code).toBe(403);
  const free = await aMember(db, await aTenant(db), { isOwner: true });
  expect((await server.ask('GET', '/cc/api/payments/v1/ways', { token: free.token })).code).not.toBe(0);
});

test('[CC-11] what belongs to the operator of the installation is refused to the owner of a team', async () => {
  const payer = await aPayer();
  const owner = await aMember(db, payer.tenantId, { isOwner: true });
  for (const path of ['voucher/make', 'provider', 'dispute/page', 'exception/page'])
    expect(
      (await server.ask('POST', `/admin/operator/payments/${path}`, { token: owner.token, body: {} })).code,
      path,
    ).toBe(403);
});

test('[CC-11] secrets of the card provider are kept sealed, stay while the address does, and are asked for with another one', async () => {
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql<{ row: string }>`select encode(sealed, 'escape') "row" from card_provider`.execute(tx.as()),
  );
  expect(rows[0]!.row).not.toContain(CARD_KEY);
  const none = { secretKey: '', webhookSecret: '' };
  expect((await asOperator('provider', { apiUrl: there.address, ...none })).code).toBe(0);
  expect((await asOperator('provider', { apiUrl: 'https://elsewhere.example', ...none })).code).toBe(
    codeOf('paymentSecretNeeded'),
  );
  const shown = await server.ask('GET', '/admin/operator/payments/provider', { token: operator.token });
  expect(shown.data).toEqual({
    isSet: true,
    apiUrl: there.address,
    hookUrl: 'http://openseat.test/cc/api/payments/v1/card/events',
  });
  const payer = await aPayer();
  expect((await server.ask('GET', '/cc/api/payments/v1/ways', { token: payer.who.token })).data).toEqual({
    currency: 'USD',
    card: true,
  });
});
