import { expect, test, vi } from 'vitest';
import { startOfDay, nextDay } from '#core/calendar/day-range.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { toWireTime } from '#shared/wire-time.ts';
import { aMember, aTenant, type Member, type MemberWishes } from '#test/builders.ts';
import { TOTAL_CAP, type CallDetail, type CallRecord } from '../contract.ts';
import { callRecordsRepo } from './call-records.repo.ts';
import { aCall, bookOfTests, playCall } from './calls.fixture.ts';
import { nameRecordsJob } from './name-records.ts';
import { namedRecords } from './named-records.ts';
import type { CallRecordSearch } from './call-record-search.ts';
import { clockOf } from '#test/clock.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

/** Noon, so that no test falls on the change of the day. */
const NOW = Math.floor(Date.now() / 86_400_000) * 86_400_000 + 43_200_000;
const { server, book } = await bookOfTests({ clock: clockOf(() => NOW) });

interface Page {
  list: CallRecord[];
  total: number;
  totalCapped: boolean;
}
const USE = ['call-records.use'];
const ALL = ['call-records.use', 'call-records.view'];
const aPerson = async (wishes: MemberWishes = {}, tenantId?: number) =>
  aMember(server.world.db, tenantId ?? (await aTenant(server.world.db)), { functions: ALL, ...wishes });
const page = async (who: Member, body: object = {}) =>
  (await server.ask<Page>('POST', '/cc/api/ccCdr/v1/page', { token: who.token, body })).data;
const ids = ({ list }: Page) => list.map(({ callId }) => callId);
const detail = (who: Member, callId: string) =>
  server.ask<CallDetail>('POST', '/cc/api/ccCdr/v1/detail', { token: who.token, body: { callId } });

/** A call of one minute that began so many seconds ago, answered by `who`. */
const talked = (who: Member, wishes: Partial<Parameters<typeof aCall>[1]> & { agoSec?: number; sec?: number } = {}) => {
  const { agoSec = 5, sec = 60, ...call } = wishes;
  return playCall(
    book,
    aCall(who.tenantId, { startedMs: NOW - agoSec * 1_000, ...call }),
    [
      [1, { type: 'agentRang', userId: who.userId, sipNum: '8001' }],
      [3, { type: 'answered', userId: who.userId }],
    ],
    sec,
  );
};

test('[PHONE-07] the page is ten calls of today, newest first, and the total tells how many there are', async () => {
  const sofia = await aPerson();
  const made: string[] = [];
  for (let n = 0; n < 13; n += 1) made.unshift(await talked(sofia, { agoSec: 100 - n }));
  const first = await page(sofia, { startDate: toWireTime(NOW - 200_000) });
  expect(ids(first)).toEqual(made.slice(0, 10));
  expect([first.total, first.totalCapped]).toEqual([13, false]);
  expect(ids(await page(sofia, { page: 2, startDate: toWireTime(NOW - 200_000) }))).toEqual(made.slice(10));
  expect(ids(await page(sofia, { page: 3, startDate: toWireTime(NOW - 200_000) }))).toEqual([]);
  expect(ids(await page(sofia, { before: made[4]!, size: 3, startDate: toWireTime(NOW - 200_000) }))).toEqual(
    made.slice(5, 8),
  );
});

