import type { Step } from '../machine.ts';

/**
 * Several tabs of one person, one phone (CALL-20). The browser gives a lock to one of them and, when that one is closed,
 * to the next; the others show its phone and tell it what was clicked.
 *
 *              lockGranted
 *   waiting ────────────────▶ owner ── lockLost ──▶ waiting
 *    │   ▲ the owner speaks     │
 *    ▼   │                      │ closing
 *   asking ── 10 s silent ──▶ (steals the lock)      left ── opened ──▶ waiting
 *
 * 1. An orderly close says goodbye and lets go of the lock: the next tab has it at once.
 * 2. An owner that said nothing for 300 s is asked; one that said goodbye, when no other has spoken up 8 s later.
 * 3. Who does not answer within 10 s has vanished while the browser still holds its lock (a frozen tab): the lock is taken.
 * 4. A command goes to the owner, and is a question as well.
 * 5. Timers carry the turn of their wait; one of an older turn does nothing.
 */
export interface Tabs<Phone> {
  at: 'waiting' | 'asking' | 'owner' | 'left';
  /** This tab. */
  me: string;
  /** The tab that carries the phone, as far as anybody said. */
  owner: string | null;
  /** Its phone, as it was last told. */
  phone: Phone | null;
  turn: number;
}

/** What tabs say to each other. */
export type TabMessage<Phone, Command> =
  /** Who carries the phone? */
  | { kind: 'hello' }
  | { kind: 'phone'; phone: Phone | null }
  | { kind: 'command'; command: Command }
  | { kind: 'goodbye' };

export type TabsEvent<Phone, Command> =
  | { type: 'opened' }
  | { type: 'lockGranted' }
  /** Another tab took it, because we did not answer. */
  | { type: 'lockLost' }
  | { type: 'heard'; from: string; message: TabMessage<Phone, Command> }
  /** Our phone, while we carry it. */
  | { type: 'phoneChanged'; phone: Phone }
  /** The person wants something of the phone, here. */
  | { type: 'commanded'; command: Command }
  | { type: 'ownerOverdue'; turn: number }
  | { type: 'answerOverdue'; turn: number }
  | { type: 'closing' };

export type TabsEffect<Phone, Command> =
  /** Queue for the lock. */
  | { type: 'claim' }
  | { type: 'steal' }
  /** Let go of the lock, or of the place in the queue. */
  | { type: 'release' }
  | { type: 'say'; message: TabMessage<Phone, Command> }
  /** The phone is ours: connect it. */
  | { type: 'carry' }
  /** It is another's now: let go of ours. */
  | { type: 'drop' }
  | { type: 'perform'; command: Command }
  | { type: 'wake'; afterMs: number; event: { type: 'ownerOverdue' | 'answerOverdue'; turn: number } };

/** W9, multi-tab waits. */
export const TAB_WAITS = { messagesMs: 300_000, afterGoodbyeMs: 8_000, checkMs: 10_000 } as const;

export const newTabs = <Phone>(me: string): Tabs<Phone> => ({ at: 'left', me, owner: null, phone: null, turn: 0 });

/** Closing this tab would cut the call it carries: the person is asked first. */
export const warnsBeforeClosing = <Phone>(tabs: Tabs<Phone>, isInCall: (phone: Phone) => boolean): boolean =>
  tabs.at === 'owner' && tabs.phone !== null && isInCall(tabs.phone);

type Decision<Phone, Command> = Step<Tabs<Phone>, TabsEffect<Phone, Command>>;

