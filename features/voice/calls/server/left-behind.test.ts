import { expect, test, vi } from 'vitest';
import type { Party } from '#core/call/call.ts';
import { legId } from '#core/telephony/telephony.port.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { Failure } from '#shared/errors.ts';
import { seeded } from '#test/bad-input.ts';
import { aTenantHouse, houseOfTests, serve, soon, type Agent } from './calls.fixture.ts';
import { dropUnused } from './transfer-goal.ts';

/* Nobody is left in a call that is over. The desk looks for such people every 15 s and warns: here nothing may warn. */

vi.setConfig({ testTimeout: 60_000 });

const { db, house } = await houseOfTests({
  async beforeStop(opened) {
    // What was over at two looks is lost.
    await opened.pass(15_000);
    await opened.pass(15_000);
  },
});
const { telephony, ask } = house;

const nobodyTalks = (...agents: Agent[]) =>
  soon(() => agents.filter((agent) => house.agentNow(agent).call !== null).map(({ sipNum }) => sipNum)).toEqual([]);

test('[CALL-22] the phone of whoever gave the call to a group comes back too late: the colleague who has it keeps it, and is free after it', async () => {
  const tenant = await aTenantHouse(db, { settings: { postTalkSortTimeSecond: '0' } });
  const [ana, budi] = [await house.anAgent(tenant.tenantId), await house.anAgent(tenant.tenantId)];
  await serve(db, house.queues, tenant, budi);
  const phone = house.dials(ana, '5512345678');
  await soon(() => telephony.ringTo('525512345678')).toBeTruthy();
  const customer = telephony.ringTo('525512345678')!;
  telephony.picksUp(customer);
  await house.settled();
  telephony.disconnects(phone);
  telephony.registers(ana.sipNum);
  await house.pass(500);
  const again = await house.rings(ana);
  await ask.transfer(ana.caller(), {
    callId: await house.callIdOf(ana),
    kind: 'blind',
    target: { groupId: tenant.groupId },
  });
  const taken = await house.takes(budi);
  telephony.picksUp(again);
  await house.settled();
  expect(telephony.leg(customer)!.base).toEqual({ at: 'bridge', partners: [taken] });
  await house.board.send(budi, { type: 'signedOut', nowMs: house.clock.nowMs() });
  expect(house.agentNow(budi).status).toBe(AgentStatus.leavingInCall);
  telephony.hangsUp(customer);
  await house.settled();
  await nobodyTalks(ana, budi);
  expect(house.agentNow(budi).status).toBe(AgentStatus.offline);
});

test('[CALL-22] attended by the phone in the very moment the colleague answers: they are in one call, and free after it', async () => {
  const tenant = await aTenantHouse(db, { settings: { postTalkSortTimeSecond: '0' } });
  const [ana, budi] = [await house.anAgent(tenant.tenantId), await house.anAgent(tenant.tenantId)];
  await serve(db, house.queues, tenant, ana);
  const caller = await house.callsIn(tenant);
  const first = await house.takes(ana);
  telephony.holds(first);
  await house.settled();
  // Ana's place on the board is busy for a while: what her second call has to tell waits for it.
  const busy = Array.from({ length: 60 }, (_, turn) =>
    house.board.send(ana, {
      type: 'statusForced',
      status: turn % 2 ? AgentStatus.eating : AgentStatus.onBreak,
      by: 'Sofia',
      nowMs: house.clock.nowMs(),
    }),
  );
  const second = house.dials(ana, budi.sipNum);
  const third = await house.rings(budi);
  telephony.picksUp(third);
  telephony.asksTransfer(first, budi.sipNum, second);
  await Promise.all(busy);
  await house.settled();
  expect(telephony.leg(caller)!.base).toEqual({ at: 'bridge', partners: [third] });
  expect(house.agentNow(budi).otherCalls).toEqual([]);
  telephony.hangsUp(caller);
  await house.settled();
  await nobodyTalks(ana, budi);
});

test('[CALL-22] a colleague who still leaves the call is not kept for it when it goes another way', async () => {
  const tenant = await aTenantHouse(db);
  const [ana, budi] = [await house.anAgent(tenant.tenantId), await house.anAgent(tenant.tenantId)];
  const phone = house.dials(ana, '5512345678');
  await soon(() => telephony.ringTo('525512345678')).toBeTruthy();
  const live = house.desk.call(tenant.tenantId, await house.callIdOf(ana))!;
  const goal = { kind: 'agent' as const, userId: budi.userId, sipNum: budi.sipNum, name: budi.name };
  const leaving: Party = {
    leg: legId('leaving'),
    role: 'leaving',
    who: goal,
    at: 'up',
    away: false,
    shownAs: null,
    reservedAs: null,
    dial: null,
    mode: null,
  };
  await house.board.send(budi, { type: 'callOffered', callId: live.current().id, nowMs: house.clock.nowMs() });
  expect(
    await dropUnused(
      house.desk.goalParts,
      { ...live, current: () => ({ ...live.current(), parties: [...live.current().parties, leaving] }) },
      ana,
      goal,
    ),
  ).toBe(true);
  expect(house.agentNow(budi).call).toBe(null);
  // Nor is the customer's own number, wished for in vain, taken for a call to it.
  expect(
    await dropUnused(house.desk.goalParts, live, ana, {
      kind: 'number',
      number: '525512345678',
      trunks: [],
      displayNumber: '',
    }),
  ).toBe(true);
  telephony.hangsUp(phone);
  await house.settled();
});

