import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { anAgent, type AgentMember } from '#features/team/agent-status/server/board.fixture.ts';
import { openCallPlans } from '#features/voice/call-routes/server/index.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { failures } from '#shared/errors.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { openSeatDesk } from './open-seat-desk.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;

const at = (path: string) => `/admin/saas_plat/${path}`;
const ask = (who: Member, type: string) =>
  server.ask('POST', at('seat/allocation'), { token: who.token, body: { type } });
const placesOf = async (who: Member) => (await server.ask('GET', at('seat/places'), { token: who.token })).data;
const switchTo = (who: Member, online_status: number, more: object = {}) =>
  server.ask('PUT', at('user/switch_online_status'), { token: who.token, body: { online_status, ...more } });
const isOnline = async (who: Member) =>
  (await server.ask('GET', at('user/online_status'), { token: who.token })).data.online_status === 1;
const given = { granted: true, ahead: 0 };
const waits = (ahead: number) => ({ granted: false, ahead });

async function aTeam({ text, voice, type = '1' }: { text?: number; voice?: number; type?: string }) {
  const tenant = await aTenant(db);
  const owner = await aMember(db, tenant, { isOwner: true });
  const set = async (name: string, value: string) =>
    expect((await server.ask('PUT', at('config/value'), { token: owner.token, body: { name, value } })).code).toBe(0);
  await set('SeatType', type);
  if (text !== undefined) await set('SeatLimitText', String(text));
  if (voice !== undefined) await set('SeatLimitVoice', String(voice));
  return {
    tenant,
    owner,
    set,
    texter: () => aMember(db, tenant, { textSeat: true }),
    talker: (wishes = {}) => anAgent(db, tenant, wishes),
  };
}

/** What this person's pages were told of seats, the oldest first. */
async function pushesOf(who: Member) {
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql<{
      body: object;
    }>`select body from (select body, at, 0 seq, kind, user_id from outbox union all select body, at, seq, kind, user_id from realtime_event) e where user_id = ${who.userId} and kind = 'seats.allocated' order by at, seq`.execute(
      tx.as(),
    ),
  );
  return rows.map(({ body }) => body);
}

