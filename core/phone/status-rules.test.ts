import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { StatusEvent } from '#shared/codes/status-event.ts';
import { PHONE } from './phone-constants.ts';
import {
  newStatusPage,
  type AgentNews,
  type StatusPage,
  type StatusPageEffect,
  type StatusPageEvent,
} from './status-page.ts';
import { closesPage, statusRules } from './status-rules.ts';

const { available, onBreak, eating, meeting, offline } = AgentStatus;

const news = (over: Partial<AgentNews> = {}): AgentNews => ({
  status: available,
  eventId: 1,
  modifiedBy: null,
  reason: null,
  callId: null,
  inCall: false,
  monitoring: false,
  wrapUp: null,
  ...over,
});
const agentUpdate = (over: Partial<AgentNews> = {}): StatusPageEvent => ({ type: 'agentSaid', news: news(over) });
const signedIn = (over: Partial<Extract<StatusPageEvent, { type: 'signedIn' }>> = {}): StatusPageEvent => ({
  type: 'signedIn',
  isNewLogin: true,
  stored: null,
  hasPhone: true,
  ...over,
});
const chosen = (status: AgentStatus): StatusPageEvent => ({ type: 'statusChosen', status, obstacle: null });

const NOW = 5_000_000;
function play(events: readonly StatusPageEvent[], from: StatusPage = newStatusPage, nowMs = NOW) {
  let page = from;
  const asked: StatusPageEffect[] = [];
  for (const event of events) {
    const step = statusRules(page, { ...event, nowMs });
    page = step.state;
    asked.push(...step.effects);
  }
  const only = <T extends StatusPageEffect['type']>(type: T) =>
    asked.filter((effect): effect is Extract<StatusPageEffect, { type: T }> => effect.type === type);
  return { page, asked, only, reports: only('reportStatus').map(({ status, event }) => [status, event]) };
}

const online: StatusPageEvent[] = [
  signedIn(),
  agentUpdate(),
  { type: 'microphoneChanged', open: true },
  { type: 'phoneReady', again: false },
];
const page = play(online).page;
const { changed, repeated } = StatusEvent;

describe('a phone that is ready', () => {
  test('[STATUS-13] coming reports login-web, once there is a phone', () => {
    expect(play([signedIn()]).only('reportWeb')).toEqual([{ type: 'reportWeb', presence: 'login-web' }]);
    expect(play([signedIn({ hasPhone: false })]).asked).toEqual([]);
  });

  test.each<[string, boolean, boolean, AgentStatus | null, [AgentStatus, StatusEvent]]>([
    ['a new login without a microphone is on break', true, false, null, [onBreak, changed]],
    ['a new login with one keeps what the server gave', true, true, null, [available, repeated]],
    ['a page loaded anew restores what was stored, microphone or not', false, false, eating, [eating, repeated]],
    ['a page loaded anew with nothing stored re-sends', false, true, null, [available, repeated]],
  ])('[STATUS-05] %s', (_, isNewLogin, open, stored, report) => {
    expect(
      play([
        signedIn({ isNewLogin, stored }),
        agentUpdate(),
        { type: 'microphoneChanged', open },
        { type: 'phoneReady', again: false },
      ]).reports,
    ).toEqual([report]);
  });

  test.each<[boolean, [AgentStatus, StatusEvent]]>([
    [true, [available, repeated]],
    [false, [onBreak, changed]],
  ])('[STATUS-05] a phone quicker than the word about the microphone (open: %s) waits for it', (open, report) => {
    const ready = play([signedIn(), agentUpdate(), { type: 'phoneReady', again: false }]);
    expect(ready.reports).toEqual([]);
    expect(play([{ type: 'microphoneChanged', open }], ready.page).reports).toEqual([report]);
    expect(
      play(
        [
          { type: 'microphoneChanged', open },
          { type: 'microphoneChanged', open: false },
        ],
        ready.page,
      ).reports,
    ).toEqual([report]);
  });

  test('[STATUS-14] what an earlier login stored is not inherited', () => {
    expect(
      play([
        signedIn({ stored: meeting }),
        agentUpdate(),
        { type: 'microphoneChanged', open: true },
        { type: 'phoneReady', again: false },
      ]).reports,
    ).toEqual([[available, repeated]]);
  });

  test('[STATUS-05] registering again later does not put on break, with or without a microphone', () => {
    expect(
      play(
        [
          { type: 'microphoneChanged', open: false },
          { type: 'phoneReady', again: true },
        ],
        page,
      ).reports,
    ).toEqual([[available, repeated]]);
  });

  test('a page that knows nothing yet asks', () => {
    expect(
      play([signedIn({ isNewLogin: false }), { type: 'phoneReady', again: false }]).only('readStatus'),
    ).toHaveLength(1);
  });
});