test('[PHONE-07] every field of the search narrows it', async () => {
  const sofia = await aPerson();
  const { db } = server.world;
  const groupId = (
    await db.pool.query('insert into agent_group (tenant_id, name, group_no) values ($1, $2, 1) returning id', [
      sofia.tenantId,
      'Support',
    ])
  ).rows[0].id as number;
  const budi = await aPerson({}, sofia.tenantId);
  await db.pool.query('insert into agent_group_member (tenant_id, group_id, user_id) values ($1, $2, $3)', [
    sofia.tenantId,
    groupId,
    budi.userId,
  ]);
  const inbound = await talked(sofia, { customerNumber: '525511112222', sec: 20 });
  const outbound = await playCall(
    book,
    aCall(sofia.tenantId, {
      startedMs: NOW - 4_000,
      direction: 'outbound',
      customerNumber: '6281234567',
      ourNumber: '525555550199',
      userId: budi.userId,
      sipNum: '8002',
    }),
    [],
    45,
    { outcome: 'busy' },
  );
  const queued = await playCall(
    book,
    aCall(sofia.tenantId, { startedMs: NOW - 3_000, customerNumber: '31201234567' }),
    [[0, { type: 'queued', groupId, position: 1 }]],
    90,
    { outcome: 'abandoned' },
  );
  await db.pool.query('update call_record set customer_name = $2 where call_id = $1', [
    inbound,
    'Lucía 100% Hernández',
  ]);
  const span = { startDate: toWireTime(NOW - 100_000) };
  const cases: [object, string[]][] = [
    [{ direction: 'outbound' }, [outbound]],
    [{ group: groupId }, [queued]],
    [{ userGroupId: groupId }, [outbound]],
    [{ name: 'lucía' }, [inbound]],
    [{ name: 'HERNANDEZ lucia' }, [inbound]],
    [{ name: '100%' }, [inbound]],
    [{ name: '_' }, []],
    [{ number: '+52 55 1111' }, [inbound]],
    [{ number: '1234567' }, [queued, outbound]],
    [{ number: '11112222' }, [inbound]],
    [{ number: '9999' }, []],
    [{ number: 'nobody' }, []],
    [{ caller: '525555550199' }, [outbound]],
    [{ caller: '8002' }, [outbound]],
    [{ caller: '31201234567' }, [queued]],
    [{ callId: inbound }, [inbound]],
    [{ status: CallOutcome.abandoned }, [queued]],
    [{ status: CallOutcome.talked }, [inbound]],
    [{ min: 45, max: 89 }, [outbound]],
    [{ min: 46 }, [queued]],
    [{}, [queued, outbound, inbound]],
  ];
  for (const [filter, expected] of cases)
    expect([filter, ids(await page(sofia, { ...span, ...filter }))]).toEqual([filter, expected]);
  // Records from before names had an index are looked for one by one until the job has come to them.
  await db.pool.query("update call_record set customer_words = '' where call_id = $1", [inbound]);
  expect(ids(await page(sofia, { ...span, name: 'hernandez' }))).toEqual([inbound]);
  await nameRecordsJob({ db }).run({} as never);
  expect(
    await namedRecords(db, sofia.tenantId, { name: { text: 'hernandez', by: 'part' }, range: null }),
  ).toMatchObject({ name: undefined, ids: [expect.any(Number)] });
  expect(ids(await page(sofia, { ...span, name: 'hernandez' }))).toEqual([inbound]);
  // Of a name that more have than are counted the newest are looked for, and nothing is counted but what is asked for besides.
  const many: CallRecordSearch = { range: null, name: { text: 'hernandez', by: 'words' } };
  const [found, alone, narrowed] = await db.tenant({ tenantId: sofia.tenantId }, async (tx) => {
    const repo = callRecordsRepo(tx);
    return [
      (await repo.page(many, { size: 10 })).map(({ call_id: id }) => id),
      await repo.total(many),
      await repo.total({ ...many, status: CallOutcome.talked }),
    ];
  });
  expect([found, alone, narrowed]).toEqual([[inbound], TOTAL_CAP + 1, 1]);
  expect((await page(sofia, { ...span, callId: inbound })).list[0]).toMatchObject({ userName: sofia.identity.name });
  expect((await page(sofia, { ...span, group: groupId })).list[0]).toMatchObject({
    groupName: 'Support',
    queueSec: 90,
  });
});