describe('text seats', () => {
  test('[QUEUE-01] a seat of one’s own is never asked for', async () => {
    const { texter } = await aTeam({ text: 1, type: '0' });
    const [ana, budi] = [await texter(), await texter()];
    for (const who of [ana, budi]) expect((await switchTo(who, 1)).code).toBe(0);
    expect((await ask(ana, 'text')).data).toEqual(given);
    expect(await pushesOf(ana)).toEqual([]);
  });

  test('[QUEUE-01] one seat, three people: the first is online with it, the others wait in their order and go online when it is free', async () => {
    const { texter } = await aTeam({ text: 1 });
    const [ana, budi, chen] = [await texter(), await texter(), await texter()];
    expect((await switchTo(ana, 1)).code).toBe(failures.seatNotGranted.code);
    expect((await ask(ana, 'text')).data).toEqual(given);
    expect(await isOnline(ana)).toBe(true);
    expect((await ask(budi, 'text')).data).toEqual(waits(0));
    expect((await ask(chen, 'text')).data).toEqual(waits(1));
    expect((await ask(budi, 'text')).data).toEqual(waits(0));
    expect((await switchTo(budi, 1)).code).toBe(failures.seatNotGranted.code);

    await switchTo(ana, 0);
    expect(await isOnline(budi)).toBe(true);
    expect(await isOnline(chen)).toBe(false);
    expect((await pushesOf(budi)).at(-1)).toEqual({ type: 'text', at: 'granted', ahead: 0, isLost: false });
    expect((await pushesOf(chen)).at(-1)).toEqual({ type: 'text', at: 'waiting', ahead: 0, isLost: false });
    expect(await placesOf(chen)).toEqual({ text: { at: 'waiting', ahead: 0 }, voice: { at: 'none', ahead: 0 } });
    expect((await ask(ana, 'text')).data).toEqual(waits(1));
  });

  test('[QUEUE-01] whoever gives up, or switches off while waiting, is not served', async () => {
    const { texter } = await aTeam({ text: 1 });
    const [ana, budi, chen, dewi] = [await texter(), await texter(), await texter(), await texter()];
    for (const who of [ana, budi, chen, dewi]) await ask(who, 'text');
    expect((await server.ask('POST', at('seat/giveUp'), { token: budi.token, body: { type: 'text' } })).code).toBe(0);
    expect((await pushesOf(dewi)).at(-1)).toMatchObject({ at: 'waiting', ahead: 1 });
    await switchTo(chen, 0);
    await switchTo(ana, 0);
    expect([await isOnline(budi), await isOnline(chen), await isOnline(dewi)]).toEqual([false, false, true]);
    // Whoever works does not lose the seat by giving up what they wait for.
    await server.ask('POST', at('seat/giveUp'), { token: dewi.token, body: { type: 'text' } });
    expect(await placesOf(dewi)).toMatchObject({ text: { at: 'granted' } });
  });

  test('[QUEUE-01] a supervisor who takes somebody offline frees the seat, and so does whoever goes over to calls', async () => {
    const { owner, texter, tenant } = await aTeam({ text: 1 });
    const ana = await aMember(db, tenant, { textSeat: true, voiceSeat: true });
    const [budi, chen] = [await texter(), await texter()];
    for (const who of [ana, budi, chen]) await ask(who, 'text');
    await server.ask('PUT', at('user/getShiftSeat'), { token: ana.token, body: { type: 'voice' } });
    expect(await isOnline(budi)).toBe(true);
    await server.ask('PUT', at('user/force_offline'), { token: owner.token, body: { user_id: budi.userId } });
    await expect.poll(() => isOnline(chen)).toBe(true);
  });

  test('[QUEUE-01] a page that is being closed keeps its seat for a while: it may only be loaded anew', async () => {
    const { texter } = await aTeam({ text: 1 });
    const [ana, budi] = [await texter(), await texter()];
    for (const who of [ana, budi]) await ask(who, 'text');
    await switchTo(ana, 0, { closing: true });
    expect(await placesOf(ana)).toMatchObject({ text: { at: 'granted' } });
    expect(await isOnline(budi)).toBe(false);
    expect((await switchTo(ana, 1)).code).toBe(0);
  });

  test('[QUEUE-01] whoever signs out frees the seat, unless they are still signed in elsewhere', async () => {
    const { texter } = await aTeam({ text: 1 });
    const [ana, budi] = [await texter(), await texter()];
    for (const who of [ana, budi]) await ask(who, 'text');
    const { token } = await db.everyTenant('another browser', (tx) =>
      server.world.sessions.open(tx, ana, { address: '', userAgent: '', site: '', requestId: '' }),
    );
    await server.ask('PUT', at('user/logout'), { token: ana.token });
    expect((await server.ask('GET', at('seat/places'), { token })).data).toMatchObject({ text: { at: 'granted' } });
    await server.ask('PUT', at('user/logout'), { token });
    await expect.poll(() => isOnline(budi)).toBe(true);
  });

  test('[QUEUE-01] whoever loses the right to the seat frees it', async () => {
    const { texter } = await aTeam({ text: 1 });
    const [ana, budi] = [await texter(), await texter()];
    for (const who of [ana, budi]) await ask(who, 'text');
    await db.everyTenant('the seat is taken', (tx) =>
      sql`update member set text_seat = false where user_id = ${ana.userId}`.execute(tx.as()),
    );
    await expect.poll(() => isOnline(budi), { timeout: 5_000 }).toBe(true);
  });

  test('[QUEUE-01] people without the seat cannot ask, and other teams do not count', async () => {
    const ours = await aTeam({ text: 1 });
    const theirs = await aTeam({ text: 1 });
    expect((await ask(await theirs.texter(), 'text')).data).toEqual(given);
    const ana = await ours.texter();
    expect((await ask(ana, 'voice')).code).toBe(failures.seatMissing.code);
    expect((await ask(ana, 'text')).data).toEqual(given);
  });
});

