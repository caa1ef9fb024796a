import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import type { FlowHost } from '#core/flow/flow-host.port.ts';
import type { LegId } from '#core/telephony/telephony.port.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { Failure } from '#shared/errors.ts';
import { seeded } from '#test/bad-input.ts';
import { testDb } from '#test/test-db.ts';
import { aTenantHouse, flowAnswers, serve, soon, type Agent, type House } from './calls.fixture.ts';
import { aHouseOfLives } from './desk-lives.fixture.ts';

vi.setConfig({ testTimeout: 60_000 });

const { db, close } = await testDb();
afterAll(close);

type Lives = ReturnType<typeof aHouseOfLives>;

/** A team of these agents in a house of lives. */
async function aTeam(count: number, wishes: Parameters<typeof aTenantHouse>[1] = {}, of = aHouseOfLives(db)) {
  await of.start();
  const tenant = await aTenantHouse(db, wishes);
  await of.moveIn(tenant.tenantId);
  const agents: Agent[] = [];
  for (let index = 0; index < count; index += 1) agents.push(await of.now().anAgent(tenant.tenantId));
  await serve(db, of.now().queues, tenant, ...agents);
  return { lives: of, tenant, agents, ana: agents[0]!, budi: agents[1]! };
}

const choose = (lives: Lives, agent: Agent, status: AgentStatus) =>
  lives.now().board.send(agent, { type: 'statusChosen', status, nowMs: lives.clock.nowMs() });

interface Played {
  lives: Lives;
  tenant: House;
  ana: Agent;
  budi: Agent;
  customer: { leg: ReturnType<Lives['telephony']['outsideCalls']> | undefined };
}

const rung = async ({ lives }: Played, agent: Agent): Promise<void> => {
  const leg = await lives.now().rings(agent);
  lives.telephony.picksUp(leg);
};
const callOf = async ({ lives }: Played, agent: Agent) => ({ callId: await lives.now().callIdOf(agent) });

/** A call in from its first ring to the work after it, step by step. */
const CALL_IN: [string, (played: Played) => Promise<unknown>][] = [
  ['in line', async (played) => (played.customer.leg = await played.lives.now().callsIn(played.tenant))],
  ['rung for', ({ lives, ana }) => choose(lives, ana, AgentStatus.available).then(() => lives.now().rings(ana))],
  ['answered', (played) => rung(played, played.ana)],
  ['held', async (played) => played.lives.now().ask.hold(played.ana.caller(), await callOf(played, played.ana))],
  ['resumed', async (played) => played.lives.now().ask.unhold(played.ana.caller(), await callOf(played, played.ana))],
  [
    'a colleague is rung',
    async (played) => {
      const target = { userId: played.budi.userId };
      const call = await callOf(played, played.ana);
      await played.lives.now().ask.transfer(played.ana.caller(), { ...call, kind: 'consult', target });
      await played.lives.now().rings(played.budi);
    },
  ],
  ['the colleague is asked', (played) => rung(played, played.budi)],
  [
    'three talk',
    async (played) => {
      const call = await callOf(played, played.ana);
      await played.lives.now().ask.talkWith(played.ana.caller(), { ...call, with: 'both' });
    },
  ],
  [
    'handed over',
    async (played) => played.lives.now().ask.transferComplete(played.ana.caller(), await callOf(played, played.ana)),
  ],
  ['over', async ({ lives, customer }) => lives.telephony.hangsUp(customer.leg!)],
];

/** Plays it, with a kill after a step: nothing of it is to be seen afterwards. */
async function playCallIn(killedAfter: number | null) {
  const { lives, tenant, ana, budi } = await aTeam(2, { settings: { postTalkSortTimeSecond: '30' } });
  await choose(lives, ana, AgentStatus.eating);
  await choose(lives, budi, AgentStatus.onBreak);
  const played: Played = { lives, tenant, ana, budi, customer: { leg: undefined } };
  for (const [index, [, step]] of CALL_IN.entries()) {
    if (index === 5) await choose(lives, budi, AgentStatus.available);
    await step(played);
    await lives.now().settled();
    await lives.now().pass(3_000);
    if (index !== killedAfter) continue;
    await lives.now().book.settled(tenant.tenantId);
    lives.kill();
    await lives.next(tenant.tenantId, ana, budi);
  }
  const [board] = [[ana, budi].map((agent) => lives.now().agentNow(agent))];
  const seen = {
    records: await lives.records(tenant.tenantId),
    legs: await lives.telephony.legs(),
    agents: board.map(({ call, wrapUp, status }) => ({ call, inWrapUp: wrapUp !== null, status })),
    rings: lives.telephony.log.filter(({ command }) => command === 'ring').length,
    problems: lives.now().problems,
  };
  await lives.stop();
  return seen;
}

