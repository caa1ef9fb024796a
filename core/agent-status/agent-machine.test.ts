import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { AgentType } from '#shared/codes/agent-type.ts';
import {
  absentAgent,
  afterRestart,
  agentMachine,
  GONE_MS,
  SILENT_MS,
  whyNotForCampaign,
  whyNotRoutable,
  type AgentEffect,
} from './agent-machine.ts';
import type { AgentEvent, LiveAgent } from './live-agent.ts';

const { available, onBreak, eating, meeting, offline, leavingInCall } = AgentStatus;

/** Every event a second after the one before, unless it says when. */
type Played = AgentEvent extends infer E
  ? E extends { nowMs: number }
    ? Omit<E, 'nowMs'> & { nowMs?: number }
    : E
  : never;

const ready: Played[] = [
  { type: 'signedIn', status: available },
  { type: 'socketOpened' },
  { type: 'phoneRegistered' },
];

function play(events: readonly Played[], from: LiveAgent = absentAgent(AgentType.inAndOut, 0)) {
  let state = from;
  let nowMs = 1_000_000;
  const effects: AgentEffect[] = [];
  for (const event of events) {
    nowMs = ('nowMs' in event && event.nowMs) || nowMs + 1_000;
    const step = agentMachine(state, { ...event, nowMs } as AgentEvent);
    state = step.state;
    effects.push(...step.effects);
  }
  const changes = effects.flatMap((effect) => (effect.type === 'recordStatus' ? [effect.change] : []));
  return { state, effects, changes, nowMs, why: whyNotRoutable(state, nowMs) };
}

const talk: Played[] = [
  { type: 'callOffered', callId: 'c1' },
  { type: 'callBegan', callId: 'c1' },
];
const hangUp: Played = { type: 'callEnded', callId: 'c1', wrapUpMs: 30_000, wrapUpExtraMs: 300_000 };
const plainHangUp: Played = { type: 'callEnded', callId: 'c1', wrapUpMs: 0 };

describe('since when', () => {
  const since = (events: Played[]) => play(events).state.doingSinceMs;
  // Later than everything played before, and within a wrap-up.
  const AT = 1_020_000;

  test('[STATUS-01] available counts from the end of the wrap-up, not from the click before the call', () => {
    expect(since([...ready, ...talk, hangUp, { type: 'wrapUpEnded', nowMs: AT }])).toBe(AT);
    const byTheClock: Played[] = [...ready, ...talk, { ...hangUp, nowMs: AT }, { type: 'tick', nowMs: AT + 90_000 }];
    expect(since(byTheClock), 'its time ran out between two ticks').toBe(AT + 30_000);
    expect(since([...ready, ...talk, { ...plainHangUp, nowMs: AT }])).toBe(AT);
  });

  test('[STATUS-01] ringing, talking and wrap-up have each a clock of their own', () => {
    expect(since([...ready, { type: 'callOffered', callId: 'c1', nowMs: AT }])).toBe(AT);
    const answered: Played[] = [
      ...ready,
      { type: 'callOffered', callId: 'c1' },
      { type: 'callBegan', callId: 'c1', nowMs: AT },
    ];
    expect(since(answered)).toBe(AT);
    expect(since([...answered, { type: 'statusChosen', status: onBreak }, { type: 'heardFrom' }])).toBe(AT);
    expect(since([...ready, ...talk, { ...hangUp, nowMs: AT }, { type: 'wrapUpExtended', byMs: 9_000 }])).toBe(AT);
  });
});

