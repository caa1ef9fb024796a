import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  newTabs,
  tabsMachine,
  warnsBeforeClosing,
  type Tabs,
  type TabsEffect,
  type TabsEvent,
} from './tabs-machine.ts';

type Event = TabsEvent<string, string>;
type Effect = TabsEffect<string, string>;

/** Plays events into one tab and gives what it asked for, the last first forgotten. */
function tab(me = 'a') {
  let state: Tabs<string> = newTabs(me);
  return {
    get state() {
      return state;
    },
    play(...events: Event[]): Effect[] {
      let effects: Effect[] = [];
      for (const event of events) ({ state, effects } = tabsMachine(state, event));
      return effects;
    },
  };
}
const from = (who: string, message: Extract<Event, { type: 'heard' }>['message']): Event => ({
  type: 'heard',
  from: who,
  message,
});
const wakes = (effects: Effect[]) =>
  effects.flatMap((effect) => (effect.type === 'wake' ? [[effect.afterMs, effect.event.type]] : []));
const due = (effects: Effect[]): Event => effects.find((effect) => effect.type === 'wake')!.event;

test('[CALL-20] a tab queues for the phone and asks who has it; given the lock it carries the phone and says so', () => {
  const a = tab();
  expect(a.play({ type: 'opened' })).toEqual([
    { type: 'claim' },
    { type: 'say', message: { kind: 'hello' } },
    { type: 'wake', afterMs: 300_000, event: { type: 'ownerOverdue', turn: 1 } },
  ]);
  expect(a.play({ type: 'lockGranted' })).toEqual([
    { type: 'say', message: { kind: 'phone', phone: null } },
    { type: 'carry' },
  ]);
  expect(a.state.at).toBe('owner');
  expect(a.play({ type: 'phoneChanged', phone: 'ready' })).toEqual([
    { type: 'say', message: { kind: 'phone', phone: 'ready' } },
  ]);
  expect(a.play(from('b', { kind: 'hello' }))).toEqual([{ type: 'say', message: { kind: 'phone', phone: 'ready' } }]);
});

test('[CALL-20] the others show the owner’s phone and send it what was clicked', () => {
  const b = tab('b');
  b.play({ type: 'opened' }, from('a', { kind: 'phone', phone: 'talking' }));
  expect(b.state).toMatchObject({ at: 'waiting', owner: 'a', phone: 'talking' });
  const asked = b.play({ type: 'commanded', command: 'hangUp' });
  expect(asked[0]).toEqual({ type: 'say', message: { kind: 'command', command: 'hangUp' } });
  expect(wakes(asked)).toEqual([[10_000, 'answerOverdue']]);
  b.play(from('a', { kind: 'phone', phone: 'ready' }));
  expect(b.state).toMatchObject({ at: 'waiting', phone: 'ready' });
  expect(b.play(due(asked))).toEqual([]);
});

test('[CALL-20] the owner does what another tab asks, and answers', () => {
  const a = tab();
  a.play({ type: 'opened' }, { type: 'lockGranted' }, { type: 'phoneChanged', phone: 'talking' });
  expect(a.play(from('b', { kind: 'command', command: 'hold' }))).toEqual([
    { type: 'perform', command: 'hold' },
    { type: 'say', message: { kind: 'phone', phone: 'talking' } },
  ]);
  expect(a.play({ type: 'commanded', command: 'mute' })).toEqual([{ type: 'perform', command: 'mute' }]);
});

test('[CALL-20] an orderly close says goodbye and lets go; who waits gives the next one 8 s to speak up', () => {
  const [a, b] = [tab('a'), tab('b')];
  a.play({ type: 'opened' }, { type: 'lockGranted' });
  b.play({ type: 'opened' }, from('a', { kind: 'phone', phone: 'ready' }));
  expect(a.play({ type: 'closing' })).toEqual([{ type: 'say', message: { kind: 'goodbye' } }, { type: 'release' }]);
  expect(wakes(b.play(from('a', { kind: 'goodbye' })))).toEqual([[8_000, 'ownerOverdue']]);
  expect(b.play({ type: 'lockGranted' })).toContainEqual({ type: 'carry' });
  expect(b.state).toMatchObject({ at: 'owner', owner: 'b', phone: null });
});

test('[CALL-20] an owner silent for 300 s is asked, and after 10 s more its lock is taken', () => {
  const b = tab('b');
  b.play({ type: 'opened' });
  const spoken = b.play(from('a', { kind: 'phone', phone: 'ready' }));
  expect(wakes(spoken)).toEqual([[300_000, 'ownerOverdue']]);
  const asked = b.play(due(spoken));
  expect(asked[0]).toEqual({ type: 'say', message: { kind: 'hello' } });
  expect(wakes(asked)).toEqual([[10_000, 'answerOverdue']]);
  expect(b.play(due(asked))[0]).toEqual({ type: 'steal' });
  expect(b.play({ type: 'lockGranted' })).toContainEqual({ type: 'carry' });
});

test('[CALL-20] an owner that answers in time keeps the phone', () => {
  const b = tab('b');
  b.play({ type: 'opened' });
  const asked = b.play(due(b.play(from('a', { kind: 'phone', phone: 'ready' }))));
  b.play(from('a', { kind: 'phone', phone: 'ready' }));
  expect(b.play(due(asked))).toEqual([]);
  expect(b.state.at).toBe('waiting');
});