describe('limits', () => {
  test('[QUEUE-01] a raised limit serves the line at once, a lowered one throws nobody out, and seats of one’s own end it', async () => {
    const { set, texter } = await aTeam({ text: 1 });
    const people = [await texter(), await texter(), await texter(), await texter()];
    const online = async () => (await Promise.all(people.map(isOnline))).filter(Boolean).length;
    for (const who of people) await ask(who, 'text');
    expect(await online()).toBe(1);
    await set('SeatLimitText', '3');
    await expect.poll(online).toBe(3);
    await set('SeatLimitText', '1');
    await switchTo(people[0]!, 0);
    expect(await online()).toBe(2);
    await set('SeatType', '0');
    await expect.poll(() => isOnline(people[3]!)).toBe(true);
    expect((await switchTo(people[0]!, 1)).code).toBe(0);
  });

  test('[QUEUE-01] the day a team begins to share, those who work keep their seats', async () => {
    const { set, texter } = await aTeam({ text: 1, type: '0' });
    const [ana, budi, chen] = [await texter(), await texter(), await texter()];
    for (const who of [ana, budi]) await switchTo(who, 1);
    await set('SeatType', '1');
    expect((await ask(chen, 'text')).data).toEqual(waits(0));
    expect((await switchTo(ana, 1)).code).toBe(0);
    await switchTo(ana, 0);
    expect(await isOnline(chen)).toBe(false);
    await switchTo(budi, 0);
    expect(await isOnline(chen)).toBe(true);
  });

  test('[ADMIN-02] seats bought, people who have one, people at work and people in line are counted', async () => {
    const { owner, texter, talker } = await aTeam({ text: 1 });
    const [ana, budi] = [await texter(), await texter()];
    await talker();
    for (const who of [ana, budi]) await ask(who, 'text');
    expect((await server.ask('GET', at('seat/limit'), { token: owner.token })).data).toEqual({
      text: { limit: 1, used: 2, working: 1, waiting: 1 },
      voice: { limit: null, used: 1, working: 0, waiting: 0 },
    });
  });

  test('[QUEUE-01] however many ask at the same moment, at several processes, as many seats are given as there are', async () => {
    const { texter } = await aTeam({ text: 4 });
    const people = await Promise.all(Array.from({ length: 16 }, texter));
    const desks = [1, 2, 3].map(() => openSeatDesk(server.world));
    const answers = await Promise.all(
      people.flatMap((who, index) => [
        desks[index % 3]!.allocate(who, 'text'),
        desks[(index + 1) % 3]!.allocate(who, 'text'),
      ]),
    );
    const online = async () => (await Promise.all(people.map(isOnline))).filter(Boolean).length;
    expect(answers.filter(({ granted }) => granted)).toHaveLength(8);
    expect(await online()).toBe(4);
    const aheads = (await Promise.all(people.map(placesOf)))
      .filter(({ text }) => text.at === 'waiting')
      .map(({ text }) => text.ahead);
    expect(aheads.sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, index) => index));
    // Everybody comes and goes at once.
    await Promise.all(
      people.map(async (who, index) =>
        (await isOnline(who)) ? switchTo(who, 0) : desks[index % 3]!.allocate(who, 'text'),
      ),
    );
    expect(await online()).toBe(4);
  });
});