describe('who gets calls', () => {
  test.each<[string, Played[], ReturnType<typeof whyNotRoutable>]>([
    ['available, connected, registered', ready, null],
    ['never came', [], 'offline'],
    ['on break', [...ready, { type: 'statusChosen', status: onBreak }], 'notAvailable'],
    ['ringing', [...ready, { type: 'callOffered', callId: 'c1' }], 'ringing'],
    ['talking', [...ready, ...talk], 'inCall'],
    ['in an outbound call', [...ready, { type: 'callBegan', callId: 'out' }], 'inCall'],
    ['in wrap-up', [...ready, ...talk, hangUp], 'wrapUp'],
    ['after the call without wrap-up', [...ready, ...talk, plainHangUp], null],
    ['monitoring', [...ready, { type: 'monitoringBegan' }], 'monitoring'],
    ['monitored enough', [...ready, { type: 'monitoringBegan' }, { type: 'monitoringEnded' }], null],
    ['the socket is closed', [...ready, { type: 'socketClosed' }], 'socketClosed'],
    ['the phone is away', [...ready, { type: 'phoneUnregistered' }], 'notRegistered'],
  ])('[STATUS-01] %s', (_, events, why) => {
    expect(play(events).why).toBe(why);
  });

  test('an agent for outbound calls only gets none', () => {
    expect(play(ready, absentAgent(AgentType.outboundOnly, 0)).why).toBe('outboundOnly');
  });

  test('a call of a campaign comes also to who calls out only, and to nobody who is busy or away', () => {
    const { state, nowMs } = play(ready, absentAgent(AgentType.outboundOnly, 0));
    expect(whyNotForCampaign(state, nowMs)).toBeNull();
    const offered = (forCampaign: boolean) =>
      agentMachine(state, { type: 'callOffered', callId: 'c1', forCampaign, nowMs }).state.call;
    expect([offered(true)?.callId, offered(false)]).toEqual(['c1', null]);
    expect(whyNotForCampaign(play([...ready, ...talk]).state, nowMs)).toBe('inCall');
    expect(whyNotForCampaign({ ...state, status: onBreak }, nowMs)).toBe('notAvailable');
    expect(whyNotForCampaign({ ...state, hasMobile: true }, nowMs), 'a mobile is never in time').toBe('notRegistered');
  });

  test.each([61, 62, 63, 64, 65, 66, 68, 69, 4, 36, 0] as const)(
    '[STATUS-16] status %i is kept and gets no calls',
    (status) => {
      const { state, why } = play([...ready, { type: 'statusForced', status, by: 'Sofia' }]);
      expect(state.status).toBe(status);
      expect(why).not.toBeNull();
    },
  );

  test('an offer to somebody who just went on break is not taken', () => {
    expect(
      play([...ready, { type: 'statusChosen', status: onBreak }, { type: 'callOffered', callId: 'c1' }]).state.call,
    ).toBeNull();
  });

  test('a second offer does not take the place of the first', () => {
    expect(
      play([...ready, { type: 'callOffered', callId: 'c1' }, { type: 'callOffered', callId: 'c2' }]).state.call,
    ).toEqual({ callId: 'c1', at: 'ringing' });
  });

  test('who asks a colleague before a transfer is busy until both calls are over', () => {
    const both = play([...ready, ...talk, { type: 'callBegan', callId: 'c2' }, plainHangUp]);
    expect(both.why).toBe('inCall');
    expect(play([{ type: 'callEnded', callId: 'c2', wrapUpMs: 0, nowMs: both.nowMs }], both.state).why).toBeNull();
  });
});