test('[CALL-20] who was taken for gone lets go of its phone and queues again', () => {
  const a = tab();
  a.play({ type: 'opened' }, { type: 'lockGranted' }, { type: 'phoneChanged', phone: 'ready' });
  expect(a.play({ type: 'lockLost' }).slice(0, 2)).toEqual([{ type: 'drop' }, { type: 'claim' }]);
  expect(a.state).toMatchObject({ at: 'waiting', phone: null });
  expect(a.play({ type: 'phoneChanged', phone: 'late' })).toEqual([]);
});

test('[CALL-20] closing the tab that carries a call asks first, any other does not', () => {
  const isInCall = (phone: string) => phone === 'talking';
  const [a, b] = [tab('a'), tab('b')];
  a.play({ type: 'opened' }, { type: 'lockGranted' });
  expect(warnsBeforeClosing(a.state, isInCall)).toBe(false);
  a.play({ type: 'phoneChanged', phone: 'talking' });
  expect(warnsBeforeClosing(a.state, isInCall)).toBe(true);
  a.play({ type: 'phoneChanged', phone: 'ready' });
  expect(warnsBeforeClosing(a.state, isInCall)).toBe(false);
  b.play({ type: 'opened' }, from('a', { kind: 'phone', phone: 'talking' }));
  expect(warnsBeforeClosing(b.state, isInCall)).toBe(false);
});

test('a tab that was closed hears nothing, gives back a lock that came too late, and can come back', () => {
  const a = tab();
  a.play({ type: 'opened' }, { type: 'closing' });
  expect(a.play(from('b', { kind: 'hello' }))).toEqual([]);
  expect(a.play({ type: 'lockGranted' })).toEqual([{ type: 'release' }]);
  expect(a.play({ type: 'opened' })[0]).toEqual({ type: 'claim' });
});

test('[CALL-20] whatever happens in three tabs, at most one carries the phone, and in the end one does', () => {
  const moves = fc.array(
    fc.tuple(fc.constantFrom('open', 'close', 'freeze', 'thaw', 'command', 'change', 'time'), fc.nat(2)),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(moves, (list) => {
      const room = aRoom(3);
      for (const [move, who] of list) {
        room[move](who);
        room.settle();
        expect(room.carrying().length).toBeLessThanOrEqual(1);
      }
      for (const who of [0, 1, 2]) {
        room.thaw(who);
        room.open(who);
      }
      room.settle();
      expect(room.carrying()).toHaveLength(1);
    }),
    { numRuns: 300 },
  );
});

/** Some tabs with one lock between them, as a browser has it. A frozen tab does nothing until it thaws. */
function aRoom(count: number) {
  let holder: number | null = null;
  let queue: number[] = [];
  const boxes = Array.from({ length: count }, (_, me) => ({
    me,
    state: newTabs<string>(String(me)),
    inbox: [] as Event[],
    timers: [] as Event[],
    isFrozen: false,
    isCarrying: false,
  }));
  const grant = (): void => {
    if (holder !== null || queue.length === 0) return;
    holder = queue.shift()!;
    boxes[holder]!.inbox.push({ type: 'lockGranted' });
  };
  const letGo = (me: number): void => {
    queue = queue.filter((one) => one !== me);
    if (holder === me) holder = null;
    grant();
  };
  const perform = (me: number, effect: Effect): void => {
    const box = boxes[me]!;
    if (effect.type === 'say')
      for (const other of boxes) if (other.me !== me) other.inbox.push(from(String(me), effect.message));
    if (effect.type === 'claim') queue.push(me);
    if (effect.type === 'release') letGo(me);
    if (effect.type === 'steal') {
      queue = queue.filter((one) => one !== me);
      if (holder !== null && holder !== me) boxes[holder]!.inbox.push({ type: 'lockLost' });
      holder = me;
      box.inbox.push({ type: 'lockGranted' });
    }
    if (effect.type === 'carry') box.isCarrying = true;
    if (effect.type === 'drop') box.isCarrying = false;
    if (effect.type === 'wake') box.timers.push(effect.event);
    grant();
  };
  const room = {
    open: (who: number) => void boxes[who]!.inbox.push({ type: 'opened' }),
    close(who: number) {
      if (boxes[who]!.isFrozen) return;
      boxes[who]!.inbox.push({ type: 'closing' });
      room.settle();
      boxes[who]!.isCarrying = false;
    },
    freeze: (who: number) => void (boxes[who]!.isFrozen = true),
    thaw: (who: number) => void (boxes[who]!.isFrozen = false),
    command: (who: number) => void boxes[who]!.inbox.push({ type: 'commanded', command: 'x' }),
    change: (who: number) => void boxes[who]!.inbox.push({ type: 'phoneChanged', phone: 'p' }),
    time(who: number) {
      boxes[who]!.inbox.push(...boxes[who]!.timers.splice(0));
    },
    settle() {
      for (let busy = true; busy;) {
        busy = false;
        for (const box of boxes) {
          const event = box.isFrozen ? undefined : box.inbox.shift();
          if (!event) continue;
          busy = true;
          const step = tabsMachine(box.state, event);
          box.state = step.state;
          for (const effect of step.effects) perform(box.me, effect);
        }
      }
    },
    /** A frozen tab carries nothing that anybody could use. */
    carrying: () => boxes.filter((box) => box.isCarrying && !box.isFrozen).map(({ me }) => me),
  };
  return room;
}