describe('voice seats', () => {
  const cc = (path: string, who: Member, body: object) =>
    server.ask('POST', `/cc/api/${path}`, { token: who.token, body });
  const sipInfo = (who: AgentMember) =>
    cc('agent/v1/sipInfo', who, { agentName: who.email, deviceUniqueIdentification: 'desk' });
  const comes = (who: AgentMember) =>
    cc('agentStatus/v1/web', who, { status: 'login-web', sipNum: who.sipNum, deviceUniqueIdentification: 'desk' });
  const chooses = (who: AgentMember, status: AgentStatus) =>
    cc('agentStatus/v1/event', who, { sipNumber: who.sipNum, status, timeStamp: '', eventType: 1 });

  test('[QUEUE-01] without a granted seat there is no phone and no status but offline, whoever tries', async () => {
    const { owner, talker } = await aTeam({ voice: 1 });
    const [ana, budi] = [await talker(), await talker()];
    expect((await sipInfo(ana)).code).toBe(failures.phoneSeatUnavailable.code);
    expect((await ask(ana, 'voice')).data).toEqual(given);
    expect((await sipInfo(ana)).code).toBe(0);
    expect((await comes(ana)).data).toMatchObject({ userId: ana.userId });
    await chooses(ana, AgentStatus.available);

    expect((await ask(budi, 'voice')).data).toEqual(waits(0));
    expect((await sipInfo(budi)).code).toBe(failures.phoneSeatUnavailable.code);
    expect((await comes(budi)).code).toBe(failures.seatNotGranted.code);
    expect((await chooses(budi, AgentStatus.meeting)).code).toBe(failures.seatNotGranted.code);
    await server.ask('POST', '/cc/api/agentStatus/v1/event', {
      token: budi.token,
      body: { sipNumber: budi.sipNum, status: AgentStatus.available, timeStamp: '', eventType: 2 },
    });
    expect((await cc('agentStatus/v1/mine', budi, {})).data).toMatchObject({ status: AgentStatus.offline });
    expect(
      (await cc('agentStatus/v1/change', owner, { userId: ana.userId, status: AgentStatus.onBreak })).code,
    ).not.toBe(failures.agentWithoutSeat.code);
  });

  test('[QUEUE-01] whose calls ring at a mobile or a SIP phone asks for a seat like everybody, before hearing what rings', async () => {
    const { talker } = await aTeam({ voice: 1 });
    const [ana, budi] = [await talker(), await talker()];
    await server.world.db.everyTenant('other devices', async (tx) => {
      await sql`update agent set device = 'mobile', mobile_number = '525511112288' where user_id = ${ana.userId}`.execute(
        tx.as(),
      );
      await sql`update agent set device = 'sipPhone' where user_id = ${budi.userId}`.execute(tx.as());
    });
    for (const who of [ana, budi]) expect((await sipInfo(who)).code).toBe(failures.phoneSeatUnavailable.code);
    expect((await ask(ana, 'voice')).data).toEqual(given);
    expect((await sipInfo(ana)).code).toBe(failures.mobileInstead.code);
    expect((await sipInfo(budi)).code).toBe(failures.phoneSeatUnavailable.code);
  });

  test.each([
    ['chooses offline', (ana: AgentMember) => chooses(ana, AgentStatus.offline)],
    ['signs out', (ana: AgentMember) => cc('agentStatus/v1/web', ana, { status: 'logout-web', sipNum: ana.sipNum })],
    [
      'is signed out by a supervisor',
      (ana: AgentMember, owner: Member) => cc('agentStatus/v1/forceSignOut', owner, { userId: ana.userId }),
    ],
  ])('[QUEUE-01] whoever %s frees the seat for the first in the line', async (_, leave) => {
    const { owner, talker } = await aTeam({ voice: 1 });
    const [ana, budi, chen] = [await talker(), await talker(), await talker()];
    for (const who of [ana, budi, chen]) await ask(who, 'voice');
    await comes(ana);
    await leave(ana, owner);
    await expect.poll(() => placesOf(budi)).toMatchObject({ voice: { at: 'granted' } });
    await expect.poll(async () => (await pushesOf(budi)).at(-1)).toMatchObject({ type: 'voice', at: 'granted' });
    expect((await comes(budi)).code).toBe(0);
    expect(await placesOf(chen)).toMatchObject({ voice: { at: 'waiting', ahead: 0 } });
  });

  test('[QUEUE-01] a phone that is still registered calls nobody after its agent left the seat', async () => {
    const { talker } = await aTeam({ voice: 1 });
    const [ana, budi] = [await talker(), await talker()];
    const plans = openCallPlans(server.world);
    const call = async () => {
      const plan = await plans.outbound({ account: ana.sipNum, to: '525512345678', headers: {}, vouched: true });
      return 'refused' in plan ? plan.refused : plan.kind;
    };
    for (const who of [ana, budi]) await ask(who, 'voice');
    await sipInfo(ana);
    await comes(ana);
    expect(await call()).not.toBe('callTokenExpired');
    await chooses(ana, AgentStatus.offline);
    await expect.poll(() => placesOf(budi)).toMatchObject({ voice: { at: 'granted' } });
    expect(await call()).toBe('callTokenExpired');
  });

  test('[QUEUE-01] text and voice seats are counted apart, also for people who have both', async () => {
    const { talker } = await aTeam({ text: 1, voice: 1 });
    const [ana, budi] = [await talker({ textSeat: true }), await talker({ textSeat: true })];
    expect((await ask(ana, 'voice')).data).toEqual(given);
    expect((await ask(budi, 'text')).data).toEqual(given);
    expect((await ask(ana, 'text')).data).toEqual(waits(0));
    expect((await ask(budi, 'voice')).data).toEqual(waits(0));
  });
});