describe('what is repeated', () => {
  test('[STATUS-07] after a network reconnect the status is sent again, as a repetition', () => {
    expect(
      play(
        [
          chosen(eating),
          { type: 'reported', status: eating, news: news({ status: eating, eventId: 2 }) },
          { type: 'networkBack' },
        ],
        page,
      ).reports.at(-1),
    ).toEqual([eating, repeated]);
  });

  test('[STATUS-08] a page shown again repeats it, but not in a call and not in wrap-up', () => {
    const shown: StatusPageEvent = { type: 'pageShown' };
    expect(play([shown], page).reports).toEqual([[available, repeated]]);
    expect(play([{ type: 'callChanged', inCall: true, monitoring: false }, shown], page).reports).toEqual([]);
    expect(play([agentUpdate({ wrapUp: { callId: 'c1', startMs: 0, endsMs: NOW + 1 } }), shown], page).reports).toEqual(
      [],
    );
  });

  test('[STATUS-09] every third minute', () => {
    const minutes = (count: number) => Array.from({ length: count }, (): StatusPageEvent => ({ type: 'minutePassed' }));
    expect([2, 3, 5, 6, 9].map((count) => play(minutes(count), page).reports.length)).toEqual([0, 1, 1, 2, 3]);
    expect(play(minutes(3), page).reports).toEqual([[available, repeated]]);
  });

  test('[CALL-04] a phone that had to reject a call has page and server agree', () => {
    expect(play([{ type: 'resyncAsked' }], page).reports).toEqual([[available, repeated]]);
  });
});

describe('a missed call', () => {
  const missed: StatusPageEvent = { type: 'missed', callId: 'c1', why: 'unanswered' };
  const fromServer = agentUpdate({ status: onBreak, eventId: 2, reason: 'missed', callId: 'c1' });

  test('[STATUS-06] sets 66 and shows the idle dialog', () => {
    const { page: after, reports, only } = play([missed], page);
    expect([reports, only('showIdle').length, after.status]).toEqual([[[onBreak, changed]], 1, onBreak]);
  });

  test('[STATUS-06] noticed by the server first or as well: one dialog', () => {
    for (const events of [[fromServer], [missed, fromServer], [fromServer, missed], [fromServer, fromServer]])
      expect(play(events, page).only('showIdle')).toHaveLength(1);
    expect(
      play([fromServer, agentUpdate({ status: onBreak, eventId: 3, reason: 'missed', callId: 'c2' })], page).only(
        'showIdle',
      ),
    ).toHaveLength(2);
  });

  test('[STATUS-06] a caller who gave up changes nothing (complaint 8)', () => {
    expect(play([{ type: 'missed', callId: 'c1', why: 'withdrawn' }], page).asked).toEqual([]);
  });
});

