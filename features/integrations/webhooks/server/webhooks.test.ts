import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { maskName } from '#core/privacy/name-mask.ts';
import { dueMembers, endAttempts, stopMembers } from '#features/outbound/campaigns/server/index.ts';
import { openCallBook } from '#features/voice/call-records/server/index.ts';
import { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import { hookEventNames, hookEvents, type Delivery, type HookFields } from '../contract.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { aReceiver, isSignedWith } from './receiver.fixture.ts';

const server = await testServer({ allowPrivate: true });
afterAll(server.close);
const { db } = server.world;

const ask = (who: Member, path: string, body: object = {}) =>
  server.ask('POST', `/cc/api/webhook/v1/${path}`, { token: who.token, body });
const settings = async (who: Member) =>
  (await server.ask('GET', '/cc/api/webhook/v1/settings', { token: who.token })).data;
const save = async (who: Member, hooks: object[], version?: string) =>
  server.ask('PUT', '/cc/api/webhook/v1/settings', {
    token: who.token,
    body: { version: version ?? (await settings(who)).version, hooks },
  });
const hook = (url: string, wishes: Partial<HookFields> = {}): HookFields => ({
  id: null,
  name: 'CRM',
  url,
  events: [...hookEventNames],
  enabled: true,
  maskNumbers: false,
  ...wishes,
});
const anOwner = async () => aMember(db, await aTenant(db), { isOwner: true });
const logOf = async (who: Member, filter: object = {}): Promise<Delivery[]> =>
  (await ask(who, 'log', { size: 50, ...filter })).data.list;

let calls = 0;
/** A call through the book, as the call desk writes it. */
async function aCall({ tenantId, userId }: Member, answered = true): Promise<string> {
  const callId = `hook-call-${(calls += 1)}`;
  const book = openCallBook(server.world);
  const startedMs = Date.now();
  await book.open({
    tenantId,
    callId,
    node: 'test',
    direction: 'inbound',
    startedMs,
    customerNumber: '525512345678',
    customerCountry: null,
    ourNumber: '525550000101',
    didNumberId: null,
    routerId: null,
    lineId: null,
    userId: null,
    sipNum: null,
    groupId: null,
    callbackOf: null,
    task: null,
  });
  if (answered) await book.note(tenantId, callId, { type: 'answered', atMs: startedMs + 1_000, userId });
  await book.close(tenantId, callId, {
    endedMs: startedMs + 60_000,
    outcome: answered ? 'talked' : 'abandoned',
    cause: 'normal',
    sipStatus: null,
    refusal: null,
    endedBy: 'customer',
  });
  await book.stop();
  return callId;
}

test('[ADMIN-06] settings are written as one document; secrets are shown once and never again', async () => {
  const owner = await anOwner();
  const known = new Set(server.world.catalogue.functions.flatMap(({ functions }) => functions));
  expect(await settings(owner)).toMatchObject({
    hooks: [],
    events: hookEventNames.filter((event) => known.has(hookEvents[event])).map((event) => ({ event, mayHave: true })),
    mustMask: false,
  });
  const first = await save(owner, [hook('http://127.0.0.1:9/hidden/a?token=hidden', { events: ['call.ended'] })]);
  expect(first.data.secrets).toEqual([
    { id: first.data.hooks[0].id, secret: expect.stringMatching(/^whsec_[\w-]{43}$/) },
  ]);
  expect(JSON.stringify(await settings(owner))).not.toContain('whsec_');
  const second = await save(owner, [...first.data.hooks, hook('http://127.0.0.1:9/b', { name: 'BI' })]);
  expect(second.data.secrets).toHaveLength(1);
  expect(second.data.hooks).toMatchObject([
    { name: 'CRM', events: ['call.ended'] },
    { name: 'BI', enabled: true, stopped: null },
  ]);
  expect(await save(owner, [], first.data.version), 'somebody has saved since').toMatchObject({ code: 20002 });
  const third = await save(owner, [{ ...second.data.hooks[1], name: 'Reports', enabled: false }]);
  expect(third.data).toMatchObject({
    hooks: [{ id: second.data.hooks[1].id, name: 'Reports', enabled: false }],
    secrets: [],
  });
  expect(await save(owner, [{ ...third.data.hooks[0], id: 999_999_999 }])).toMatchObject({ code: 404 });
  expect(await save(owner, [hook('http://127.0.0.1:9/', { events: ['call.exploded' as never] })])).toMatchObject({
    code: 400,
  });
  const { rows } = await db.tenant(owner, (tx) =>
    sql<{ log: string }>`select string_agg(change::text, '') log from operation_log where module = 'webhooks'`.execute(
      tx.as(),
    ),
  );
  expect(rows[0]!.log).toContain('Reports');
  expect(rows[0]!.log).not.toMatch(/whsec_|hidden/);
  await save(owner, [hook('http://127.0.0.1:9/hidden')]);
  const watcher = await aMember(db, owner.tenantId, { functions: ['webhooks.view'] });
  expect((await settings(watcher)).hooks).toMatchObject([{ url: 'http://127.0.0.1:9/…' }]);
  expect((await settings(owner)).hooks).toMatchObject([{ url: 'http://127.0.0.1:9/hidden' }]);
});

test('[ADMIN-06] what happens in a call is told, signed, with the fields of the public API', async () => {
  const owner = await anOwner();
  const receiver = await aReceiver();
  const { secret } = (await save(owner, [hook(receiver.url)])).data.secrets[0];
  const callId = await aCall(owner);
  await expect
    .poll(() => receiver.received.map(({ body }) => body.type).sort())
    .toEqual(['call.answered', 'call.ended', 'call.started']);
  for (const one of receiver.received) {
    expect(isSignedWith(secret, one)).toBe(true);
    expect(isSignedWith(`${secret}x`, one)).toBe(false);
    expect(Math.abs(Number(one.headers['x-openseat-timestamp']) - Date.now() / 1_000)).toBeLessThan(60);
    expect(one.headers).toMatchObject({
      'x-openseat-id': one.body.id,
      'x-openseat-event': one.body.type,
      'content-type': 'application/json; charset=utf-8',
    });
    expect(one.body).toMatchObject({
      id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
      tenant: { id: owner.tenantId },
      data: { call: { callId, number: '525512345678', direction: 'inbound' } },
    });
  }
  expect(receiver.received.find(({ body }) => body.type === 'call.ended')!.body.data.call).toMatchObject({
    status: 1,
    duration: 60,
    userId: owner.userId,
  });
  await expect
    .poll(async () => (await logOf(owner)).map(({ state }) => state))
    .toEqual(['delivered', 'delivered', 'delivered']);
  expect((await logOf(owner))[0]).toMatchObject({ answerStatus: 200, tries: 1, why: null, hookName: 'CRM' });
});

test('[ADMIN-06] a missed call is told as missed too, and a hook hears only what it chose, with stars if it is masked', async () => {
  const owner = await anOwner();
  const [missed, ended] = [await aReceiver(), await aReceiver()];
  await save(owner, [
    hook(missed.url, { events: ['call.missed'] }),
    hook(ended.url, { name: 'BI', events: ['call.ended'], maskNumbers: true }),
  ]);
  await aCall(owner, false);
  await expect.poll(() => [missed.received.length, ended.received.length]).toEqual([1, 1]);
  expect(missed.received[0]!.body).toMatchObject({ type: 'call.missed', data: { call: { number: '525512345678' } } });
  expect(ended.received[0]!.body).toMatchObject({
    type: 'call.ended',
    data: { call: { number: '', displayNumber: '52******5678' } },
  });
  expect(ended.received[0]!.text).not.toContain('525512345678');
});

test('[ADMIN-06] an agent’s change of status is told', async () => {
  const owner = await anOwner();
  const receiver = await aReceiver();
  await save(owner, [hook(receiver.url)]);
  const change = {
    id: 7,
    status: 66,
    atMs: Date.parse('2026-11-15T09:00:00Z'),
    by: null,
    reason: 'missed',
    callId: 'c1',
  };
  const announced = { tenantId: owner.tenantId, userId: owner.userId, name: 'Ana', changes: [change] };
  await db.tenant(owner, (tx) => tx.announce('agent-status.recorded', announced));
  await db.tenant(owner, (tx) =>
    tx.announce('agent-status.recorded', { ...announced, changes: [{ ...change, id: 8, status: 67 }] }),
  );
  await expect.poll(() => receiver.received.length).toBe(2);
  expect(receiver.received.find(({ body }) => body.data.status === 66)!.body.data).toEqual({
    agent: { userId: owner.userId, name: 'Ana' },
    status: 66,
    statusName: 'On break',
    at: '2026-11-15 09:00:00',
    by: null,
    reason: 'missed',
    callId: 'c1',
  });
});

test('[ADMIN-06] what is announced twice is delivered once', async () => {
  const owner = await anOwner();
  const receiver = await aReceiver();
  await save(owner, [hook(receiver.url, { events: ['call.ended'] })]);
  const callId = await aCall(owner);
  await expect.poll(() => receiver.received.length).toBe(1);
  await db.tenant(owner, (tx) => tx.announce('call-records.ended', { tenantId: owner.tenantId, callId }));
  const other = await aCall(owner);
  await expect.poll(() => receiver.received.map(({ body }) => body.data.call.callId)).toEqual([callId, other]);
  expect(await logOf(owner)).toHaveLength(2);
});

test('[ADMIN-06] a test delivery is sent at once, and says how it went', async () => {
  const owner = await anOwner();
  const receiver = await aReceiver();
  const { hooks, secrets } = (await save(owner, [hook(receiver.url, { enabled: false })])).data;
  const sent = await ask(owner, 'test', { id: hooks[0].id });
  expect(sent.data).toMatchObject({
    type: 'webhook.test',
    state: 'delivered',
    answerStatus: 200,
    answer: 'thanks',
    tries: 1,
  });
  expect(isSignedWith(secrets[0].secret, receiver.received[0]!)).toBe(true);
  receiver.answers((response) => void response.writeHead(500).end('no'));
  expect((await ask(owner, 'test', { id: hooks[0].id })).data).toMatchObject({
    state: 'failed',
    why: 'status',
    answerStatus: 500,
    answer: 'no',
    nextTryAt: null,
  });
  expect((await settings(owner)).hooks[0].failingSince, 'a test counts for nothing').toBeNull();
  expect(await ask(await anOwner(), 'test', { id: hooks[0].id })).toMatchObject({ code: 404 });
});

test('[ADMIN-06] the log is filtered by address, state and event, shows what was sent, and sends again with the same id', async () => {
  const owner = await anOwner();
  const [good, bad] = [await aReceiver(), await aReceiver()];
  bad.answers((response) => void response.writeHead(404).end('not here'));
  const { hooks } = (
    await save(owner, [
      hook(good.url, { events: ['call.ended'] }),
      hook(bad.url, { name: 'BI', events: ['call.ended', 'call.started'] }),
    ])
  ).data;
  await aCall(owner);
  await expect.poll(async () => (await logOf(owner)).filter(({ tries }) => tries > 0).length).toBe(3);
  expect((await logOf(owner, { hookId: hooks[0].id })).map(({ state }) => state)).toEqual(['delivered']);
  expect(await logOf(owner, { state: 'failed' })).toEqual([]);
  const [waiting] = await logOf(owner, { state: 'waiting', type: 'call.ended' });
  expect(waiting).toMatchObject({
    hookName: 'BI',
    why: 'status',
    answerStatus: 404,
    tries: 1,
    nextTryAt: expect.stringMatching(/^\d{4}-/),
  });
  const detail = (await ask(owner, 'delivery', { id: waiting!.id })).data;
  expect(JSON.parse(detail.body)).toMatchObject({ id: waiting!.eventId, type: 'call.ended' });
  expect(detail.answer).toBe('not here');

  bad.answers((response) => void response.writeHead(204).end());
  expect((await ask(owner, 'resend', { id: waiting!.id })).data).toMatchObject({
    state: 'delivered',
    answerStatus: 204,
    eventId: waiting!.eventId,
  });
  expect(bad.received.filter(({ body }) => body.id === waiting!.eventId).map(({ text }) => text)).toEqual([
    detail.body,
    detail.body,
  ]);
  expect((await ask(owner, 'resend', { id: waiting!.id })).data, 'also what was delivered').toMatchObject({
    state: 'delivered',
  });
  await save(
    owner,
    (await settings(owner)).hooks.map((one: HookFields) => ({ ...one, enabled: false })),
  );
  expect(await ask(owner, 'resend', { id: waiting!.id })).toMatchObject({ code: 21802 });
  expect(await ask(await anOwner(), 'resend', { id: waiting!.id }), 'of another team').toMatchObject({ code: 404 });
});

test('[ADMIN-06] a new secret signs at once, the old one beside it for a day', async () => {
  const owner = await anOwner();
  const receiver = await aReceiver();
  const {
    hooks,
    secrets: [{ secret: old }],
  } = (await save(owner, [hook(receiver.url)])).data;
  const { secret: fresh } = (await ask(owner, 'rotate', { id: hooks[0].id })).data;
  expect(fresh).not.toBe(old);
  await ask(owner, 'test', { id: hooks[0].id });
  expect([isSignedWith(old, receiver.received[0]!), isSignedWith(fresh, receiver.received[0]!)]).toEqual([true, true]);
  await db.tenant(owner, (tx) => sql`update webhook set previous_until = now() - interval '1 s'`.execute(tx.as()));
  await ask(owner, 'test', { id: hooks[0].id });
  expect([isSignedWith(old, receiver.received[1]!), isSignedWith(fresh, receiver.received[1]!)]).toEqual([false, true]);
});

test('[SEC-01] whoever sees numbers masked has nothing clear sent elsewhere, and does not read it in the log', async () => {
  const tenantId = await aTenant(db);
  const owner = await aMember(db, tenantId, { isOwner: true });
  const masked = await aMember(db, tenantId, {
    functions: ['webhooks.view', 'webhooks.edit', 'call-records.view', 'agent-status.view'],
    needsMasking: true,
  });
  const keeper = await aMember(db, tenantId, { functions: ['webhooks.view', 'webhooks.edit', 'agent-status.view'] });
  const receiver = await aReceiver();
  const url = receiver.url;
  expect(await save(masked, [hook(url)])).toMatchObject({ code: 403 });
  expect(await save(keeper, [hook(url)]), 'calls of others are not theirs to tell').toMatchObject({ code: 403 });
  expect((await settings(keeper)).events.filter(({ mayHave }: { mayHave: boolean }) => mayHave)).toEqual([
    { event: 'agent.statusChanged', mayHave: true },
  ]);
  const { hooks } = (await save(owner, [hook(url)])).data;
  expect(await save(masked, [{ ...hooks[0], url: `${url}/mine` }]), 'led elsewhere').toMatchObject({ code: 403 });
  expect(await save(keeper, [{ ...hooks[0], name: 'Renamed' }]), 'a name gives nothing').toMatchObject({ code: 0 });
  await aCall(owner);
  await expect.poll(() => receiver.received.length).toBe(3);
  const { id } = (await logOf(masked))[0]!;
  expect((await ask(masked, 'delivery', { id })).data).toMatchObject({ id, body: null, answer: null });
  expect((await ask(owner, 'delivery', { id })).data.body).toContain('525512345678');
  expect(await save(masked, [{ ...hooks[0], name: 'Renamed', maskNumbers: true }]), 'to mask is allowed').toMatchObject(
    { code: 0 },
  );
  for (const path of ['test', 'resend', 'rotate'])
    expect(
      await ask(await aMember(db, tenantId, { functions: ['webhooks.view'] }), path, { id: 1 }),
      path,
    ).toMatchObject({ code: 403 });
});

test('[SEC-01] masking or narrowing a hook and leading it elsewhere brings out nothing that was written before', async () => {
  const tenantId = await aTenant(db);
  const owner = await aMember(db, tenantId, { isOwner: true });
  const masked = await aMember(db, tenantId, {
    functions: ['webhooks.view', 'webhooks.edit', 'call-records.view'],
    needsMasking: true,
  });
  const keeper = await aMember(db, tenantId, { functions: ['webhooks.view', 'webhooks.edit', 'agent-status.view'] });
  const [ours, theirs] = [await aReceiver(), await aReceiver()];
  const { hooks } = (await save(owner, [hook(ours.url, { events: ['call.ended', 'agent.statusChanged'] })])).data;
  await aCall(owner);
  await expect.poll(async () => (await logOf(owner)).map(({ state }) => state)).toEqual(['delivered']);
  const { id } = (await logOf(owner))[0]!;
  expect((await ask(keeper, 'delivery', { id })).data, 'calls of others are not theirs to read').toMatchObject({
    body: null,
    answer: null,
  });

  expect(
    await save(masked, [{ ...hooks[0], url: theirs.url, events: ['call.ended'], maskNumbers: true }]),
  ).toMatchObject({ code: 0 });
  expect((await ask(masked, 'delivery', { id })).data).toMatchObject({ body: null, answer: null });
  expect((await ask(masked, 'resend', { id })).data).toMatchObject({ state: 'failed', why: 'off', body: null });
  await save(owner, [hooks[0]]);
  expect(await save(keeper, [{ ...hooks[0], url: theirs.url, events: ['agent.statusChanged'] }])).toMatchObject({
    code: 0,
  });
  expect((await ask(keeper, 'resend', { id })).data).toMatchObject({ state: 'failed', why: 'off', body: null });
  expect(theirs.received).toEqual([]);

  await save(owner, [{ ...hooks[0], url: theirs.url, maskNumbers: true }]);
  await aCall(owner);
  await expect.poll(() => theirs.received.length).toBe(1);
  expect(
    (await ask(masked, 'delivery', { id: (await logOf(masked))[0]!.id })).data.body,
    'what was written with stars is theirs',
  ).toContain('52******5678');
});

test('[ADMIN-06] a call’s recording is told once it can be heard', async () => {
  const owner = await anOwner();
  const receiver = await aReceiver();
  await save(owner, [hook(receiver.url, { events: ['record.ready'] })]);
  const callId = await aCall(owner);
  await db.tenant(owner, async (tx) => {
    await sql`insert into call_recording (recording_id, call_id, kind, duration_ms, bytes) values (${`${callId}-call`}, ${callId}, 'call', 4000, 64044)`.execute(
      tx.as(),
    );
    await tx.announce('call-records.recordingReady', {
      tenantId: owner.tenantId,
      callId,
      recordingId: `${callId}-call`,
    });
  });
  await expect.poll(() => receiver.received.length).toBe(1);
  expect(receiver.received[0]!.body).toMatchObject({
    type: 'record.ready',
    data: { call: { callId }, recording: { recordingId: `${callId}-call`, durationMs: 4000 } },
  });
});

test('[ADMIN-06] changes of customers, tags and follow-ups are told by their ids, every time they happen', async () => {
  const owner = await anOwner();
  const receiver = await aReceiver();
  await save(owner, [hook(receiver.url)]);
  const announce = (event: string, payload: object) =>
    db.tenant(owner, (tx) => tx.announce(event, { tenantId: owner.tenantId, ...payload }));
  const many = Array.from({ length: 250 }, (_, index) => index + 1);
  for (let time = 0; time < 2; time += 1) await announce('customer.changed', { ids: [7], kind: 'updated' });
  await announce('customer.changed', { ids: many, kind: 'created' });
  await announce('customer.changed', { ids: [8, 9], kind: 'merged', into: 7 });
  await announce('customer.changed', { ids: [], kind: 'deleted' });
  await announce('tags.changed', {});
  await announce('follow-records.created', { ids: [4] });
  await announce('follow-records.due', { ids: [4] });
  const move = { before: 'running', state: 'paused', pauseReason: 8, number: 3 };
  await announce('campaigns.moved', { id: 5, name: 'Renewals', kind: 'dialer', ...move });
  await announce('campaigns.grew', { campaignId: 5, added: 40 });
  await announce('campaigns.result', { ids: [6] });
  await expect
    .poll(() => receiver.received.map(({ body }) => body.type).sort())
    .toEqual([
      'campaign.changed',
      'campaign.customersAdded',
      'campaign.result',
      ...Array<string>(3).fill('customer.created'),
      'customer.deleted',
      'customer.merged',
      'customer.updated',
      'customer.updated',
      'followRecord.created',
      'followRecord.due',
      'tag.changed',
    ]);
  const dataOf = (type: string) =>
    receiver.received
      .filter(({ body }) => body.type === type)
      .map(({ body }) => body.data as unknown as { customerIds: number[] });
  expect(
    dataOf('customer.created')
      .flatMap(({ customerIds }) => customerIds)
      .sort((a, b) => a - b),
  ).toEqual(many);
  expect(dataOf('customer.deleted'), 'too many to name').toEqual([{ customerIds: [] }]);
  expect(dataOf('customer.merged')).toEqual([{ customerIds: [8, 9], mergedInto: 7 }]);
  expect(dataOf('campaign.changed')).toEqual([
    { campaignIds: [5], campaign: { id: 5, name: 'Renewals', kind: 'dialer' }, ...move },
  ]);
  expect(dataOf('campaign.result')).toEqual([{ campaignCustomerIds: [6] }]);
  expect(new Set(receiver.received.map(({ body }) => body.id)).size).toBe(13);
});

test('[ADMIN-06] [TASK-01] customers a campaign is done with and the ends of its attempts are told, numbered in their order, masked where hooks mask', async () => {
  const owner = await anOwner();
  const [clear, masked] = [await aReceiver(), await aReceiver()];
  const events = ['campaign.changed', 'campaign.customerDone', 'campaign.attemptEnded'] as const;
  await save(owner, [
    hook(clear.url, { events: [...events] }),
    hook(masked.url, { name: 'BI', events: [...events], maskNumbers: true }),
  ]);
  const { userId } = owner;
  const [campaign] = await db.tenant(owner, async (tx) => {
    const { rows } = await sql<{ id: number; member: number; attempt: number }>`
      with made as (insert into campaign (kind, name, state, start_type, customers) values ('dialer', 'Renewals', 'running', 3, 1) returning id),
      member as (insert into campaign_customer (campaign_id, number, country, name) select id, '525512345678', 'MX', 'Lucía Hernández' from made returning id, campaign_id)
      insert into campaign_attempt (campaign_id, member_id, number, user_id, call_id, abandoned_at) select campaign_id, id, '525512345678', ${userId}, ${`news-${userId}`}, now() from member
      returning campaign_id id, member_id member, id attempt`.execute(tx.as());
    return rows;
  });
  const { id, member, attempt } = campaign!;
  await db.tenant(owner, (tx) =>
    endAttempts(
      tx,
      [
        {
          callId: `news-${userId}`,
          status: FinalCallStatus.userRejected,
          talkSec: 0,
          endedMs: Date.now(),
          optedOut: true,
        },
      ],
      Date.now(),
    ),
  );
  const inOrder = ({ received }: typeof clear) =>
    received
      .map(({ body }) => body as unknown as { type: string; data: { number: number } })
      .toSorted((a, b) => a.data.number - b.data.number)
      .map(({ type, data }) => ({ type, ...data }));
  const about = { id, name: 'Renewals', kind: 'dialer' };
  const expected = (phone: string, name: string) => [
    {
      type: 'campaign.attemptEnded',
      number: 1,
      campaign: about,
      attempt: {
        attemptId: attempt,
        campaignCustomerId: member,
        callId: `news-${userId}`,
        phone,
        status: FinalCallStatus.userRejected,
        statusName: expect.any(String),
        isAbandoned: true,
        agent: { userId, name: owner.identity.name },
      },
    },
    {
      type: 'campaign.customerDone',
      number: 2,
      campaign: about,
      customer: { campaignCustomerId: member, phone, name, closedBy: 'optedOut', attempts: 1 },
    },
    { type: 'campaign.changed', number: 3, campaign: about, before: 'running', state: 'completed', pauseReason: null },
  ];
  await expect.poll(() => inOrder(clear)).toMatchObject(expected('525512345678', 'Lucía Hernández'));
  await expect.poll(() => inOrder(masked)).toMatchObject(expected('52******5678', maskName('Lucía Hernández')));
});

test('[ADMIN-06] [TASK-01] customers whom nobody may call or somebody stopped are told of as done with', async () => {
  const owner = await anOwner();
  const receiver = await aReceiver();
  await save(owner, [hook(receiver.url, { events: ['campaign.customerDone'] })]);
  const members = await db.tenant(owner, async (tx) => {
    const { rows } = await sql<{ id: number; campaignId: number }>`
      with made as (insert into campaign (kind, name, state, start_type, customers) values ('ai', 'Renewals', 'paused', 1, 3) returning id)
      insert into campaign_customer (campaign_id, number, country) select id, '52551234567' || n, 'MX' from made, generate_series(1, 3) n
      returning id, campaign_id "campaignId"`.execute(tx.as());
    return rows;
  });
  const [listed, stopped] = members;
  const { campaignId } = listed!;
  await db.tenant(owner, async (tx) => {
    await dueMembers(tx).close(campaignId, [{ id: listed!.id, by: 'blacklisted' }], Date.now());
    await stopMembers(tx, campaignId, [stopped!.id], owner.userId, Date.now());
  });
  const delivered = () =>
    receiver.received
      .map(({ body }) => body.data as unknown as { number: number; customer: Record<string, unknown> })
      .toSorted((a, b) => a.number - b.number)
      .map(({ number, customer }) => ({ number, id: customer['campaignCustomerId'], by: customer['closedBy'] }));
  await expect.poll(delivered).toEqual([
    { number: 1, id: listed!.id, by: 'blacklisted' },
    { number: 2, id: stopped!.id, by: 'stopped' },
  ]);
});