describe('an offer that was not taken (complaint 8)', () => {
  const offered: Played[] = [...ready, { type: 'callOffered', callId: 'c1' }];
  const ended = (outcome: 'missed' | 'rejected' | 'busy' | 'deviceError' | 'withdrawn'): Played => ({
    type: 'offerEnded',
    callId: 'c1',
    outcome,
  });

  test('[STATUS-06] missed: on break, and the pages hear why', () => {
    const { state, changes } = play([...offered, ended('missed')]);
    expect(state).toMatchObject({ status: onBreak, reason: 'missed', call: null });
    expect(changes.at(-1)).toMatchObject({ status: onBreak, reason: 'missed', callId: 'c1', by: null });
  });

  test.each(['rejected', 'withdrawn', 'deviceError'] as const)('%s: still available', (outcome) => {
    expect(play([...offered, ended(outcome)])).toMatchObject({ why: null, state: { status: available } });
  });

  test('a phone that fails twice in a row puts on break; a call between forgives', () => {
    const again: Played[] = [{ type: 'callOffered', callId: 'c1' }, ended('deviceError')];
    expect(play([...offered, ended('deviceError'), ...again]).state).toMatchObject({
      status: onBreak,
      reason: 'deviceError',
    });
    expect(play([...offered, ended('deviceError'), ...talk, plainHangUp, ...again]).state.status).toBe(available);
  });

  describe('a phone that is busy elsewhere', () => {
    const AT = 2_000_000;
    const busyAt = (nowMs: number): Played => ({ type: 'offerEnded', callId: 'c1', outcome: 'busy', nowMs });
    /** Rung again as soon as that may be, and busy each time: how long each wait was. */
    function waits(times: number): number[] {
      let { state } = play(ready);
      let nowMs = AT;
      return Array.from({ length: times }, () => {
        state = play(
          [
            { type: 'heardFrom', nowMs },
            { type: 'callOffered', callId: 'c1', nowMs },
          ],
          state,
        ).state;
        expect(state.call).not.toBeNull();
        state = play([busyAt(nowMs)], state).state;
        const fromMs = nowMs;
        while (whyNotRoutable({ ...state, lastSeenMs: nowMs }, nowMs) === 'engaged') nowMs += 1_000;
        return nowMs - fromMs;
      });
    }

    test('[STATUS-06] it is no missed call: the agent stays available, and is spared for a while that grows', () => {
      const { state, changes, why } = play([...offered, ended('busy')]);
      expect([state.status, why, changes.length]).toEqual([available, 'engaged', 1]);
      expect(waits(6)).toEqual([15_000, 30_000, 60_000, 120_000, 120_000, 120_000]);
    });

    test('a call of theirs, or a status they choose, ends the wait; long afterwards it begins anew', () => {
      const busy: Played[] = [...offered, busyAt(AT)];
      expect(play([...busy, { type: 'statusChosen', status: available }]).why).toBeNull();
      expect(play([...busy, { type: 'callBegan', callId: 'c2' }]).state.engaged).toBeNull();
      const later = AT + 3_600_000;
      const again: Played[] = [
        ...busy,
        { type: 'heardFrom', nowMs: later },
        { type: 'callOffered', callId: 'c1', nowMs: later },
        busyAt(later),
      ];
      expect(play(again).state.engaged).toEqual({ times: 1, untilMs: later + 15_000 });
    });

    test('a clock that is set back by hours makes nobody wait for hours', () => {
      const { state } = play([...offered, busyAt(AT + 3_600_000)]);
      expect(whyNotRoutable({ ...state, lastSeenMs: AT }, AT)).toBeNull();
    });
  });

  test('whoever rejects is idle anew, whoever was spared keeps the place', () => {
    expect(play([...offered, ended('rejected')]).state.idleSinceMs).toBeGreaterThan(play(offered).state.idleSinceMs);
    expect(play([...offered, ended('withdrawn')]).state.idleSinceMs).toBe(play(offered).state.idleSinceMs);
  });

  test('"available" chosen while it rang does not undo the missed call; lunch chosen then holds', () => {
    expect(play([...offered, { type: 'statusChosen', status: available }, ended('missed')]).state.status).toBe(onBreak);
    expect(play([...offered, { type: 'statusChosen', status: eating }, ended('missed')]).state.status).toBe(eating);
  });

  test('the end of somebody else’s offer changes nothing', () => {
    expect(play([...offered, { type: 'offerEnded', callId: 'c9', outcome: 'missed' }]).state).toMatchObject({
      status: available,
      call: { callId: 'c1' },
    });
  });
});

describe('the next status (complaint 7)', () => {
  const lunch: Played = { type: 'statusChosen', status: eating };
  const free: Played = { type: 'statusChosen', status: available };

  test('[STATUS-04] chosen in a call, it holds after it', () => {
    const during = play([...ready, ...talk, lunch]);
    expect(during.state).toMatchObject({ status: available, nextStatus: eating });
    expect(play([...ready, ...talk, lunch, plainHangUp]).state).toMatchObject({ status: eating, nextStatus: null });
  });

  test('lunch, then available, then hang up is available', () => {
    expect(play([...ready, ...talk, lunch, free, plainHangUp])).toMatchObject({
      why: null,
      state: { status: available, nextStatus: null },
    });
    expect(play([...ready, ...talk, lunch, free, hangUp, { type: 'wrapUpEnded' }])).toMatchObject({
      why: null,
      state: { status: available },
    });
  });

  test('it waits for the end of the wrap-up', () => {
    expect(play([...ready, ...talk, lunch, hangUp]).state).toMatchObject({ status: available, nextStatus: eating });
    expect(play([...ready, ...talk, lunch, hangUp, { type: 'wrapUpEnded' }]).state.status).toBe(eating);
  });

  test('[STATUS-11] leaving in a call is 68, then 0 without wrap-up', () => {
    for (const leave of [{ type: 'signedOut' }, { type: 'statusChosen', status: leavingInCall }] as const) {
      expect(play([...ready, ...talk, leave]).state).toMatchObject({ status: leavingInCall, call: { callId: 'c1' } });
      expect(play([...ready, ...talk, leave, hangUp])).toMatchObject({
        why: 'offline',
        state: { status: offline, wrapUp: null, reason: 'signedOut' },
      });
    }
    expect(play([...ready, { type: 'signedOut' }]).state).toMatchObject({ status: offline, reason: 'signedOut' });
  });
});

