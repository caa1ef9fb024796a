import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CloseCode } from '#shared/channel.ts';
import { userChannel } from '#shared/user-channel.ts';
import {
  away,
  connectionMachine,
  type ClientConnection,
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionPolicy,
} from './connection-machine.ts';

const policy: ConnectionPolicy = {
  needsTicket: true,
  pingEveryMs: 30_000,
  retryEveryMs: 5_000,
  attempts: 3,
  openWithinMs: 10_000,
  answerWithinMs: 1_000,
};

/** Plays events; those about a socket belong to the turn that is on unless they say otherwise. */
type Played = ConnectionEvent extends infer E
  ? E extends { turn: number }
    ? Omit<E, 'turn'> & { turn?: number }
    : E
  : never;

function play(events: Played[], with_ = policy) {
  const machine = connectionMachine(with_);
  let state = away;
  let last: ConnectionEffect[] = [];
  const all: ConnectionEffect[] = [];
  for (const event of events) {
    const step = machine(state, { turn: state.turn, ...event } as ConnectionEvent);
    state = step.state;
    last = step.effects;
    all.push(...last);
  }
  return { state, last, all, kinds: last.map((effect) => effect.type) };
}

const open: Played[] = [{ type: 'wanted' }, { type: 'ticketArrived', ticket: 't1' }, { type: 'opened' }];
const again: Played[] = [{ type: 'retryDue' }, { type: 'ticketArrived', ticket: 't2' }, { type: 'opened' }];

describe('a channel', () => {
  test('fetches a ticket, opens with it and pings on time', () => {
    const { state, all } = play([...open, { type: 'pingDue' }]);
    expect(state.at).toBe('open');
    expect(all).toContainEqual({ type: 'open', turn: 1, ticket: 't1' });
    expect(all.filter((effect) => effect.type === 'ping')).toHaveLength(1);
    expect(all.filter((effect) => effect.type === 'wake' && effect.afterMs === 30_000)).toHaveLength(2);
  });

  test('that needs no ticket opens at once', () => {
    expect(play([{ type: 'wanted' }], { ...policy, needsTicket: false }).last[0]).toEqual({
      type: 'open',
      turn: 1,
      ticket: null,
    });
  });

  test('[SOCK-02] closed with 4001 ends the session and stays closed', () => {
    const { state, kinds } = play([...open, { type: 'closed', code: CloseCode.sessionEnded }]);
    expect(state.at).toBe('ended');
    expect(kinds).toContain('endSession');
    expect(play([...open, { type: 'closed', code: 4001 }, { type: 'networkBack' }]).state.at).toBe('ended');
  });

  test.each([1006, 1012, 1000, 4003, 4008])('[SOCK-02] closed with %i tries again after the wait', (code) => {
    const { state, last } = play([...open, { type: 'closed', code }]);
    expect(state.at).toBe('waiting');
    expect(last).toContainEqual({ type: 'wake', afterMs: 5_000, event: { type: 'retryDue', turn: state.turn } });
  });

  test('[SOCK-02] left on purpose does not try again', () => {
    const { state, kinds } = play([...open, { type: 'left' }]);
    expect(kinds).toEqual(['close']);
    expect(play([...open, { type: 'left' }, { type: 'closed', code: 1006 }, { type: 'networkBack' }]).state.at).toBe(
      'away',
    );
    expect(state.at).toBe('away');
  });

  test('[SOCK-02] open again without an event id asks the pages to load again', () => {
    expect(play([...open, { type: 'closed', code: 1006 }, ...again]).kinds).toContain('reload');
    expect(play(open).kinds).not.toContain('reload');
  });

  test('open again asks for what was missed since the last event', () => {
    const { last } = play([
      ...open,
      { type: 'received', eventId: '41' },
      { type: 'received', eventId: null },
      { type: 'closed', code: 1006 },
      ...again,
    ]);
    expect(last).toContainEqual({ type: 'askMissed', afterId: '41' });
  });

  test('a channel the person may not use is not tried again', () => {
    expect(play([...open, { type: 'closed', code: CloseCode.notAllowed }]).state.at).toBe('lost');
  });

  test('a spent ticket is fetched anew at once, but not in a circle', () => {
    const spent: Played[] = [
      { type: 'wanted' },
      { type: 'ticketArrived', ticket: 't1' },
      { type: 'closed', code: CloseCode.ticketSpent },
    ];
    expect(play(spent).kinds).toContain('fetchTicket');
    expect(
      play([...spent, { type: 'ticketArrived', ticket: 't2' }, { type: 'closed', code: CloseCode.ticketSpent }]).state
        .at,
    ).toBe('waiting');
  });

  test('a ticket refused because the session ended ends it here too', () => {
    expect(play([{ type: 'wanted' }, { type: 'ticketRefused', endsSession: true }]).kinds).toContain('endSession');
    expect(play([{ type: 'wanted' }, { type: 'ticketRefused', endsSession: false }]).state.at).toBe('waiting');
  });

  test('gives up after its attempts and begins anew when the network is back', () => {
    const failing: Played[] = [{ type: 'wanted' }, { type: 'ticketRefused', endsSession: false }];
    for (let tries = 0; tries < policy.attempts; tries += 1)
      failing.push({ type: 'retryDue' }, { type: 'ticketRefused', endsSession: false });
    expect(play(failing).state.at).toBe('lost');
    expect(play([...failing, { type: 'networkBack' }]).kinds).toContain('fetchTicket');
  });

  test('the timer of an old try does nothing', () => {
    const { kinds, state } = play([
      ...open,
      { type: 'closed', code: 1006 },
      { type: 'networkBack' },
      { type: 'retryDue', turn: 2 },
    ]);
    expect(kinds).toEqual([]);
    expect(state.at).toBe('proving');
  });

  test('[complaint 2] a line nobody answers on is dead although nobody closed it, and made anew at once', () => {
    const { state, kinds } = play([...open, { type: 'pingDue' }, { type: 'pingDue' }]);
    expect(state.at).toBe('proving');
    expect(kinds).toEqual(['close', 'fetchTicket', 'wake']);
    expect(
      play([...open, { type: 'pingDue' }, { type: 'received', eventId: null }, { type: 'pingDue' }]).state.at,
    ).toBe('open');
  });

  test('[complaint 1] a page that is shown again asks whether anybody is still there, and does not wait long', () => {
    const { last, state } = play([...open, { type: 'networkBack' }]);
    expect(last).toEqual([
      { type: 'ping' },
      { type: 'wake', afterMs: 1_000, event: { type: 'answerOverdue', turn: state.turn } },
    ]);
    expect(play([...open, { type: 'networkBack' }, { type: 'answerOverdue' }]).kinds).toEqual([
      'close',
      'fetchTicket',
      'wake',
    ]);
    // Its turn to ping came in between: the question is still open, and not yet overdue.
    expect(play([...open, { type: 'networkBack' }, { type: 'pingDue' }]).state.at).toBe('open');
    expect(
      play([...open, { type: 'networkBack' }, { type: 'received', eventId: null }, { type: 'answerOverdue' }]).state.at,
    ).toBe('open');
  });

  test.each([
    ['5 s', 5_000],
    ['5 min', 300_000],
    ['4 h', 4 * 3_600_000],
  ])('[complaint 2] after a cut of %s the page comes back by itself and asks for what it missed', (_, cutMs) => {
    const { everyMs, attempts } = userChannel.reconnect;
    const failing: Played[] = Array.from({ length: cutMs / everyMs }, (): Played[] => [
      { type: 'retryDue' },
      { type: 'ticketRefused', endsSession: false },
    ]).flat();
    const { last } = play(
      [...open, { type: 'received', eventId: '41' }, { type: 'closed', code: 1006 }, ...failing, ...again],
      { ...policy, attempts },
    );
    expect(last).toContainEqual({ type: 'askMissed', afterId: '41' });
  });

  test('a try that hangs is given up', () => {
    expect(play([{ type: 'wanted' }, { type: 'openOverdue' }]).kinds).toEqual(['close', 'wake']);
  });
});