const undisturbed = playCallIn(null);

test('[CC-12] a call in without a kill is one record, and nothing of it is kept when it is over', async () => {
  const { records, ...seen } = await undisturbed;
  expect(records).toMatchObject([
    { outcome: CallOutcome.talked, ended_by: 'customer', talk_sec: 18, hold_sec: 3, duration_sec: 27, kept: 0 },
  ]);
  expect(seen).toMatchObject({ legs: [], rings: 2, problems: [] });
});

test.each(CALL_IN.map(([what], index) => [what, index] as const))(
  '[CC-12] its process is killed when it is %s: the record is the same to the second, and nobody was rung twice',
  async (_what, index) => {
    expect(await playCallIn(index)).toEqual(await undisturbed);
  },
);

test('[CC-12] callers keep their places in line, and the first is served first by the next process', async () => {
  const { lives, tenant, ana } = await aTeam(1, { allowCallback: true });
  await choose(lives, ana, AgentStatus.eating);
  const first = await lives.now().callsIn(tenant, '525512340001');
  await lives.now().pass(2_000);
  const second = await lives.now().callsIn(tenant, '525512340002');
  await soon(() => lives.now().queues.waiting(tenant.tenantId)).toHaveLength(2);
  await lives.now().book.settled(tenant.tenantId);
  lives.kill();
  await lives.next(tenant.tenantId, ana);
  expect(lives.now().queues.waiting(tenant.tenantId)).toMatchObject([
    { kind: 'call', customerNumber: '525512340001' },
    { kind: 'call', customerNumber: '525512340002' },
  ]);
  expect(lives.telephony.leg(first)!.base.at).toBe('hold');
  await choose(lives, ana, AgentStatus.available);
  const phone = await lives.now().takes(ana);
  expect(lives.telephony.leg(first)!.base).toEqual({ at: 'bridge', partners: [phone] });
  expect(lives.telephony.leg(second)!.base.at).toBe('hold');
  await lives.stop();
});

test('[CC-12] who answers, and who hangs up, while no process drives the call is known to the next one', async () => {
  const { lives, tenant, ana, budi } = await aTeam(2);
  const caller = await lives.now().callsIn(tenant);
  const phone = await soon(() => lives.telephony.ringing(ana.sipNum) ?? lives.telephony.ringing(budi.sipNum))
    .toBeTruthy()
    .then(() => (lives.telephony.ringing(ana.sipNum) ?? lives.telephony.ringing(budi.sipNum))!);
  const [rungOne, other] = lives.telephony.ringing(ana.sipNum) ? [ana, budi] : [budi, ana];
  await lives.now().settled();
  await lives.now().book.settled(tenant.tenantId);
  lives.kill();
  lives.telephony.picksUp(phone);
  await lives.next(tenant.tenantId, ana, budi);
  expect(lives.telephony.leg(caller)!.base).toEqual({ at: 'bridge', partners: [phone] });
  expect(lives.now().agentNow(rungOne).call?.at).toBe('talking');
  expect(lives.now().agentNow(other).call).toBeNull();
  expect(await lives.now().live(rungOne)).toMatchObject([{ state: 'talking' }]);

  await lives.now().book.settled(tenant.tenantId);
  lives.kill();
  lives.telephony.hangsUp(caller);
  await lives.next(tenant.tenantId, ana, budi);
  expect(await lives.telephony.legs()).toEqual([]);
  expect(await lives.records(tenant.tenantId)).toMatchObject([
    { outcome: CallOutcome.talked, ended_by: 'customer', kept: 0 },
  ]);
  expect(lives.now().agentNow(rungOne).call).toBeNull();
  await lives.stop();
});