export function tabsMachine<Phone, Command>(
  tabs: Tabs<Phone>,
  event: TabsEvent<Phone, Command>,
): Decision<Phone, Command> {
  const stay: Decision<Phone, Command> = { state: tabs, effects: [] };
  switch (event.type) {
    case 'opened':
      if (tabs.at !== 'left') return stay;
      return wait<Phone, Command>({ ...tabs, at: 'waiting', owner: null, phone: null }, TAB_WAITS.messagesMs, [
        { type: 'claim' },
        { type: 'say', message: { kind: 'hello' } },
      ]);
    case 'lockGranted':
      if (tabs.at === 'owner') return stay;
      // Closed just as its turn came.
      if (tabs.at === 'left') return { state: tabs, effects: [{ type: 'release' }] };
      // What the last owner showed is over; ours begins.
      return {
        state: { ...tabs, at: 'owner', owner: tabs.me, phone: null, turn: tabs.turn + 1 },
        effects: [{ type: 'say', message: { kind: 'phone', phone: null } }, { type: 'carry' }],
      };
    case 'lockLost':
      if (tabs.at !== 'owner') return stay;
      return wait<Phone, Command>({ ...tabs, at: 'waiting', owner: null, phone: null }, TAB_WAITS.afterGoodbyeMs, [
        { type: 'drop' },
        { type: 'claim' },
      ]);
    case 'phoneChanged':
      if (tabs.at !== 'owner') return stay;
      return {
        state: { ...tabs, phone: event.phone },
        effects: [{ type: 'say', message: { kind: 'phone', phone: event.phone } }],
      };
    case 'commanded':
      if (tabs.at === 'left') return stay;
      if (tabs.at === 'owner') return { state: tabs, effects: [{ type: 'perform', command: event.command }] };
      return ask(tabs, { kind: 'command', command: event.command });
    case 'ownerOverdue':
      return tabs.at === 'waiting' && event.turn === tabs.turn ? ask<Phone, Command>(tabs, { kind: 'hello' }) : stay;
    case 'answerOverdue':
      if (tabs.at !== 'asking' || event.turn !== tabs.turn) return stay;
      return wait<Phone, Command>({ ...tabs, at: 'waiting', owner: null, phone: null }, TAB_WAITS.afterGoodbyeMs, [
        { type: 'steal' },
      ]);
    case 'closing':
      if (tabs.at === 'left') return stay;
      return {
        state: { ...tabs, at: 'left', turn: tabs.turn + 1 },
        effects: [
          ...(tabs.at === 'owner' ? [{ type: 'say' as const, message: { kind: 'goodbye' as const } }] : []),
          { type: 'release' },
        ],
      };
    case 'heard':
      return tabs.at === 'left' || event.from === tabs.me ? stay : receive(tabs, event.from, event.message);
  }
}

function receive<Phone, Command>(
  tabs: Tabs<Phone>,
  from: string,
  message: TabMessage<Phone, Command>,
): Decision<Phone, Command> {
  const stay: Decision<Phone, Command> = { state: tabs, effects: [] };
  switch (message.kind) {
    case 'hello':
      return tabs.at === 'owner'
        ? { state: tabs, effects: [{ type: 'say', message: { kind: 'phone', phone: tabs.phone } }] }
        : stay;
    case 'command':
      if (tabs.at !== 'owner') return stay;
      // The answer also tells the other tab that somebody is there.
      return {
        state: tabs,
        effects: [
          { type: 'perform', command: message.command },
          { type: 'say', message: { kind: 'phone', phone: tabs.phone } },
        ],
      };
    case 'phone':
      // Who holds the lock knows better than who lost it and has not noticed yet.
      return tabs.at === 'owner'
        ? stay
        : wait({ ...tabs, at: 'waiting', owner: from, phone: message.phone }, TAB_WAITS.messagesMs, []);
    case 'goodbye':
      return tabs.at === 'owner' || (tabs.owner !== null && tabs.owner !== from)
        ? stay
        : wait<Phone, Command>({ ...tabs, at: 'waiting', owner: null, phone: null }, TAB_WAITS.afterGoodbyeMs, []);
  }
}

function wait<Phone, Command>(
  tabs: Tabs<Phone>,
  afterMs: number,
  effects: TabsEffect<Phone, Command>[],
): Decision<Phone, Command> {
  const turn = tabs.turn + 1;
  return {
    state: { ...tabs, turn },
    effects: [...effects, { type: 'wake', afterMs, event: { type: 'ownerOverdue', turn } }],
  };
}

/** One question at a time: a second command does not put the end of the first wait off. */
function ask<Phone, Command>(tabs: Tabs<Phone>, message: TabMessage<Phone, Command>): Decision<Phone, Command> {
  if (tabs.at === 'asking') return { state: tabs, effects: [{ type: 'say', message }] };
  const turn = tabs.turn + 1;
  return {
    state: { ...tabs, at: 'asking', turn },
    effects: [
      { type: 'say', message },
      { type: 'wake', afterMs: TAB_WAITS.checkMs, event: { type: 'answerOverdue', turn } },
    ],
  };
}