describe('wrap-up (complaint 10)', () => {
  const wrapping: Played[] = [...ready, ...talk, hangUp];
  const { nowMs: endedMs } = play(wrapping);

  test('[STATUS-10] lasts as long as it should, then the previous status is back', () => {
    expect(play([...wrapping, { type: 'tick', nowMs: endedMs + 29_999 }]).why).toBe('wrapUp');
    expect(
      play([...wrapping, { type: 'heardFrom', nowMs: endedMs + 29_000 }, { type: 'tick', nowMs: endedMs + 30_000 }]),
    ).toMatchObject({ why: null, state: { idleSinceMs: endedMs + 30_000 } });
  });

  test('six queues that offer at once during it find nobody', () => {
    const offers = Array.from({ length: 6 }, (_, index): Played => ({
      type: 'callOffered',
      callId: `q${index}`,
      nowMs: endedMs + 29_000,
    }));
    expect(play([...wrapping, ...offers])).toMatchObject({ why: 'wrapUp', state: { call: null } });
  });

  test('[STATUS-10] can be made longer as far as the limit lets, however often somebody asks', () => {
    const longer: Played = { type: 'wrapUpExtended', byMs: 200_000 };
    const ends = (count: number) =>
      play([...wrapping, ...Array.from({ length: count }, () => longer)]).state.wrapUp!.endsMs - endedMs;
    expect([ends(1), ends(2), ends(9)]).toEqual([230_000, 330_000, 330_000]);
    expect(play([...ready, ...talk, { ...hangUp, wrapUpExtraMs: 0 } as Played, longer]).state.wrapUp).toMatchObject({
      endsMs: endedMs + 30_000,
    });
  });

  test('can be made longer, and be ended by the agent', () => {
    expect(
      play([...wrapping, { type: 'wrapUpExtended', byMs: 60_000 }, { type: 'tick', nowMs: endedMs + 60_000 }]).why,
    ).toBe('wrapUp');
    expect(play([...wrapping, { type: 'wrapUpEnded' }]).why).toBeNull();
    expect(
      play([...wrapping, { type: 'wrapUpExtended', byMs: 60_000, nowMs: endedMs + 30_000 }]).state.wrapUp,
    ).toBeNull();
  });

  test('a status chosen in it holds at once and does not end it', () => {
    expect(
      play([...wrapping, { type: 'statusChosen', status: onBreak }, { type: 'statusChosen', status: available }]),
    ).toMatchObject({ why: 'wrapUp', state: { status: available } });
  });

  test('whoever is sent offline in it comes back without it', () => {
    expect(play([...wrapping, { type: 'statusForced', status: offline, by: 'Valeria' }, ...ready])).toMatchObject({
      why: null,
      state: { wrapUp: null },
    });
    expect(play([...wrapping, { type: 'statusForced', status: onBreak, by: 'Valeria' }]).why).toBe('wrapUp');
  });

  test('another call ends it and has its own; a reload of the page does not', () => {
    expect(play([...wrapping, { type: 'callBegan', callId: 'c2' }]).state).toMatchObject({
      wrapUp: null,
      call: { callId: 'c2' },
    });
    expect(
      play([...wrapping, { type: 'socketClosed' }, { type: 'signedIn', status: available }, { type: 'socketOpened' }])
        .why,
    ).toBe('wrapUp');
  });
});