test('[CC-12] nobody is left in it: the record is closed as ever, and the agent is free', async () => {
  const { lives, tenant, ana } = await aTeam(1);
  const caller = await lives.now().callsIn(tenant);
  const phone = await lives.now().takes(ana);
  await lives.now().book.settled(tenant.tenantId);
  lives.kill();
  lives.telephony.hangsUp(caller);
  lives.telephony.hangsUp(phone);
  await lives.next(tenant.tenantId, ana);
  expect(await lives.records(tenant.tenantId)).toMatchObject([
    { outcome: CallOutcome.talked, cause: 'server', ended_by: 'server', kept: 0 },
  ]);
  expect(lives.now().agentNow(ana).call).toBeNull();
  await lives.stop();
});

test('[CC-12] what another version kept is not read: the call ends as ever, and its legs with it', async () => {
  const { lives, tenant, ana } = await aTeam(1);
  await lives.now().callsIn(tenant);
  await lives.now().takes(ana);
  await lives.now().book.settled(tenant.tenantId);
  lives.kill();
  await db.everyTenant('another version', (tx) =>
    sql`update living_call set version = version + 1, state = '?' where tenant_id = ${tenant.tenantId}`.execute(
      tx.as(),
    ),
  );
  await lives.next(tenant.tenantId, ana);
  expect(await lives.telephony.legs()).toEqual([]);
  expect(await lives.records(tenant.tenantId)).toMatchObject([{ cause: 'server', kept: 0 }]);
  await lives.stop();
});

test('[CC-12] one state nobody can read ends its call, and no other', async () => {
  const { lives, tenant, ana, budi } = await aTeam(2);
  await choose(lives, budi, AgentStatus.onBreak);
  await lives.now().callsIn(tenant, '525512340001');
  const first = await lives.now().takes(ana);
  await choose(lives, budi, AgentStatus.available);
  const caller = await lives.now().callsIn(tenant, '525512340002');
  const second = await lives.now().takes(budi);
  await lives.now().book.settled(tenant.tenantId);
  lives.kill();
  await db.everyTenant('another shape', (tx) =>
    sql`update living_call set state = (state::jsonb #- '{call,facts}')::text where tenant_id = ${tenant.tenantId} and ${first} = any(legs)`.execute(
      tx.as(),
    ),
  );
  await lives.next(tenant.tenantId, ana, budi);
  expect((await lives.telephony.legs()).sort()).toEqual([caller, second].sort());
  expect(lives.now().agentNow(ana).call).toBeNull();
  expect(lives.now().agentNow(budi).call?.at).toBe('talking');
  expect(await lives.records(tenant.tenantId)).toMatchObject([
    { cause: 'server', kept: 0 },
    { ended_by: null, kept: 1 },
  ]);
  await lives.stop();
});

test('[CC-12] legs that nobody could reach when the desk moved are hung up when they are found: their call is closed', async () => {
  const { lives, tenant, ana, budi } = await aTeam(2);
  await choose(lives, budi, AgentStatus.onBreak);
  const lost = [await lives.now().callsIn(tenant, '525512340001'), await lives.now().takes(ana)];
  await choose(lives, budi, AgentStatus.available);
  const known = [await lives.now().callsIn(tenant, '525512340002'), await lives.now().takes(budi)];
  await lives.now().book.settled(tenant.tenantId);
  lives.kill();
  for (const leg of lost) lives.telephony.isOutOfReach(leg);
  await lives.next(tenant.tenantId, ana, budi);
  expect(await lives.records(tenant.tenantId)).toMatchObject([
    { cause: 'server', kept: 0 },
    { ended_by: null, kept: 1 },
  ]);
  for (const leg of [...lost, ...known]) lives.telephony.isFound(leg, tenant.tenantId);
  await soon(async () => (await lives.telephony.legs()).sort()).toEqual(known.toSorted());
  await lives.stop();
});