test.each([1, 2, 3])(
  '[CALL-22] calls are given to the group, people sign out and come back, phones are lost (%i): after it nobody is in a call',
  async (seed) => {
    const random = seeded(seed);
    const tenant = await aTenantHouse(db, { settings: { postTalkSortTimeSecond: '0' } });
    const agents: Agent[] = [];
    for (let index = 0; index < 4; index += 1) agents.push(await house.anAgent(tenant.tenantId));
    await serve(db, house.queues, tenant, ...agents);
    const mine = async () =>
      (await telephony.legs()).filter(
        (leg) =>
          agents.some(({ sipNum }) => telephony.leg(leg)!.account === sipNum) ||
          telephony.leg(leg)!.to.startsWith('5255900'),
      );
    const callOf = async (agent: Agent) => (await house.live(agent))[0]?.callId ?? 'none';
    const page = (asked: unknown) =>
      Promise.resolve(asked).catch((refused: unknown) => {
        if (!(refused instanceof Failure)) throw refused;
      });
    const aLeg = async (act: (leg: Awaited<ReturnType<typeof mine>>[number]) => void) => {
      const legs = await mine();
      if (legs.length > 0) act(random.oneOf(legs));
    };
    const moves: ((agent: Agent, other: Agent) => unknown)[] = [
      (agent) => house.dials(agent, `55900${10_000 + random.below(9_000)}`),
      (agent, other) => house.dials(agent, other.sipNum),
      ...Array.from({ length: 5 }, () => async () => {
        const legs = (await mine()).filter(
          (leg) => telephony.leg(leg)!.made === 'placed' && telephony.leg(leg)!.at === 'waiting',
        );
        if (legs.length > 0) telephony.picksUp(random.oneOf(legs));
      }),
      () => aLeg((leg) => telephony.hangsUp(leg)),
      () => aLeg((leg) => telephony.disconnects(leg)),
      () => aLeg((leg) => telephony.asksTransfer(leg, random.oneOf(agents).sipNum)),
      (agent) => telephony.registers(agent.sipNum),
      async (agent) =>
        page(
          ask.transfer(agent.caller(), {
            callId: await callOf(agent),
            kind: 'blind',
            target: { groupId: tenant.groupId },
          }),
        ),
      async (agent) =>
        page(
          ask.transfer(agent.caller(), {
            callId: await callOf(agent),
            kind: 'blind',
            target: { groupId: tenant.groupId },
          }),
        ),
      async (agent, other) =>
        page(
          ask.transfer(agent.caller(), {
            callId: await callOf(agent),
            kind: random.oneOf(['blind', 'consult'] as const),
            target: { userId: other.userId },
          }),
        ),
      async (agent) => page(ask.transferCancel(agent.caller(), { callId: await callOf(agent) })),
      async (agent) => page(ask.transferComplete(agent.caller(), { callId: await callOf(agent) })),
      async (agent) => page(ask.hangUp(agent.caller(), { callId: await callOf(agent) })),
      (agent) => house.board.send(agent, { type: 'signedOut', nowMs: house.clock.nowMs() }),
      (agent) =>
        house.board.send(agent, { type: 'signedIn', status: AgentStatus.available, nowMs: house.clock.nowMs() }),
      (agent) =>
        house.board.send(agent, { type: 'statusChosen', status: AgentStatus.available, nowMs: house.clock.nowMs() }),
      () => house.pass(500),
      () => house.pass(2_000),
      () => house.settled(),
    ];
    const running: unknown[] = [];
    for (let made = 0; made < 250; made += 1) {
      const agent = random.oneOf(agents);
      const move = random.oneOf(moves)(agent, random.oneOf(agents));
      // Half of them happen while the one before is still being worked on.
      if (random.below(2) === 0) await move;
      else running.push(move);
    }
    await Promise.all(running);
    for (let round = 0; round < 60 && (await mine()).length > 0; round += 1) {
      for (const leg of await mine()) telephony.hangsUp(leg);
      await house.pass(1_000);
    }
    expect(await mine()).toEqual([]);
    await nobodyTalks(...agents);
    expect(house.problems).toEqual([]);
  },
);