describe('what others decide', () => {
  test('[STATUS-02] somebody else’s change names them, once, however often it is told', () => {
    const forced = { status: meeting, eventId: 2, modifiedBy: 'Sofia', reason: 'forced' };
    const { only, page: after } = play(
      [{ type: 'statusSaid', news: news(forced) }, agentUpdate(forced), agentUpdate(forced)],
      page,
    );
    expect(only('warnChangedBy')).toEqual([{ type: 'warnChangedBy', name: 'Sofia', status: meeting }]);
    expect(after.status).toBe(meeting);
  });

  test('[STATUS-02] a page loaded anew does not warn of what was before', () => {
    expect(play([signedIn(), agentUpdate({ modifiedBy: 'Sofia', eventId: 7 })]).only('warnChangedBy')).toEqual([]);
  });

  test('older news do nothing', () => {
    expect(
      play(
        [agentUpdate({ status: eating, eventId: 5 }), agentUpdate({ status: available, eventId: 4, inCall: true })],
        page,
      ).page,
    ).toMatchObject({ status: eating, eventId: 5, inCall: false });
  });

  test.each([69, 4, 36] as const)('[STATUS-16] %i is taken from the server, and cannot be chosen', (status) => {
    expect(play([agentUpdate({ status, eventId: 2 })], page).page.status).toBe(status);
    expect(play([chosen(status)], page).asked).toEqual([]);
  });
});

describe('what the agent chooses', () => {
  test('holds at once, is stored, reported and confirmed; the phone goes by it', () => {
    const { asked, page: after } = play([chosen(eating)], page);
    expect(after.status).toBe(eating);
    expect(asked).toEqual([
      { type: 'storeStatus', status: eating },
      { type: 'reportStatus', status: eating, event: changed },
      { type: 'sayStatus', status: eating },
      { type: 'sendToPhone', agent: { status: eating, waiting: true } },
    ]);
  });

  test('is not taken back by what was told before the server heard of it', () => {
    const stale = agentUpdate();
    expect(play([chosen(eating), stale], page).page.status).toBe(eating);
    expect(
      play(
        [chosen(eating), stale, { type: 'reported', status: eating, news: news({ status: eating, eventId: 2 }) }],
        page,
      ).page,
    ).toMatchObject({ status: eating, pending: null });
  });

  test('that the server did not take is taken back by its answer', () => {
    expect(play([chosen(eating), { type: 'reported', status: eating, news: news() }], page).page).toMatchObject({
      status: available,
      pending: null,
    });
    const failed = play([chosen(eating), { type: 'reportFailed', status: eating }], page);
    expect(failed.only('readStatus')).toHaveLength(1);
    expect(play([agentUpdate()], failed.page).page.status).toBe(available);
  });

  test('an answer to an earlier choice does not take back a later one', () => {
    expect(
      play([chosen(eating), chosen(meeting), { type: 'reported', status: eating, news: news() }], page).page,
    ).toMatchObject({ status: meeting, pending: meeting });
  });

  test.each(['sip.inCall', 'monitor.monitoring2'] as const)(
    '[STATUS-04] in a call (%s) it warns and offers the choice for afterwards',
    (obstacle) => {
      const { asked, page: after } = play([{ type: 'statusChosen', status: eating, obstacle }], page);
      expect([asked, after]).toEqual([[{ type: 'warn', key: obstacle, next: eating }], page]);
    },
  );

  test.each(['notice.dialerRegisterFailed', 'sip.noAgentInformation', 'sip.dialerInitialization'] as const)(
    '[STATUS-04] %s warns and offers nothing',
    (obstacle) => {
      expect(play([{ type: 'statusChosen', status: eating, obstacle }], page).asked).toEqual([
        { type: 'warn', key: obstacle, next: null },
      ]);
    },
  );

  test('[STATUS-04] while it dials or rings it warns as it does while it starts, and offers the choice for afterwards', () => {
    expect(
      play(
        [
          { type: 'callChanged', inCall: true, monitoring: false },
          { type: 'statusChosen', status: eating, obstacle: 'sip.dialerInitialization' },
        ],
        page,
      ).asked,
    ).toEqual([{ type: 'warn', key: 'sip.dialerInitialization', next: eating }]);
  });

  test('a next status does not change the present one; a later choice is the one that is sent last (complaint 7)', () => {
    const { page: after, reports } = play(
      [
        { type: 'nextChosen', status: eating },
        { type: 'nextChosen', status: available },
      ],
      page,
    );
    expect([after.status, reports]).toEqual([
      available,
      [
        [eating, changed],
        [available, changed],
      ],
    ]);
  });
});