test('[PHONE-07] an agent finds calls of their own, also those they missed or handed on; with call-records.view everybody’s', async () => {
  const ana = await aPerson({ functions: USE });
  const budi = await aPerson({ functions: USE }, ana.tenantId);
  const sofia = await aPerson({}, ana.tenantId);
  const nobody = await aPerson({ functions: [] }, ana.tenantId);
  const handedOn = await playCall(
    book,
    aCall(ana.tenantId, { startedMs: NOW - 9_000 }),
    [
      [1, { type: 'answered', userId: ana.userId }],
      [5, { type: 'transferred', kind: 'blind', to: '8002', userId: budi.userId }],
      [6, { type: 'answered', userId: budi.userId }],
    ],
    20,
  );
  const missed = await playCall(
    book,
    aCall(ana.tenantId, { startedMs: NOW - 8_000 }),
    [
      [1, { type: 'agentRang', userId: ana.userId, sipNum: '1' }],
      [9, { type: 'agentMissed', userId: ana.userId, reason: 'missed' }],
    ],
    20,
    { outcome: 'missed' },
  );
  const foreign = await talked(budi, { agoSec: 7 });
  expect(ids(await page(ana))).toEqual([missed, handedOn]);
  expect(ids(await page(budi))).toEqual([foreign, handedOn]);
  expect(ids(await page(sofia))).toEqual([foreign, missed, handedOn]);
  expect((await server.ask('POST', '/cc/api/ccCdr/v1/page', { token: nobody.token, body: {} })).code).toBe(403);
  expect((await detail(ana, foreign)).code).toBe(403);
  expect((await detail(ana, missed)).code).toBe(0);
});

test('[API-03] another tenant finds nothing', async () => {
  const [ana, noor] = [await aPerson(), await aPerson()];
  const callId = await talked(ana);
  expect(ids(await page(noor, { callId }))).toEqual([]);
  expect((await detail(noor, callId)).code).toBe(404);
});

test('[CC-01] recent calls are my last twenty', async () => {
  const sofia = await aPerson();
  const budi = await aPerson({}, sofia.tenantId);
  await talked(budi, { agoSec: 1 });
  const made: string[] = [];
  for (let n = 0; n < 22; n += 1) made.unshift(await talked(sofia, { agoSec: 90_000_000 - n }));
  const { data } = await server.ask<CallRecord[]>('POST', '/cc/api/ccCdr/v1/recent', { token: sofia.token, body: {} });
  expect(data.map(({ callId }) => callId)).toEqual(made.slice(0, 20));
});

test('[PHONE-17] a record has every field a person needs', async () => {
  const sofia = await aPerson({ language: 'es-MX' });
  const callId = await talked(sofia, { task: { taskId: '1', taskName: 'Renewals', customerId: '42' } });
  const { list } = await page(sofia);
  expect(list[0]).toEqual({
    callId,
    direction: 'inbound',
    number: '525512345678',
    displayNumber: '525512345678',
    callingNumber: '525555550100',
    caller: '525512345678',
    displayCaller: '525512345678',
    callee: '525555550100',
    displayCallee: '525555550100',
    clientSipFrom: '8001',
    displayClientSipFrom: `${sofia.identity.name} (8001)`,
    country: 'MX',
    callerIso2: 'MX',
    calleeIso2: 'MX',
    hasEncrypt: false,
    status: CallOutcome.talked,
    statusName: 'Conversación',
    callIcon: 'in',
    startTime: toWireTime(NOW - 5_000),
    answerTime: toWireTime(NOW - 2_000),
    endTime: toWireTime(NOW + 55_000),
    duration: 60,
    callDuration: 57,
    ringSec: 2,
    queueSec: 0,
    holdSec: 0,
    mos: null,
    aiOrcc: 'cc',
    taskName: 'Renewals',
    customerId: '42',
    customerName: '',
    fromChat: false,
    remark: '',
    userId: sofia.userId,
    userName: sofia.identity.name,
    groupId: null,
    groupName: '',
    routerId: 4,
    didNumberId: 3,
    canCallback: true,
    postCallBack: false,
    hasRecording: false,
  });
});