test('[CC-12] a leg that is found while the desk is still on its way is nobody’s yet', async () => {
  const { lives, tenant, ana } = await aTeam(1);
  const caller = await lives.now().callsIn(tenant);
  const phone = await lives.now().takes(ana);
  await lives.now().book.settled(tenant.tenantId);
  lives.kill();
  await lives.begin();
  for (const leg of [caller, phone]) lives.telephony.isFound(leg, tenant.tenantId);
  await lives.moveIn(tenant.tenantId);
  expect(lives.telephony.leg(caller)!.base).toEqual({ at: 'bridge', partners: [phone] });
  await lives.stop();
});

test('[CC-12] a limit runs on by its moment: a hold ends when it would have', async () => {
  const { lives, tenant, ana } = await aTeam(1, { settings: { maxCallHoldTime: '10' } });
  const phone = lives.now().dials(ana, '5512345678');
  await soon(() => lives.telephony.ringTo('525512345678')).toBeTruthy();
  const customer = lives.telephony.ringTo('525512345678')!;
  lives.telephony.picksUp(customer);
  await lives.now().settled();
  await lives.now().pass(1_000);
  lives.telephony.holds(phone);
  await lives.now().pass(6_000);
  await lives.now().book.settled(tenant.tenantId);
  lives.kill();
  await lives.next(tenant.tenantId, ana);
  expect(lives.telephony.leg(customer)!.base.at).toBe('hold');
  const [call] = await lives.now().live(ana);
  expect(call!.held).toBe('customer');
  await lives.now().pass(10_000);
  lives.telephony.hangsUp(customer);
  await lives.now().settled();
  expect(await lives.records(tenant.tenantId)).toMatchObject([
    { outcome: CallOutcome.talked, hold_sec: 10, talk_sec: 7, kept: 0 },
  ]);
  const open = await db.pool.query('select 1 from call_attempt where tenant_id = $1 and ended_at is null', [
    tenant.tenantId,
  ]);
  expect(open.rowCount).toBe(0);
  await lives.stop();
});

test('[CC-12] a caller of a flow comes into the line of the number when the process of the flow is killed', async () => {
  const begun: string[] = [];
  const flows: FlowHost = {
    async begin({ callId }) {
      begun.push(callId);
      return { key() {}, callerGone() {}, stop() {} };
    },
  };
  const { lives, tenant, ana } = await aTeam(1, {}, aHouseOfLives(db, { flows }));
  await flowAnswers(db, tenant);
  await choose(lives, ana, AgentStatus.eating);
  const caller = await lives.now().callsIn(tenant);
  await soon(() => begun.length).toBe(1);
  await lives.now().settled();
  await lives.now().book.settled(tenant.tenantId);
  lives.kill();
  await lives.next(tenant.tenantId, ana);
  await soon(() => lives.now().queues.waiting(tenant.tenantId)).toMatchObject([{ kind: 'call', callId: begun[0] }]);
  expect(lives.telephony.leg(caller)!.at).toBe('answered');
  await choose(lives, ana, AgentStatus.available);
  const phone = await lives.now().takes(ana);
  expect(lives.telephony.leg(caller)!.base).toEqual({ at: 'bridge', partners: [phone] });
  await lives.stop();
});

test('[CC-12] a process that moves out leaves its calls to the next one, and a stop ends none', async () => {
  const { lives, tenant, ana } = await aTeam(1);
  const caller = await lives.now().callsIn(tenant);
  const phone = await lives.now().takes(ana);
  expect(lives.now().desk.isBusy(tenant.tenantId)).toBe(false);
  await lives.now().desk.moveOut(tenant.tenantId);
  await lives.now().queues.moveOut(tenant.tenantId);
  await lives.now().board.moveOut(tenant.tenantId);
  expect(lives.telephony.leg(caller)!.base).toEqual({ at: 'bridge', partners: [phone] });
  await lives.next(tenant.tenantId, ana);
  expect(await lives.now().live(ana)).toMatchObject([{ state: 'talking' }]);
  await lives.stop();
  expect(lives.telephony.leg(caller)!.base).toEqual({ at: 'bridge', partners: [phone] });
  await lives.next(tenant.tenantId, ana);
  lives.telephony.hangsUp(phone);
  await lives.now().settled();
  expect(await lives.records(tenant.tenantId)).toMatchObject([{ outcome: CallOutcome.talked, ended_by: 'agent' }]);
  await lives.stop();
});