describe('sound before available', () => {
  const silent: StatusPageEvent = { type: 'soundChanged', open: false };
  const audible: StatusPageEvent = { type: 'soundChanged', open: true };
  const answered = (answer: 'enabled' | 'blocked' | 'cancelled'): StatusPageEvent => ({
    type: 'soundAnswered',
    answer,
  });
  const ready: StatusPageEvent = { type: 'phoneReady', again: false };
  const mic: StatusPageEvent = { type: 'microphoneChanged', open: true };

  test('[STATUS-04] [complaint 6] nobody chooses to be available whom the browser does not let us ring', () => {
    const blocked = play([silent, chosen(available), answered('blocked')], play([chosen(eating)], page).page);
    expect([
      blocked.reports,
      blocked.only('askForSound').length,
      blocked.page.status,
      blocked.page.asksForSound,
    ]).toEqual([[], 1, eating, true]);
    const enabled = play([audible, answered('enabled')], blocked.page);
    expect([enabled.reports, enabled.page.asksForSound, enabled.only('sayStatus').length]).toEqual([
      [[available, changed]],
      false,
      1,
    ]);
  });

  test('[STATUS-04] [complaint 6] the touch that cancels lets the page sound, and is no wish to be available', () => {
    const blocked = play([silent, chosen(available), answered('blocked')], play([chosen(eating)], page).page).page;
    const cancelled = play([audible, answered('cancelled'), answered('enabled')], blocked);
    expect([cancelled.reports, cancelled.page.status, cancelled.page.asksForSound]).toEqual([[], eating, false]);
    expect(play([chosen(meeting), audible, answered('enabled')], blocked).reports).toEqual([[meeting, changed]]);
  });

  test.each<[string, StatusPageEvent[]]>([
    ['a new login', [silent, signedIn(), agentUpdate(), mic, ready]],
    ['a page loaded anew', [silent, signedIn({ isNewLogin: false, stored: available }), mic, ready]],
    ['a page that hears of it later', [silent, signedIn({ isNewLogin: false }), mic, ready, agentUpdate()]],
    ['a browser that goes silent later', [...online, silent]],
    [
      'somebody else who sets it',
      [
        silent,
        signedIn(),
        agentUpdate({ status: eating }),
        mic,
        ready,
        agentUpdate({ status: available, eventId: 9, modifiedBy: 'Noor' }),
      ],
    ],
  ])('[STATUS-05] [complaint 6] %s arrives available without sound: on break, and asked', (_, events) => {
    const arrived = play(events);
    expect([
      arrived.reports.at(-1),
      arrived.page.status,
      arrived.page.wantsSoundFor,
      arrived.only('askForSound').length,
    ]).toEqual([[onBreak, changed], onBreak, available, 1]);
    expect(play([audible, answered('enabled')], arrived.page).reports).toEqual([[available, changed]]);
    const stayed = play([answered('blocked'), audible, answered('cancelled')], arrived.page);
    expect([stayed.reports, stayed.only('storeStatus')]).toEqual([[], [{ type: 'storeStatus', status: onBreak }]]);
  });

  test('[STATUS-05] [complaint 6] whoever waits for sound is not stored as on break: loaded again, the page asks again', () => {
    expect(
      play([
        silent,
        signedIn({ isNewLogin: false, stored: available }),
        mic,
        ready,
        agentUpdate({ status: onBreak, eventId: 2 }),
      ])
        .only('storeStatus')
        .map(({ status }) => status),
    ).not.toContain(onBreak);
  });

  test('[STATUS-05] whoever is away already is not asked for sound', () => {
    const away = play([silent, signedIn(), agentUpdate({ status: eating }), mic, ready]);
    expect([away.only('askForSound'), away.reports]).toEqual([[], [[eating, repeated]]]);
  });

  test('[CALL-02] [SHELL-20] [complaint 6] a bell the browser refuses shows the guide; the agent goes on break only after the call', () => {
    const ringing = play([{ type: 'callChanged', inCall: true, monitoring: false }, silent], page);
    expect([ringing.only('guideSound').length, ringing.reports]).toEqual([1, []]);
    const over = play([{ type: 'callChanged', inCall: false, monitoring: false }], ringing.page);
    expect([over.reports, over.only('askForSound').length]).toEqual([[[onBreak, changed]], 1]);
    expect(play([audible, { type: 'callChanged', inCall: false, monitoring: false }], ringing.page).reports).toEqual(
      [],
    );
  });

  test('[CALL-02] [complaint 6] a call that finds the page silent shows the guide once', () => {
    const away = play([silent, chosen(eating)], page).page;
    expect(
      play(
        [
          { type: 'callChanged', inCall: true, monitoring: false },
          { type: 'callChanged', inCall: true, monitoring: false },
        ],
        away,
      ).only('guideSound'),
    ).toHaveLength(1);
  });

  test('[STATUS-05] [complaint 6] whatever happens in whatever order, a silent page outside a call never says available', () => {
    const events = fc.constantFrom<StatusPageEvent>(
      silent,
      audible,
      ready,
      mic,
      signedIn(),
      signedIn({ isNewLogin: false, stored: available }),
      signedIn({ hasPhone: false }),
      chosen(available),
      chosen(eating),
      answered('blocked'),
      answered('cancelled'),
      agentUpdate({ eventId: 3 }),
      agentUpdate({ status: eating, eventId: 4 }),
      { type: 'networkBack' },
      { type: 'pageShown' },
      { type: 'callChanged', inCall: false, monitoring: false },
    );
    fc.assert(
      fc.property(fc.array(events, { maxLength: 25 }), (order) => {
        let now = newStatusPage;
        for (const event of order) {
          const step = statusRules(now, { ...event, nowMs: NOW });
          now = step.state;
          if (now.soundOpen || !now.isReady) continue;
          expect(now.status).not.toBe(available);
          expect(step.effects).not.toContainEqual(expect.objectContaining({ type: 'reportStatus', status: available }));
        }
      }),
    );
  });
});