test('[PHONE-17] who called whom, the picture and the call back follow the direction and the outcome', async () => {
  const sofia = await aPerson();
  const out = { direction: 'outbound', userId: sofia.userId, sipNum: '8001' } as const;
  const missed = await playCall(book, aCall(sofia.tenantId, { startedMs: NOW - 9_000 }), [], 5, {
    outcome: 'abandoned',
  });
  await playCall(
    book,
    aCall(sofia.tenantId, { ...out, startedMs: NOW - 8_000, callbackOf: missed }),
    [[1, { type: 'answered', userId: null }]],
    5,
  );
  await playCall(book, aCall(sofia.tenantId, { ...out, startedMs: NOW - 7_000 }), [], 5, { outcome: 'noAnswer' });
  await playCall(
    book,
    aCall(sofia.tenantId, {
      ...out,
      direction: 'internal',
      customerNumber: '8002',
      ourNumber: '',
      customerCountry: null,
      startedMs: NOW - 6_000,
    }),
    [],
    5,
    { outcome: 'talked' },
  );
  await playCall(book, aCall(sofia.tenantId, { startedMs: NOW - 5_000 }), [], 5, { outcome: 'voicemail' });
  await book.open(aCall(sofia.tenantId, { startedMs: NOW - 4_000, customerNumber: '', customerCountry: null }));
  const shown = (await page(sofia)).list.map(({ caller, callee, callIcon, canCallback, postCallBack }) => [
    caller,
    callee,
    callIcon,
    canCallback,
    postCallBack,
  ]);
  const [theirs, ours] = ['525512345678', '525555550100'];
  expect(shown).toEqual([
    ['', ours, 'lasting', false, false],
    [theirs, ours, 'voicemail', true, false],
    ['8001', '8002', 'internal', false, false],
    [ours, theirs, 'outFailed', true, false],
    [ours, theirs, 'out', true, false],
    [theirs, ours, 'inMissed', true, true],
  ]);
});

test('[SEC-01] a masked reader gets no clear number, in no answer and by no search', async () => {
  const open = await aPerson();
  const masked = await aPerson({ needsMasking: true, functions: [...ALL, 'call-records.listen'] }, open.tenantId);
  const callId = await playCall(
    book,
    aCall(open.tenantId, {
      startedMs: NOW - 5_000,
      task: { taskId: null, taskName: null, customerId: '42' },
      networkWord: { attestation: 'B', divertedFrom: '525512345678', divertedBecause: 'noAnswer' },
    }),
    [
      [1, { type: 'answered', userId: masked.userId }],
      [4, { type: 'transferred', kind: 'blind', to: '525512345678', userId: null }],
    ],
    20,
  );
  await server.world.db.pool.query(
    "update call_record set customer_name = 'Lucía Hernández', remark = 'call 525512345678 back' where call_id = $1",
    [callId],
  );
  const answers = [
    await page(masked),
    (await server.ask('POST', '/cc/api/ccCdr/v1/recent', { token: masked.token, body: {} })).data,
    (await detail(masked, callId)).data,
    (
      await server.ask('POST', '/cc/api/ccCdr/v1/customer/detail/page', {
        token: masked.token,
        body: { customerId: 42 },
      })
    ).data,
    (
      await server.ask('POST', '/cc/api/ccCdr/v1/custom/list', {
        token: masked.token,
        body: { columns: ['number', 'caller', 'displayCaller', 'customerName', 'remark'] },
      })
    ).data,
  ];
  for (const answer of answers) {
    expect(JSON.stringify(answer)).not.toMatch(/12345678|551234|Hernández/);
    expect(JSON.stringify(answer)).toContain('52******5678');
  }
  const word = { attestation: 'B', divertedFrom: '52******5678', divertedBecause: 'noAnswer' };
  expect((await detail(masked, callId)).data).toMatchObject(word);
  expect((await detail(open, callId)).data).toMatchObject({ ...word, divertedFrom: '525512345678' });
  expect((await page(masked)).list[0]).toMatchObject({
    number: '',
    caller: '',
    displayNumber: '52******5678',
    displayCaller: '52******5678',
    callee: '525555550100',
    hasEncrypt: true,
    customerName: 'L**',
    canCallback: true,
  });
  expect(JSON.stringify(await page(open))).toContain('525512345678');
});

