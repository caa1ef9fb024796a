import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { Failure } from '#shared/errors.ts';
import { seeded } from '#test/bad-input.ts';
import { testDb } from '#test/test-db.ts';
import { aHouse, aTenantHouse, serve, soon, type Agent } from './calls.fixture.ts';

vi.setConfig({ testTimeout: 60_000 });

const { db, close } = await testDb();
afterAll(close);

const MOVES = 400;

test.each([1, 2, 3])(
  '[CALL-22] a busy day by chance (%i): when everybody has gone home no leg, no busy agent, no open record and no caller in line is left',
  async (seed) => {
    const random = seeded(seed);
    const house = aHouse(db);
    const { telephony, ask } = house;
    await house.start();
    const tenant = await aTenantHouse(db, {
      settings: {
        satisfactionSurveyModel: '1',
        activelyHangUp: 'true',
        postTalkSortTimeSecond: '0',
        maxCallHoldTime: '40',
      },
    });
    const agents: Agent[] = [];
    for (let index = 0; index < 8; index += 1)
      agents.push(await house.anAgent(tenant.tenantId, { functions: ['calls.use', 'calls.monitor'] }));
    await serve(db, house.queues, tenant, ...agents.slice(0, 5));

    const legs = () => telephony.legs();
    const someone = () => random.oneOf(agents);
    const callOf = async (agent: Agent) => (await house.live(agent))[0]?.callId ?? 'none';
    /** Pages ask for what is not possible all the time; only refusals we know are fine. */
    const page = async (asked: unknown) => {
      try {
        await asked;
      } catch (refused) {
        if (!(refused instanceof Failure)) throw refused;
      }
    };
    const aLeg = async () => random.oneOf(await legs());
    const moves: (() => unknown)[] = [
      () =>
        telephony.outsideCalls({ line: 'rehearsal', from: `52551234${1_000 + random.below(9_000)}`, to: tenant.did }),
      () => house.dials(someone(), `551234${1_000 + random.below(9_000)}`),
      () => house.dials(someone(), someone().sipNum),
      ...Array.from(
        { length: 8 },
        () => async () =>
          telephony.picksUp(
            random.oneOf(
              (await legs()).filter(
                (leg) => telephony.leg(leg)!.made === 'placed' && telephony.leg(leg)!.at === 'waiting',
              ),
            ),
          ),
      ),
      async () => telephony.declines(await aLeg(), random.oneOf([486, 488, 603])),
      async () => telephony.hangsUp(await aLeg()),
      async () => telephony.loses(await aLeg()),
      async () => telephony.presses(await aLeg(), random.oneOf(['0', '1', '2', '5', '#'])),
      async () => telephony.holds(await aLeg()),
      async () => telephony.resumes(await aLeg()),
      async () => telephony.disconnects(await aLeg()),
      async () => telephony.reconnects(await aLeg()),
      () => telephony.registers(someone().sipNum),
      async () => telephony.asksTransfer(await aLeg(), someone().sipNum),
      async () => telephony.asksTransfer(await aLeg(), '1', await aLeg()),
      async (agent = someone()) => page(ask.hold(agent.caller(), { callId: await callOf(agent) })),
      async (agent = someone()) =>
        page(
          ask.transfer(agent.caller(), {
            callId: await callOf(agent),
            kind: random.oneOf(['blind', 'consult'] as const),
            target: { userId: someone().userId },
          }),
        ),
      async (agent = someone()) =>
        page(
          ask.transfer(agent.caller(), {
            callId: await callOf(agent),
            kind: 'consult',
            target: { number: `+52551234${1_000 + random.below(9_000)}` },
          }),
        ),
      async (agent = someone()) =>
        page(
          ask.transfer(agent.caller(), {
            callId: await callOf(agent),
            kind: 'blind',
            target: { groupId: tenant.groupId },
          }),
        ),
      async (agent = someone()) => page(ask.transferSwap(agent.caller(), { callId: await callOf(agent) })),
      async (agent = someone()) => page(ask.transferComplete(agent.caller(), { callId: await callOf(agent) })),
      async (agent = someone()) => page(ask.transferCancel(agent.caller(), { callId: await callOf(agent) })),
      async (agent = someone()) => page(ask.hangUp(agent.caller(), { callId: await callOf(agent) })),
      async (agent = someone()) =>
        page(
          ask.monitorStart(agent.caller(), {
            sipNumber: agent.sipNum,
            uuid: await callOf(someone()),
            asmIp: '',
            cmsIp: '',
            action: 'listen',
          }),
        ),
      () => house.pass(random.oneOf([100, 1_000, 5_000, 45_000])),
      () => house.settled(),
      () => house.settled(),
    ];
    for (let made = 0; made < MOVES; made += 1) {
      const nowMs = house.clock.nowMs();
      for (const agent of agents) {
        await house.board.send(agent, { type: 'heardFrom', nowMs });
        if (house.agentNow(agent).status !== AgentStatus.available)
          await house.board.send(agent, { type: 'statusChosen', status: AgentStatus.available, nowMs });
        if (!telephony.isRegistered(agent.sipNum)) telephony.registers(agent.sipNum);
      }
      // Half of them happen while the one before is still being worked on.
      const move = random.oneOf(moves)();
      if (random.below(2) === 0 || move instanceof Promise)
        await Promise.resolve(move).catch((problem: unknown) => {
          if (!/no leg|undefined/.test(String(problem))) throw problem;
        });
    }

    for (
      let round = 0;
      round < 50 &&
      ((await legs()).length > 0 || house.queues.waiting(tenant.tenantId).some(({ kind }) => kind === 'call'));
      round += 1
    ) {
      for (const leg of await legs()) telephony.hangsUp(leg);
      await house.pass(1_000);
    }
    expect(await legs()).toEqual([]);
    await soon(() =>
      agents
        .filter((agent) => house.agentNow(agent).call !== null || house.agentNow(agent).monitoring)
        .map(({ sipNum }) => sipNum),
    ).toEqual([]);
    await soon(() => house.queues.waiting(tenant.tenantId)).toEqual([]);
    for (const agent of agents) expect(await house.live(agent)).toEqual([]);
    await soon(async () => (await house.records(tenant.tenantId)).filter(({ ended }) => !ended)).toEqual([]);
    expect((await house.records(tenant.tenantId)).length).toBeGreaterThan(10);
    const open = await db.everyTenant('looks', (tx) =>
      sql`select number from call_attempt where tenant_id = ${tenant.tenantId} and ended_at is null`.execute(tx.as()),
    );
    expect(open.rows).toEqual([]);
    expect(house.problems).toEqual([]);
    await house.stop();
  },
);