describe('wrap-up', () => {
  const wrapUp = { callId: 'c1', startMs: NOW - 5_000, endsMs: NOW + 25_000 };
  const wrapping = play([agentUpdate({ wrapUp })], page);

  test('[STATUS-10] at its end it is reported, and the agent is what they were', () => {
    expect(wrapping.only('wake')).toEqual([
      { type: 'wake', afterMs: 25_000, event: { type: 'wrapUpDue', callId: 'c1', endsMs: wrapUp.endsMs } },
    ]);
    expect(wrapping.only('sendToPhone')).toEqual([
      { type: 'sendToPhone', agent: { status: available, waiting: false } },
    ]);
    const ended = play([{ type: 'wrapUpDue', callId: 'c1', endsMs: wrapUp.endsMs }], wrapping.page, wrapUp.endsMs);
    expect(ended.asked).toEqual([
      { type: 'reportWrapUp', callId: 'c1', startMs: wrapUp.startMs, endMs: wrapUp.endsMs },
      { type: 'sendToPhone', agent: { status: available, waiting: true } },
    ]);
    expect(ended.page).toMatchObject({ status: available, wrapUp: null });
  });

  test('[STATUS-10] the agent may end it; the timer then does nothing', () => {
    expect(
      play(
        [{ type: 'wrapUpDonePressed' }, { type: 'wrapUpDue', callId: 'c1', endsMs: wrapUp.endsMs }],
        wrapping.page,
      ).only('reportWrapUp'),
    ).toHaveLength(1);
  });

  test('[STATUS-10] made longer, the old timer does nothing', () => {
    const longer = play(
      [
        agentUpdate({ wrapUp: { ...wrapUp, endsMs: wrapUp.endsMs + 60_000 } }),
        { type: 'wrapUpDue', callId: 'c1', endsMs: wrapUp.endsMs },
      ],
      wrapping.page,
    );
    expect([longer.only('reportWrapUp'), longer.only('wake').length]).toEqual([[], 1]);
  });
});