test.each([
  ['Pacific/Pago_Pago', '2026-11-10', 24],
  ['Asia/Kolkata', '2026-11-10', 24],
  ['Pacific/Kiritimati', '2026-11-10', 24],
  ['America/New_York', '2026-03-08', 23],
  ['America/New_York', '2026-11-01', 25],
])(
  'complaint 18: a day in %s (%s) is the day of its clocks, in the list and in its total',
  async (timeZone, day, hours) => {
    const sofia = await aPerson({ timeZone });
    const startMs = startOfDay(day, timeZone);
    await book.open(aCall(sofia.tenantId, { startedMs: startMs - 1 }));
    for (let hour = 0; hour < hours; hour += 1)
      await book.open(aCall(sofia.tenantId, { startedMs: startMs + hour * 3_600_000 }));
    await book.open(aCall(sofia.tenantId, { startedMs: startOfDay(nextDay(day), timeZone) }));
    const found = await page(sofia, { startDate: day, endDate: day, size: 100 });
    expect([found.total, found.list.length]).toEqual([hours, hours]);
    expect((await page(sofia, { endDate: day })).total).toBe(hours);
  },
);

test('[PHONE-07] today is today where the reader is, or where the tenant is', async () => {
  const sofia = await aPerson({ timeZone: 'Pacific/Kiritimati' });
  const plain = await aPerson({}, sofia.tenantId);
  await server.world.db.pool.query("update tenant set default_zone = 'Pacific/Pago_Pago' where id = $1", [
    sofia.tenantId,
  ]);
  const dayStart = (zone: string) => startOfDay(new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(NOW), zone);
  const [east, west] = [dayStart('Pacific/Kiritimati'), dayStart('Pacific/Pago_Pago')];
  const call = (startedMs: number) => book.open(aCall(sofia.tenantId, { startedMs }));
  await call(east - 1);
  await call(east);
  await call(west - 1);
  await call(west);
  const from = (startMs: number) =>
    [east - 1, east, west - 1, west].filter((ms) => ms >= startMs && ms < startMs + 86_400_000).length;
  expect((await page(sofia)).total).toBe(from(east));
  expect((await page(plain)).total).toBe(from(west));
});

test('[CC-15] the detail tells the life of the call, who did what, and how it sounded', async () => {
  const sofia = await aPerson({ language: 'id-ID' });
  const budi = await aPerson({}, sofia.tenantId);
  const call = aCall(sofia.tenantId, { startedMs: NOW - 50_000 });
  await playCall(
    book,
    call,
    [
      [0, { type: 'queued', groupId: 9, position: 2 }],
      [1, { type: 'agentRang', userId: budi.userId, sipNum: '8002' }],
      [11, { type: 'agentMissed', userId: budi.userId, reason: 'rejected' }],
      [12, { type: 'answered', userId: sofia.userId }],
      [40, { type: 'surveyAnswered', score: 4, scale: 7 }],
    ],
    45,
  );
  await book.addQuality(sofia.tenantId, call.callId, {
    packetsReceived: 100,
    packetsSent: 100,
    packetsLost: 0,
    jitterMs: 3,
    roundTripMs: null,
    remoteLossFraction: null,
    silentMs: 0,
    party: 'customer',
    atMs: NOW,
  });
  const { data } = await detail(sofia, call.callId);
  expect(data).toMatchObject({
    cause: 'normal',
    endedBy: 'customer',
    surveyScore: 4,
    surveyScale: 7,
    sipStatus: null,
    refusal: null,
    refusalText: '',
    attestation: null,
    divertedFrom: null,
    divertedBecause: null,
    mos: expect.closeTo(4.4, 1),
  });
  expect(data.agents).toEqual([
    { userId: sofia.userId, userName: sofia.identity.name, result: 'talked' },
    { userId: budi.userId, userName: budi.identity.name, result: 'rejected' },
  ]);
  expect(data.events.map(({ type, userId, detail: eventDetail }) => [type, userId, eventDetail])).toEqual([
    ['queued', null, { groupId: 9, position: 2 }],
    ['agentRang', budi.userId, { sipNum: '8002' }],
    ['agentMissed', budi.userId, { reason: 'rejected' }],
    ['answered', sofia.userId, {}],
    ['surveyAnswered', null, { score: 4, scale: 7 }],
  ]);
  expect(data.events[2]).toMatchObject({ at: toWireTime(NOW - 39_000), userName: budi.identity.name });
  expect(data.quality).toEqual([
    expect.objectContaining({ party: 'customer', packetsReceived: 100, roundTripMs: null }),
  ]);

  const refused = await playCall(book, aCall(sofia.tenantId, { direction: 'outbound', userId: sofia.userId }), [], 0, {
    outcome: 'refused',
    refusal: 814,
    cause: 'refused',
    sipStatus: 614,
  });
  expect((await detail(sofia, refused)).data).toMatchObject({
    refusal: 814,
    sipStatus: 614,
    refusalText: expect.stringMatching(/\w/),
    statusName: 'Tidak diizinkan',
  });
});