describe('what others and the page say', () => {
  const forced: Played = { type: 'statusForced', status: meeting, by: 'Sofia' };

  test('[STATUS-02] a supervisor’s change names them, also when it changes nothing', () => {
    expect(play([...ready, forced])).toMatchObject({
      state: { status: meeting, modifiedBy: 'Sofia', reason: 'forced' },
    });
    expect(play([...ready, forced, forced]).changes.filter(({ by }) => by === 'Sofia')).toHaveLength(2);
    expect(play([...ready, forced, { type: 'statusChosen', status: available }]).state.modifiedBy).toBeNull();
  });

  test('[STATUS-15] in a call it holds afterwards, under their name', () => {
    expect(play([...ready, ...talk, forced, plainHangUp])).toMatchObject({
      state: { status: meeting, modifiedBy: 'Sofia' },
    });
  });

  test('[STATUS-09] what the page repeats beats neither a supervisor nor a missed call; the page is corrected', () => {
    const repeat: Played = { type: 'statusRepeated', status: available };
    expect(play([...ready, forced, repeat])).toMatchObject({ state: { status: meeting, modifiedBy: 'Sofia' } });
    const missed = play([
      ...ready,
      { type: 'callOffered', callId: 'c1' },
      { type: 'offerEnded', callId: 'c1', outcome: 'missed' },
      repeat,
    ]);
    expect(missed.state.status).toBe(onBreak);
    expect(missed.effects.at(-1)).toEqual({ type: 'correctPage' });
    expect(play([...ready, repeat]).effects).toEqual(play(ready).effects);
  });
});

describe('silence and absence (complaints 1 and 9)', () => {
  const { nowMs: readyMs } = play(ready);

  test('a page not heard of for 70 s gets no calls, keeps its status, and gets them again at the next sign', () => {
    const { state } = play(ready);
    const lastMs = state.lastSeenMs;
    expect(whyNotRoutable(state, lastMs + SILENT_MS)).toBeNull();
    expect(whyNotRoutable(state, lastMs + SILENT_MS + 1)).toBe('silent');
    expect(play([...ready, { type: 'tick', nowMs: lastMs + 3_600_000 }]).state.status).toBe(available);
    expect(play([...ready, { type: 'heardFrom', nowMs: lastMs + 3_600_000 }]).why).toBeNull();
  });

  const gone: Played[] = [
    ...ready,
    { type: 'socketClosed', nowMs: readyMs },
    { type: 'tick', nowMs: readyMs + GONE_MS },
  ];

  test('a closed socket that does not come back means offline within 25 s', () => {
    expect(GONE_MS).toBeLessThan(25_000);
    expect(
      play([...ready, { type: 'socketClosed', nowMs: readyMs }, { type: 'tick', nowMs: readyMs + GONE_MS - 1 }]).state
        .status,
    ).toBe(available);
    expect(play(gone)).toMatchObject({
      why: 'offline',
      state: { status: offline, reason: 'gone', resumeStatus: available },
    });
  });

  test('a line that died unnoticed counts from its last sign of life', () => {
    expect(
      play([
        ...ready,
        { type: 'socketClosed', sinceMs: readyMs, nowMs: readyMs + 20_000 },
        { type: 'tick', nowMs: readyMs + GONE_MS },
      ]).state.status,
    ).toBe(offline);
  });

  test('[STATUS-07] whoever comes back is what they were', () => {
    expect(play([...gone, { type: 'socketOpened' }])).toMatchObject({
      why: null,
      state: { status: available, reason: null, resumeStatus: null },
    });
    expect(play([...gone, { type: 'statusRepeated', status: available }]).state.status).toBe(available);
  });

  test('[STATUS-14] another login does not inherit the status', () => {
    expect(play([...gone, { type: 'socketOpened', isNewLogin: true }])).toMatchObject({
      why: 'offline',
      state: { resumeStatus: null },
    });
  });

  test('whoever was made to leave meanwhile does not come back by reconnecting', () => {
    expect(
      play([...gone, { type: 'statusForced', status: offline, by: 'Sofia' }, { type: 'socketOpened' }]).state.status,
    ).toBe(offline);
  });

  test('nobody in a call is offline; when it ends they are', () => {
    const talking: Played[] = [
      ...ready,
      ...talk,
      { type: 'socketClosed', nowMs: readyMs + 5_000 },
      { type: 'tick', nowMs: readyMs + 60_000 },
    ];
    expect(play(talking)).toMatchObject({ why: 'inCall', state: { status: available } });
    expect(play([...talking, plainHangUp, { type: 'tick' }]).state.status).toBe(offline);
  });

  test('a restart ends calls, keeps statuses and waits for the pages', () => {
    const { state } = afterRestart(play([...ready, ...talk]).state, readyMs + 10_000);
    expect(state).toMatchObject({ status: available, call: null, connected: false, registered: false });
    expect(afterRestart(play([...ready, ...talk, { type: 'signedOut' }]).state, readyMs).state.status).toBe(offline);
    expect(play([{ type: 'socketOpened' }, { type: 'phoneRegistered' }], state).why).toBeNull();
  });
});