describe('leaving', () => {
  const steps = (from: StatusPage) => {
    const done: string[] = [];
    let { page: now, asked } = play([{ type: 'signOutPressed' }], from);
    for (;;) {
      const step = asked.find((effect) => effect.type === 'leaveStep');
      if (!step) return { done, now };
      done.push(step.step);
      ({ page: now, asked } = play([{ type: 'stepDone', step: step.step }], now));
    }
  };

  test('[STATUS-11] 68, then the wrap-up, then logout-web, then everything is forgotten', () => {
    const wrapping = play([agentUpdate({ wrapUp: { callId: 'c1', startMs: 0, endsMs: NOW + 1 } })], page).page;
    expect(steps(wrapping)).toEqual({ done: ['leavingStatus', 'wrapUp', 'logoutWeb', 'clear'], now: newStatusPage });
    expect(steps(page).done).toEqual(['leavingStatus', 'logoutWeb', 'clear']);
    expect(steps(play([agentUpdate({ status: offline, eventId: 2 })], page).page).done).toEqual(['logoutWeb', 'clear']);
    expect(steps(play([signedIn({ hasPhone: false })]).page).done).toEqual(['clear']);
  });

  test('[STATUS-11] a step that hangs does not hold the agent back, and its late answer skips nothing', () => {
    const first = play([{ type: 'signOutPressed' }], page);
    expect(first.only('wake')).toEqual([
      { type: 'wake', afterMs: PHONE.leaveStepMs, event: { type: 'stepOverdue', step: 'leavingStatus' } },
    ]);
    const second = play(
      [
        { type: 'stepOverdue', step: 'leavingStatus' },
        { type: 'stepDone', step: 'leavingStatus' },
      ],
      first.page,
    );
    expect(second.only('leaveStep').map(({ step }) => step)).toEqual(['logoutWeb']);
  });

  test('[STATUS-11] nothing is reported after 68, and what was stored is gone', () => {
    const leaving = play([{ type: 'signOutPressed' }], page).page;
    const minutes = Array.from({ length: 9 }, (): StatusPageEvent => ({ type: 'minutePassed' }));
    expect(
      play(
        [
          ...minutes,
          { type: 'networkBack' },
          { type: 'pageShown' },
          agentUpdate({ status: available, eventId: 9 }),
          { type: 'signOutPressed' },
        ],
        leaving,
      ).asked,
    ).toEqual([]);
    expect(
      play(
        [
          { type: 'stepDone', step: 'leavingStatus' },
          { type: 'stepDone', step: 'logoutWeb' },
        ],
        leaving,
      ).only('storeStatus'),
    ).toEqual([{ type: 'storeStatus', status: null }]);
  });

  test.each([
    [null, 100, false],
    [100, 100, true],
    [100, 105, true],
    [100, 106, false],
    [100, 99, false],
  ])('[STATUS-12] before-unload at %s and unload at %i: closed is %s', (before, unload, closed) => {
    expect(closesPage(before, unload)).toBe(closed);
  });
});

test('[STATUS-02] whatever is told in whatever order, the newest news win and nobody is named twice for one change', () => {
  const wire = fc.array(fc.record({ eventId: fc.integer({ min: 2, max: 6 }), socket: fc.boolean() }), {
    minLength: 1,
    maxLength: 20,
  });
  const statusOf = (eventId: number) => [available, onBreak, eating, meeting, offline][eventId % 5]!;
  fc.assert(
    fc.property(wire, (deliveries) => {
      const events = deliveries.map(({ eventId, socket }): StatusPageEvent => ({
        type: socket ? 'statusSaid' : 'agentSaid',
        news: news({ eventId, status: statusOf(eventId), modifiedBy: 'Sofia' }),
      }));
      const { page: after, only } = play(events, page);
      expect(after.status).toBe(statusOf(Math.max(...deliveries.map(({ eventId }) => eventId))));
      expect(only('warnChangedBy').length).toBeLessThanOrEqual(new Set(deliveries.map(({ eventId }) => eventId)).size);
    }),
  );
});