test.each([1, 2, 3, 4, 5, 6])(
  '[CC-12] killed again and again in the middle of whatever people do (%i): nobody is rung for two, and after it nobody is in a call and no record is open',
  async (seed) => {
    const random = seeded(seed);
    const { lives, tenant, agents } = await aTeam(4, { settings: { postTalkSortTimeSecond: '0' } });
    const { telephony } = lives;
    const callOf = async (agent: Agent) => (await lives.now().live(agent))[0]?.callId ?? 'none';
    const page = (asked: unknown) =>
      Promise.resolve(asked).catch((refused: unknown) => {
        if (!(refused instanceof Failure)) throw refused;
      });
    const aLeg = async (act: (leg: LegId) => void) => {
      const legs = await telephony.legs();
      if (legs.length > 0) act(random.oneOf(legs));
    };
    const ringing = async () =>
      (await telephony.legs()).filter((leg) => telephony.leg(leg)!.made === 'placed' && !telephony.isAnswered(leg));
    const moves: ((agent: Agent, other: Agent) => unknown)[] = [
      ...Array.from({ length: 3 }, () => () => {
        const from = `52559${1_000_000 + random.below(9_000_000)}`;
        telephony.outsideCalls({ line: 'rehearsal', from, to: tenant.did });
      }),
      (agent) => lives.now().dials(agent, `55900${10_000 + random.below(9_000)}`),
      ...Array.from({ length: 4 }, () => async () => {
        const legs = await ringing();
        if (legs.length > 0) telephony.picksUp(random.oneOf(legs));
      }),
      () => aLeg((leg) => telephony.hangsUp(leg)),
      (agent, other) =>
        callOf(agent).then((callId) =>
          page(
            lives.now().ask.transfer(agent.caller(), {
              callId,
              kind: random.oneOf(['blind', 'consult'] as const),
              target: random.oneOf([{ userId: other.userId }, { groupId: tenant.groupId }]),
            }),
          ),
        ),
      (agent) => callOf(agent).then((callId) => page(lives.now().ask.transferComplete(agent.caller(), { callId }))),
      (agent) => callOf(agent).then((callId) => page(lives.now().ask.hold(agent.caller(), { callId }))),
      (agent) => callOf(agent).then((callId) => page(lives.now().ask.unhold(agent.caller(), { callId }))),
      (agent) => choose(lives, agent, AgentStatus.available),
      () => lives.now().pass(random.oneOf([200, 2_000])),
      () => lives.now().settled(),
    ];
    const rungTwice = async (): Promise<string[]> => {
      const rung = (await ringing()).map((leg) => telephony.leg(leg)!.account);
      return agents.map(({ sipNum }) => sipNum).filter((one) => rung.filter((account) => account === one).length > 1);
    };
    for (let life = 0; life < 6; life += 1) {
      for (let made = 0; made < 25; made += 1) {
        const move = random.oneOf(moves)(random.oneOf(agents), random.oneOf(agents));
        if (random.below(3) > 0) await move;
        expect(await rungTwice()).toEqual([]);
      }
      lives.kill();
      await lives.next(tenant.tenantId, ...agents);
      // Of some the first word was not written yet.
      expect(lives.now().problems.filter((line) => !line.includes('were cut off with their process'))).toEqual([]);
    }
    for (let round = 0; round < 60 && (await telephony.legs()).length > 0; round += 1) {
      for (const leg of await telephony.legs()) telephony.hangsUp(leg);
      await lives.now().pass(1_000);
    }
    expect(await telephony.legs()).toEqual([]);
    await soon(() => agents.flatMap((agent) => lives.now().agentNow(agent).call ?? [])).toEqual([]);
    await soon(async () =>
      (await lives.records(tenant.tenantId)).filter(({ ended_by: by, kept }) => by === null || kept > 0),
    ).toEqual([]);
    expect((await lives.records(tenant.tenantId)).length).toBeGreaterThan(0);
    await lives.stop();
  },
);