test('[SEC-01] a masked reader finds by what they see, and no search says whether a guess was right', async () => {
  const masked = await aPerson({ needsMasking: true });
  const [long, short] = [
    await talked(masked, { customerNumber: '525512345678' }),
    await talked(masked, { customerNumber: '5550199' }),
  ];
  await server.world.db.pool.query("update call_record set customer_name = 'Lucía Hernández' where call_id = $1", [
    long,
  ]);
  for (const number of ['5678', '678', '52******5678', '+52 ** **** 5678'])
    expect(ids(await page(masked, { number })), number).toEqual([long]);
  expect(ids(await page(masked, { number: '99' }))).toEqual([short]);
  // Whatever stands before the visible end, the answer is the same: right and wrong guesses look alike.
  for (const guess of ['525512345678', '525512345670000005678', '15678'])
    for (const field of ['number', 'caller'] as const)
      expect(ids(await page(masked, { [field]: guess })), guess).toEqual([long]);
  for (const guess of ['5550199', '0199', '1199'])
    expect(ids(await page(masked, { number: guess })), guess).toEqual([short]);
  for (const guess of ['525512', '5255', '5551', '5679'])
    expect(ids(await page(masked, { number: guess })), guess).toEqual([]);
  expect(
    [
      ids(await page(masked, { name: 'Lucía H' })),
      ids(await page(masked, { name: 'Lopez' })),
      ids(await page(masked, { name: 'Hern' })),
    ],
    'by the letter they see',
  ).toEqual([[long], [long], []]);
  const of = async (phone: string) =>
    (await server.ask<Page>('POST', '/cc/api/ccCdr/v1/customer/detail/page', { token: masked.token, body: { phone } }))
      .data;
  expect(await of('525512345678')).toEqual(await of('525512345679'));
});

test('[CDP-05] the calls of a customer are found by id or whole number, of any day and with anybody', async () => {
  const ana = await aPerson({ functions: USE });
  const budi = await aPerson({}, ana.tenantId);
  const old = await talked(budi, {
    agoSec: 90_000_000,
    customerNumber: '525500000001',
    task: { taskId: null, taskName: null, customerId: '42' },
  });
  const fresh = await talked(ana, { customerNumber: '525500000001' });
  await talked(budi, { customerNumber: '525500000002' });
  const of = async (body: object) =>
    server.ask<Page>('POST', '/cc/api/ccCdr/v1/customer/detail/page', { token: ana.token, body });
  expect(ids((await of({ phone: '+52 55 0000 0001' })).data)).toEqual([fresh, old]);
  expect((await of({ customerId: '42' })).code, 'somebody else’s customer').toBe(404);
  expect(ids((await of({ phone: '525500000002' })).data), 'a number only others called').toEqual([]);
  const sofia = await aPerson({ functions: [...USE, 'call-records.view'] }, ana.tenantId);
  const { data } = await server.ask<Page>('POST', '/cc/api/ccCdr/v1/customer/detail/page', {
    token: sofia.token,
    body: { customerId: '42' },
  });
  expect(ids(data)).toEqual([old]);
  expect(ids((await of({ phone: '5255' })).data)).toEqual([]);
  expect((await of({})).code).toBe(400);
  expect(ids((await of({ callId: fresh })).data), 'by a call of mine').toEqual([fresh, old]);
  expect((await of({ callId: old })).code, 'by somebody else’s').toBe(403);
  const hidden = await talked(ana, { customerNumber: '' });
  expect(ids((await of({ callId: hidden })).data), 'nobody knows who that was').toEqual([hidden]);
});