describe('whatever happens in whatever order', () => {
  const at = fc.integer({ min: 0, max: 40_000 });
  const callId = fc.constantFrom('c1', 'c2', 'c3');
  const status = fc.constantFrom(available, onBreak, eating, offline, leavingInCall);
  const events = fc.array(
    fc.oneof(
      fc.record({ type: fc.constantFrom('signedIn', 'statusChosen', 'statusRepeated'), status, at }),
      fc.record({ type: fc.constant('statusForced'), by: fc.constant('Sofia'), status, at }),
      fc.record({ type: fc.constantFrom('callOffered', 'callBegan'), callId, at }),
      fc.record({
        type: fc.constant('offerEnded'),
        callId,
        outcome: fc.constantFrom('answered', 'missed', 'rejected', 'busy', 'deviceError', 'withdrawn'),
        at,
      }),
      fc.record({ type: fc.constant('callEnded'), callId, wrapUpMs: fc.constantFrom(0, 20_000), at }),
      fc.record({ type: fc.constant('wrapUpExtended'), byMs: fc.constant(10_000), at }),
      fc.record({
        type: fc.constantFrom(
          'signedOut',
          'wrapUpEnded',
          'monitoringEnded',
          'socketOpened',
          'socketClosed',
          'heardFrom',
          'phoneRegistered',
          'phoneUnregistered',
          'tick',
        ),
        at,
      }),
      fc.constant({ type: 'monitoringBegan', at: 0 }),
    ),
    { maxLength: 60 },
  );

  test('nobody is in a call or wrapping up and routable, wrap-up never outlasts its end, and ended calls free the agent', () => {
    fc.assert(
      fc.property(events, (list) => {
        let state = play(ready).state;
        let nowMs = state.lastSeenMs;
        const begun = new Set<string>();
        for (const { at: afterMs, ...event } of list) {
          nowMs += afterMs;
          state = agentMachine(state, { ...event, nowMs } as AgentEvent).state;
          if (event.type === 'callBegan') begun.add((event as { callId: string }).callId);
          if (event.type === 'callEnded') begun.delete((event as { callId: string }).callId);
          const why = whyNotRoutable(state, nowMs);
          if (begun.size > 0 || state.call || state.otherCalls.length > 0 || state.wrapUp || state.monitoring)
            expect(why).not.toBeNull();
          if (why === null) expect(state).toMatchObject({ status: available, connected: true, registered: true });
          if (state.wrapUp && event.type !== 'monitoringBegan') expect(state.wrapUp.endsMs).toBeGreaterThan(nowMs);
          if (state.wrapUp) expect(state.call).toBeNull();
          expect(state.connected).toBe(state.disconnectedMs === null);
        }
        for (const id of ['c1', 'c2', 'c3'])
          state = agentMachine(state, { type: 'callEnded', callId: id, wrapUpMs: 20_000, nowMs }).state;
        state = agentMachine(state, { type: 'tick', nowMs: nowMs + 10_000_000 }).state;
        expect(state).toMatchObject({ call: null, otherCalls: [], wrapUp: null, nextStatus: null });
      }),
      { numRuns: 2_000 },
    );
  });
});

test('[CC-03] whose calls ring at a mobile is there by status alone, and goes when they say so', () => {
  const mobile: LiveAgent = { ...absentAgent(AgentType.inAndOut, 0), hasMobile: true };
  const away = play(
    [
      { type: 'signedIn', status: available },
      { type: 'tick', nowMs: 1_000_000 + 3_600_000 },
    ],
    mobile,
  );
  expect([away.why, away.state.status, away.state.connected, away.state.registered]).toEqual([
    null,
    available,
    false,
    false,
  ]);
  expect(play([{ type: 'statusChosen', status: eating }], away.state).why).toBe('notAvailable');
  expect(play([{ type: 'signedOut' }], away.state).why).toBe('offline');
  expect(whyNotRoutable(afterRestart(away.state, away.nowMs).state, away.nowMs)).toBeNull();
  const missed = play(
    [
      { type: 'callOffered', callId: 'c1' },
      { type: 'offerEnded', callId: 'c1', outcome: 'missed' },
    ],
    away.state,
  );
  expect(missed.state).toMatchObject({ status: onBreak, reason: 'missed' });
});