/** What must still happen by itself in a state, or it would be stuck. */
function promises(state: ClientConnection, pending: ConnectionEvent[]): boolean {
  const due = (type: ConnectionEvent['type']) =>
    pending.some((event) => event.type === type && 'turn' in event && event.turn === state.turn);
  if (state.at === 'proving' || state.at === 'opening') return due('openOverdue');
  if (state.at === 'open') return due('pingDue') && (state.unanswered !== 'check' || due('answerOverdue'));
  if (state.at === 'waiting') return due('retryDue');
  return true;
}

test('no order of events leaves a channel stuck, or trying after it was left', () => {
  const turns = fc.integer({ min: 0, max: 6 });
  const anyEvent: fc.Arbitrary<ConnectionEvent> = fc.oneof(
    fc.constantFrom<ConnectionEvent>({ type: 'wanted' }, { type: 'left' }, { type: 'networkBack' }),
    fc.record({ type: fc.constant('ticketArrived' as const), turn: turns, ticket: fc.constant('t') }),
    fc.record({ type: fc.constant('ticketRefused' as const), turn: turns, endsSession: fc.boolean() }),
    fc.record({ type: fc.constant('opened' as const), turn: turns }),
    fc.record({
      type: fc.constant('closed' as const),
      turn: turns,
      code: fc.constantFrom(1000, 1006, 1012, 4001, 4002),
    }),
    fc.record({ type: fc.constant('received' as const), turn: turns, eventId: fc.option(fc.constantFrom('1', '2')) }),
  );
  const script = fc.array(
    fc.oneof({ weight: 3, arbitrary: anyEvent }, { weight: 2, arbitrary: fc.record({ wake: fc.nat(20) }) }),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(script, (steps) => {
      const machine = connectionMachine(policy);
      let state = away;
      let pending: ConnectionEvent[] = [];
      for (const step of steps) {
        const wanted = 'wake' in step ? pending[step.wake % Math.max(1, pending.length)] : step;
        if (!wanted) continue;
        pending = pending.filter((event) => event !== wanted);
        const before = state;
        const next = machine(state, wanted);
        state = next.state;
        for (const effect of next.effects) if (effect.type === 'wake') pending.push(effect.event);
        expect(promises(state, pending)).toBe(true);
        if (before.at === 'away' && wanted.type !== 'wanted') expect(state.at).toBe('away');
        expect(state.attempt).toBeLessThanOrEqual(policy.attempts + 1);
      }
    }),
    { numRuns: 500 },
  );
});