test('[CC-01] the custom list has the chosen columns alone', async () => {
  const sofia = await aPerson();
  const callId = await talked(sofia);
  const { data } = await server.ask('POST', '/cc/api/ccCdr/v1/custom/list', {
    token: sofia.token,
    body: { columns: ['duration', 'callId', 'duration'] },
  });
  expect(data).toEqual({
    columns: ['duration', 'callId'],
    list: [{ duration: 60, callId }],
    total: 1,
    totalCapped: false,
  });
  const ana = await aPerson({ functions: USE }, sofia.tenantId);
  expect(
    (await server.ask('POST', '/cc/api/ccCdr/v1/custom/list', { token: ana.token, body: { columns: ['callId'] } }))
      .code,
  ).toBe(403);
});

test('[CC-15] a remark is written on one’s own call, on others’ with call-records.edit, and both leave an entry', async () => {
  const ana = await aPerson({ functions: USE });
  const budi = await aPerson({ functions: USE }, ana.tenantId);
  const editor = await aPerson({ functions: ['call-records.edit'] }, ana.tenantId);
  const callId = await talked(ana);
  const remark = (who: Member, text: string) =>
    server.ask('POST', '/cc/api/ccCdr/v1/remark', { token: who.token, body: { callId, remark: text } });
  expect((await remark(budi, 'not mine')).code).toBe(403);
  expect((await remark(ana, ' wants a window seat ')).code).toBe(0);
  expect((await page(ana)).list[0]!.remark).toBe('wants a window seat');
  expect((await remark(editor, 'aisle')).code).toBe(0);
  expect((await remark(ana, 'x'.repeat(501))).code).toBe(400);
  const { rows } = await server.world.db.pool.query(
    "select user_id, target, change from operation_log where tenant_id = $1 and action = 'remark' and outcome = 0 order by id",
    [ana.tenantId],
  );
  expect(rows).toEqual([
    {
      user_id: ana.userId,
      target: callId,
      change: { before: { remark: '' }, after: { remark: 'wants a window seat' } },
    },
    {
      user_id: editor.userId,
      target: callId,
      change: { before: { remark: 'wants a window seat' }, after: { remark: 'aisle' } },
    },
  ]);
});

test.each([
  { startDate: '2026-02-30' },
  { startDate: 'yesterday' },
  { min: -1 },
  { status: 99 },
  { size: 201 },
  { direction: 'sideways' },
  { group: 'x' },
])('[API-01] a search for %o is refused', async (body) => {
  const sofia = await aPerson();
  expect((await server.ask('POST', '/cc/api/ccCdr/v1/page', { token: sofia.token, body })).code).toBe(400);
});

test('[CDP-04] a column the tenant hides from masked readers is empty for them, and saving what they see changes nothing', async () => {
  const sofia = await aPerson();
  const masked = await aPerson({ needsMasking: true, functions: [...ALL, 'call-records.edit'] }, sofia.tenantId);
  const callId = await talked(sofia);
  const { pool } = server.world.db;
  await pool.query("update call_record set remark = 'Pays on Friday' where call_id = $1", [callId]);
  expect((await page(masked)).list[0]!.remark).toBe('Pays on Friday');
  await pool.query(
    "insert into field_column (tenant_id, list, key, masked) values ($1, 'callRecords', 'remark', true)",
    [sofia.tenantId],
  );
  expect([(await page(masked)).list[0]!.remark, (await detail(masked, callId)).data.remark]).toEqual(['', '']);
  expect(
    (await server.ask('POST', '/cc/api/ccCdr/v1/remark', { token: masked.token, body: { callId, remark: '' } })).code,
  ).toBe(0);
  expect((await page(sofia)).list[0]!.remark).toBe('Pays on Friday');
});
