import { describe, expect, test } from 'vitest';
import { ChatMessageStatus } from '#shared/codes/chat-message-status.ts';
import { ChatType } from '#shared/codes/chat-type.ts';
import { newInbox } from './inbox.ts';
import type { InboxConversation, InboxMessage } from './inbox-types.ts';
import {
  aConversation,
  aMessage,
  COLLEAGUE,
  listed,
  ME,
  opened,
  play,
  aPush,
  type TestEffect,
  type TestEvent,
} from './inbox.fixture.ts';

const settings: TestEvent = { type: 'settingsArrived', settings: { sound: true, flashing: true } };
const visitorWrote = (no: number, some: { userId?: number | null; eventId?: number; id?: number } = {}): TestEvent =>
  aPush({
    chat_type: ChatType.fromCustomer,
    user_id: some.userId === undefined ? ME : some.userId,
    conversation_id: some.id ?? 1,
    message: aMessage({ no, conversation_id: some.id ?? 1 }),
    event_id: some.eventId ?? no + 10,
  });

describe('the list', () => {
  test('[CHAT-03] an array changes rows where they stand, and the newest is above', () => {
    const { state } = play([
      ...listed([aConversation({ id: 1 }), aConversation({ id: 2, last_at: '2026-11-15 09:00:00' })]),
      aPush([aConversation({ id: 2, last_at: '2026-11-15 11:00:00', last_no: 3, last_text: 'News' })]),
    ]);
    expect(state.list.rows.map(({ id, last_text: text }) => [id, text])).toEqual([
      [2, 'News'],
      [1, ''],
    ]);
  });

  test.each([
    ['mine', { agent_id: COLLEAGUE }],
    ['mine', { state: 'closed' }],
    ['waiting', { state: 'open' }],
    ['team', { state: 'closed' }],
  ] as const)('[CHAT-03] a conversation leaves the list %s when it becomes %o', (filter, change) => {
    const row = aConversation({
      state: filter === 'waiting' ? 'waiting' : 'open',
      agent_id: filter === 'waiting' ? null : ME,
    });
    expect(play([...listed([row], { filter }), aPush([{ ...row, ...change }])]).state.list.rows).toEqual([]);
  });

  test('[CHAT-03] one that comes in stands in its place, but not below what was asked for', () => {
    const rows = [
      aConversation({ id: 1, last_at: '2026-11-15 10:00:00' }),
      aConversation({ id: 2, last_at: '2026-11-15 08:00:00' }),
    ];
    const older = aConversation({ id: 3, last_at: '2026-11-15 07:00:00' });
    const between = aConversation({ id: 4, last_at: '2026-11-15 09:00:00' });
    expect(play([...listed(rows, {}, true), aPush([older, between])]).state.list.rows.map(({ id }) => id)).toEqual([
      1, 4, 2,
    ]);
    expect(play([...listed(rows), aPush([older, between])]).state.list.rows.map(({ id }) => id)).toEqual([1, 4, 2, 3]);
  });

  test('[complaint 2] what is told while a list is on its way is not overwritten by the older answer', () => {
    const [asked, arrived] = listed([aConversation({ id: 1 })]);
    const moved = aConversation({ id: 1, agent_id: COLLEAGUE });
    expect(play([asked!, aPush([moved]), arrived!]).state.list.rows).toEqual([]);
  });

  test('an answer to another question than the last is not shown', () => {
    const [, late] = listed([aConversation({ id: 1 })]);
    const [asked] = listed([], { filter: 'closed' });
    expect(play([asked!, late!]).state.list).toMatchObject({ at: 'loading', rows: [] });
  });

  test('[CHAT-07] words are compared by the server: nothing is added to what they found', () => {
    expect(play([...listed([], { words: 'refund' }), aPush([aConversation()])]).state.list.rows).toEqual([]);
  });

  test('[SHELL-05] messages that waited before sign-in show the tip, opening the page clears it', () => {
    const { state } = play(listed([aConversation({ unread: 2 })]));
    expect(state.waits).toBe(true);
    expect(play([{ type: 'attended', page: true }], state).state.waits).toBe(false);
  });
});

describe('the open conversation', () => {
  test('[CHAT-03] an emoji is put on its message', () => {
    const { state } = play([
      ...opened([aMessage({ no: 1 })]),
      aPush({ emoji_flag: 1, conversation_id: 1, message_id: 101, emoji: '👍', event_id: 5 }),
    ]);
    expect(state.open?.thread.messages[0]?.emoji).toBe('👍');
  });

  test('[CHAT-03] a status counts for our messages up to its number, and never goes back', () => {
    const ours = [1, 2, 3].map((no) => aMessage({ no, author: no === 2 ? 'visitor' : 'agent' }));
    const status = (value: ChatMessageStatus, no: number, eventId: number) =>
      aPush({ chat_type: ChatType.fromAgent, status: value, conversation_id: 1, no, event_id: eventId });
    const { state } = play([
      ...listed([aConversation()]),
      ...opened(ours),
      status(ChatMessageStatus.read, 1, 5),
      status(ChatMessageStatus.delivered, 3, 6),
    ]);
    expect(state.open?.thread.messages.map((one) => one.status)).toEqual([
      ChatMessageStatus.read,
      ChatMessageStatus.sent,
      ChatMessageStatus.delivered,
    ]);
    expect(state.list.rows[0]).toMatchObject({ delivered_no: 3, visitor_read_no: 1 });
  });

  test('[CHAT-03] a failure is of one message alone', () => {
    const { state } = play([
      ...opened([aMessage({ no: 1, author: 'agent' }), aMessage({ no: 2, author: 'agent' })]),
      aPush({
        chat_type: ChatType.fromAgent,
        status: ChatMessageStatus.failed,
        conversation_id: 1,
        no: 2,
        event_id: 5,
      }),
    ]);
    expect(state.open?.thread.messages.map((one) => one.status)).toEqual([
      ChatMessageStatus.sent,
      ChatMessageStatus.failed,
    ]);
  });

  test('[CHAT-03] that a visitor was shut out is recorded', () => {
    const { state } = play([
      ...listed([aConversation()]),
      aPush({ blacklisted: true, conversation_id: 1, event_id: 3 }),
    ]);
    expect(state.list.rows[0]?.blocked).toBe(true);
  });

  test('[complaint 2] a hole is asked for, and what came early takes its place then', () => {
    const hole = play([...opened([aMessage({ no: 1 })]), visitorWrote(3)]);
    expect(hole.last).toContainEqual({ type: 'fillGap', conversationId: 1, after: 1 });
    expect(hole.state.open?.thread.messages).toHaveLength(1);
    const filled = play(
      [{ type: 'messagesArrived', id: 1, how: 'after', messages: [aMessage({ no: 2 })], hasMore: false }],
      hole.state,
    );
    expect(filled.state.open?.thread.messages.map(({ no }) => no)).toEqual([1, 2, 3]);
  });

  test('[complaint 2] the same event twice changes nothing', () => {
    const once = play([...listed([aConversation()]), ...opened([aMessage({ no: 1 })]), visitorWrote(2)]);
    const twice = play([visitorWrote(2)], once.state);
    expect(twice.state).toBe(once.state);
    expect(twice.last).toEqual([]);
  });

  test('older messages come before, the newest ones are not added to a stretch found by a search', () => {
    const around = play([
      { type: 'opened', id: 1 },
      {
        type: 'messagesArrived',
        id: 1,
        how: 'around',
        messages: [aMessage({ no: 5 }), aMessage({ no: 6 })],
        hasMore: true,
      },
      visitorWrote(9),
    ]);
    expect(around.state.open?.thread).toMatchObject({ hasOlder: true, hasNewer: true });
    expect(around.state.open?.thread.messages.map(({ no }) => no)).toEqual([5, 6]);
    const more = play(
      [
        {
          type: 'messagesArrived',
          id: 1,
          how: 'before',
          messages: [1, 2, 3, 4].map((no) => aMessage({ no })),
          hasMore: false,
        },
      ],
      around.state,
    );
    expect(more.state.open?.thread).toMatchObject({ hasOlder: false, hasNewer: true });
    expect(more.state.open?.thread.messages.map(({ no }) => no)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('typing is shown until it stops, or until the message is there', () => {
    const typing = play([aPush({ typing: true, conversation_id: 1, name: 'Lena' }, 1_000)]);
    expect(typing.state.typing.get(1)?.name).toBe('Lena');
    expect(play([{ type: 'typingOver', conversationId: 1, sinceMs: 500 }], typing.state).state.typing.size).toBe(1);
    expect(play([{ type: 'typingOver', conversationId: 1, sinceMs: 1_000 }], typing.state).state.typing.size).toBe(0);
    expect(play([visitorWrote(1)], typing.state).state.typing.size).toBe(0);
  });
});

describe('notices', () => {
  const here: TestEvent = { type: 'attended', page: true, front: true };
  test('[CHAT-04] [CHAT-05] a message for me sounds after 500 ms and the title blinks every 500 ms', () => {
    const { last, state } = play([settings, ...listed([aConversation()]), visitorWrote(1)]);
    expect(last).toContainEqual({ type: 'sound', afterMs: 500, eventId: 11 });
    expect(last).toContainEqual({ type: 'blinkTitle', everyMs: 500 });
    expect(state.waits).toBe(true);
  });

  test.each([
    [{ sound: true, flashing: false }, ['sound']],
    [{ sound: false, flashing: true }, ['blinkTitle']],
    [{ sound: false, flashing: false }, []],
  ])('[CHAT-04] with the settings %o it is %j', (chosen, kinds) => {
    expect(
      play([{ type: 'settingsArrived', settings: chosen }, ...listed([aConversation()]), visitorWrote(1)]).kinds,
    ).toEqual(['askConversation', ...kinds]);
  });

  test('[CHAT-04] what is for a colleague, or for nobody yet, makes no noise', () => {
    expect(play([settings, visitorWrote(1, { userId: COLLEAGUE })]).kinds).toEqual([]);
    expect(play([settings, visitorWrote(1, { userId: null })]).kinds).toEqual([]);
  });

  test('[CHAT-05] the conversation I look at sounds, but neither blinks nor waits; it is read', () => {
    const { kinds, state, last } = play([
      settings,
      here,
      ...listed([aConversation()]),
      ...opened([aMessage({ no: 1 })]),
      visitorWrote(2),
    ]);
    expect(kinds).toEqual(['askConversation', 'sound', 'read']);
    expect(last).toContainEqual({ type: 'read', conversationId: 1, no: 2 });
    expect(state).toMatchObject({ waits: false, list: { rows: [{ unread: 0, agent_read_no: 2 }] } });
  });

  test('[CHAT-07] a note that calls me is announced, another is not', () => {
    const note = (mentions: number[], eventId: number) =>
      aPush({
        chat_type: ChatType.fromAgent,
        user_id: COLLEAGUE,
        conversation_id: 1,
        message: aMessage({ no: eventId, author: 'note', mentions }),
        event_id: eventId,
      });
    expect(play([settings, ...listed([aConversation()]), note([ME], 5)]).kinds).toEqual([
      'sound',
      'blinkTitle',
      'askConversation',
      'askCounts',
      'showMentioned',
    ]);
    expect(play([settings, ...listed([aConversation()]), note([COLLEAGUE], 5)]).kinds).toEqual([]);
  });

  test('[CHAT-07] a conversation a colleague hands to me is announced with who and why, also where all of it was read', () => {
    const event = { what: 'transferred', by: 'Budi', note: 'wants a refund' };
    const handed = (userId: number) =>
      aPush({
        chat_type: ChatType.fromAgent,
        user_id: userId,
        conversation_id: 1,
        message: aMessage({ no: 5, author: 'system', event }),
        event_id: 5,
      });
    expect(play([settings, ...listed([]), handed(ME)]).last).toEqual([
      { type: 'showHanded', conversation: 1, by: 'Budi', note: 'wants a refund' },
    ]);
    expect(play([settings, ...listed([]), handed(COLLEAGUE)]).last).toEqual([]);
    const mine = aConversation({ react_by: '2026-11-15 10:01:00', last_no: 5 });
    expect(play([settings, ...listed([]), handed(ME), aPush([mine])]).kinds).toEqual([
      'askCounts',
      'sound',
      'blinkTitle',
      'showCame',
    ]);
  });

  test('[CHAT-07] what one was called into stands in the list of the team, and one’s own stands there for supervisors alone', () => {
    const [theirs, own] = [aConversation({ id: 2, agent_id: COLLEAGUE }), aConversation({ id: 3 })];
    const shown = (supervises: boolean) =>
      play(
        [...listed([], { filter: 'team' }), aPush([theirs, own])],
        newInbox<InboxConversation, InboxMessage>(ME, supervises),
      ).state.list.rows.map(({ id }) => id);
    expect(shown(false)).toEqual([2]);
    expect(shown(true)).toEqual([3, 2]);
  });

  test('by when a first question is to be answered is asked of the server; our answer settles it', () => {
    const asked = play([...listed([aConversation()]), visitorWrote(1)]);
    expect(asked.last).toEqual([{ type: 'askConversation', conversationId: 1 }]);
    const due = play(
      [
        {
          type: 'conversationArrived',
          conversation: aConversation({
            last_no: 1,
            unread: 1,
            unanswered_since: '2026-11-15 10:00:01',
            answer_by: '2026-11-15 10:01:01',
          }),
        },
      ],
      asked.state,
    );
    expect(due.state.list.rows[0]?.answer_by).toBe('2026-11-15 10:01:01');
    const answered = aPush({
      chat_type: ChatType.fromAgent,
      user_id: ME,
      conversation_id: 1,
      message: aMessage({ no: 2, author: 'agent' }),
      event_id: 30,
    });
    expect(play([answered], due.state).state.list.rows[0]).toMatchObject({ unanswered_since: null, answer_by: null });
  });

  test('a window behind others shows a notice', () => {
    expect(
      play([settings, { type: 'attended', front: false }, ...listed([aConversation()]), visitorWrote(1)]).last,
    ).toContainEqual({ type: 'notify', conversation: 1, name: 'Lena', text: 'Hello', eventId: 11 });
  });

  test('a conversation that becomes mine with something to read is announced like a message; one I know is not', () => {
    const mine = aConversation({ unread: 1, last_no: 1, last_text: 'Hi' });
    expect(play([settings, ...listed([]), aPush([mine])]).kinds).toEqual([
      'askCounts',
      'sound',
      'blinkTitle',
      'showCame',
    ]);
    expect(play([settings, ...listed([mine]), aPush([{ ...mine, unread: 2 }])]).kinds).toEqual([]);
    const onPage: TestEvent = { type: 'attended', page: true };
    expect(play([settings, onPage, ...listed([]), aPush([mine])]).kinds, 'the list shows it').not.toContain('showCame');
  });

  test("a colleague's conversation is not read by looking at it", () => {
    expect(
      play([
        here,
        ...listed([aConversation({ agent_id: COLLEAGUE })], { filter: 'team' }),
        ...opened([aMessage({ no: 1 })]),
      ]).kinds,
    ).toEqual([]);
  });
});

describe('messages on their way', () => {
  const mine = aMessage({
    id: 0,
    no: 0,
    author: 'agent',
    client_id: 'x',
    text: 'Good morning',
    status: ChatMessageStatus.sending,
  });
  const wrote: TestEvent = { type: 'wrote', message: mine, isFile: false };
  const stored = aMessage({ no: 2, author: 'agent', client_id: 'x', text: 'Good morning' });
  const base = [...listed([aConversation()]), ...opened([aMessage({ no: 1 })])];

  test('[CHAT-07] a message is shown at once and replaced by the stored one, whichever way it comes', () => {
    const sent = play([...base, wrote]);
    expect(sent.last[0]).toEqual({ type: 'send', message: mine });
    expect(sent.state.outbox).toHaveLength(1);
    const answer = aPush({
      chat_type: ChatType.fromAgent,
      status: ChatMessageStatus.sent,
      conversation_id: 1,
      no: 2,
      client_id: 'x',
      message: stored,
      event_id: 20,
    });
    const event = aPush({
      chat_type: ChatType.fromAgent,
      user_id: ME,
      conversation_id: 1,
      message: stored,
      event_id: 20,
    });
    for (const order of [[answer], [event], [answer, event], [event, answer]]) {
      const { state } = play(order, sent.state);
      expect(state.outbox).toEqual([]);
      expect(state.open?.thread.messages.map(({ no }) => no)).toEqual([1, 2]);
    }
  });

  test('[CHAT-06] what could not be sent stays and is sent again when the line is open', () => {
    const again = play([{ type: 'lineOpened' }], play([...base, wrote]).state);
    expect(again.last[0]).toEqual({ type: 'send', message: mine });
  });

  test('[CHAT-07] one that failed stays with its reason, is tried again or dropped', () => {
    const failed = play([...base, wrote, { type: 'sendFailed', clientId: 'x', why: 'Shut out' }]);
    expect(failed.state.outbox[0]).toMatchObject({ at: 'failed', why: 'Shut out' });
    expect(play([{ type: 'lineOpened' }], failed.state).last).toEqual([]);
    expect(play([{ type: 'retried', clientId: 'x' }], failed.state)).toMatchObject({
      state: { outbox: [{ at: 'sending' }] },
      kinds: ['send', 'wake'],
    });
    expect(play([{ type: 'dropped', clientId: 'x' }], failed.state).state.outbox).toEqual([]);
  });

  test('[CHAT-06] a line that takes the message and never answers is asked again; a late answer still counts', () => {
    const sent = play([...base, wrote]);
    const overdue = play([{ type: 'sendDue', conversationId: 1, turn: 1 }], sent.state);
    expect(overdue.last[0]).toEqual({ type: 'send', message: mine });
    expect(
      play(
        [aPush({ chat_type: ChatType.fromAgent, user_id: ME, conversation_id: 1, message: stored, event_id: 30 })],
        overdue.state,
      ).state.outbox,
    ).toEqual([]);
  });

  const second: TestEvent = { type: 'wrote', message: { ...mine, client_id: 'y' }, isFile: false };
  const sentOf = (effects: readonly TestEffect[]): string[] =>
    effects.flatMap((effect) => (effect.type === 'send' ? [effect.message.client_id] : []));
  const isStored = aPush({
    chat_type: ChatType.fromAgent,
    user_id: ME,
    conversation_id: 1,
    message: stored,
    event_id: 30,
  });

  test('[CHAT-07] [complaint 2] while the database is away nothing overtakes: the next waits until the first is stored', () => {
    const away = play([...base, wrote, second, { type: 'sendRefusedForNow', clientId: 'x' }]);
    expect(sentOf(away.all)).toEqual(['x']);
    expect(away.state.outbox.map(({ at }) => at)).toEqual(['sending', 'sending']);
    const [again] = away.last;
    if (again?.type !== 'wake') throw new Error('it goes again by itself');
    const back = play([again.event, isStored], away.state);
    expect(sentOf(back.all)).toEqual(['x', 'y']);
  });

  test('[CHAT-07] a conversation that has nothing under way leaves nothing behind, and a late timer sends nothing twice', () => {
    const after = play([...base, wrote, isStored]);
    expect(after.state.leaving.size).toBe(0);
    const next = play([second, { type: 'sendDue', conversationId: 1, turn: 1 }], after.state);
    expect(sentOf(next.all)).toEqual(['y']);
    const waits = next.all.findLast(({ type }) => type === 'wake');
    if (waits?.type !== 'wake') throw new Error('it goes again by itself');
    expect(sentOf(play([waits.event], next.state).all)).toEqual(['y']);
  });

  test('[CHAT-07] what is refused for good holds nobody up; tried again, it is the last', () => {
    const refused = play([...base, wrote, second, { type: 'sendFailed', clientId: 'x', why: 'No' }]);
    expect(sentOf(refused.last)).toEqual(['y']);
    const again = play([{ type: 'retried', clientId: 'x' }], refused.state);
    expect(again.state.outbox.map(({ message }) => message.client_id)).toEqual(['y', 'x']);
    expect(sentOf(again.last)).toEqual([]);
  });

  test('[CHAT-07] words after a file wait for it; those of another conversation do not', () => {
    const file: TestEvent = {
      type: 'wrote',
      message: { ...mine, text: '', file: { id: 0, name: 'a.pdf' } },
      isFile: true,
    };
    const elsewhere: TestEvent = {
      type: 'wrote',
      message: { ...mine, client_id: 'z', conversation_id: 2 },
      isFile: false,
    };
    const behind = play([...base, file, second, elsewhere]);
    expect(sentOf(behind.all)).toEqual(['z']);
    const done = play([{ type: 'uploaded', clientId: 'x', file: { id: 9, name: 'a.pdf' } }, isStored], behind.state);
    expect(sentOf(done.all)).toEqual(['x', 'y']);
  });

  test('[CHAT-07] a file is uploaded with progress, then sent; a broken upload begins anew', () => {
    const file: TestEvent = {
      type: 'wrote',
      message: { ...mine, text: '', file: { id: 0, name: 'a.pdf' } },
      isFile: true,
    };
    const moving = play([...base, file, { type: 'uploadMoved', clientId: 'x', progress: 0.4 }]);
    expect(moving.state.outbox[0]).toMatchObject({ at: 'uploading', progress: 0.4 });
    const broken = play(
      [
        { type: 'sendFailed', clientId: 'x', why: '' },
        { type: 'retried', clientId: 'x' },
      ],
      moving.state,
    );
    expect(broken.last).toEqual([{ type: 'upload', clientId: 'x' }]);
    const done = play([{ type: 'uploaded', clientId: 'x', file: { id: 9, name: 'a.pdf' } }], broken.state);
    expect(done.last[0]).toMatchObject({ type: 'send', message: { file: { id: 9 } } });
  });
});

test('[complaint 2] events that begin after something was shown, or that cannot be repeated, load it anew', () => {
  expect(play([aPush({ kind: 'ready', event_id: 4 })]).kinds).toEqual([]);
  expect(play([...listed([]), aPush({ kind: 'ready', event_id: 4 })]).kinds).toEqual(['reload']);
  const { state } = play([aPush({ kind: 'ready', event_id: 4 }), ...listed([])]);
  expect(play([aPush({ kind: 'ready', event_id: 6 })], state).kinds).toEqual([]);
  expect(play([aPush({ kind: 'reload', event_id: 90 })], state)).toMatchObject({
    kinds: ['reload'],
    state: { position: 90 },
  });
});

test('[CHAT-03] a conversation that left my lists is gone from them, also from an answer that is older', () => {
  expect(play([...listed([aConversation()]), aPush({ left: 1 })])).toMatchObject({
    state: { list: { rows: [] } },
    kinds: ['askCounts'],
  });
  const [asked, arrived] = listed([aConversation()]);
  expect(play([asked!, aPush({ left: 1 }), arrived!]).state.list.rows).toEqual([]);
});

test('[CHAT-03] the conversation I look at is closed when a colleague took it, and I am told', () => {
  expect(
    play([
      ...listed([aConversation({ state: 'waiting', agent_id: null })], { filter: 'waiting' }),
      ...opened([aMessage({ no: 1 })]),
      aPush({ left: 1 }),
    ]),
  ).toMatchObject({ state: { open: null }, kinds: ['askCounts', 'showLeft'] });
});

test('[CHAT-03] of a conversation that went to a colleague nothing more is asked', () => {
  expect(
    play([
      ...listed([aConversation()]),
      ...opened([aMessage({ no: 1 })]),
      aPush([aConversation({ agent_id: COLLEAGUE, last_no: 3 })]),
    ]).kinds,
  ).toEqual(['askCounts']);
});

test('[complaint 2] a row that knows of more messages than the page asks for them', () => {
  expect(
    play([...listed([aConversation()]), ...opened([aMessage({ no: 1 })]), aPush([aConversation({ last_no: 3 })])]).last,
  ).toContainEqual({ type: 'fillGap', conversationId: 1, after: 1 });
});

test('[STATUS-12] that my seat was switched off is told, once', () => {
  const off = play([aPush({ offline: 'missed', event_id: 9 })]);
  expect(off.last).toEqual([{ type: 'showOffline', why: 'missed' }]);
  expect(play([aPush({ offline: 'missed', event_id: 9 })], off.state).last).toEqual([]);
});

describe('what is read is read in every tab', () => {
  const unread = aConversation({ last_no: 1, unread: 1 });
  const counted = (unreadOnes: number): TestEvent => ({
    type: 'countsArrived',
    counts: { mine: 2, waiting: 0, team: 0, unread: unreadOnes },
  });
  const here: TestEvent = { type: 'attended', page: true, front: true };

  test('[CHAT-07] the tab that reads counts it at once, and asks again where the server counted too early', () => {
    const { state } = play([...listed([unread]), counted(1), here, ...opened([aMessage()])]);
    expect(state.counts.unread).toBe(0);
    const late = play([counted(1), aPush([{ ...unread, unread: 0, agent_read_no: 1 }])], state);
    expect(late.kinds).toContain('askCounts');
  });

  test('[CHAT-05] another tab: the counter, the tip of the menu, the title and notices rest with the last that was read', () => {
    const other = { ...unread, id: 2 };
    const { state } = play([
      ...listed([unread, other]),
      counted(2),
      { type: 'attended', page: false, front: false },
      aPush({ chat_type: 1, user_id: ME, conversation_id: 1, message: aMessage({ no: 2 }), event_id: 5 }),
    ]);
    expect(state).toMatchObject({ waits: true, counts: { unread: 2 } });
    const one = play([aPush([{ ...unread, last_no: 2, unread: 0, agent_read_no: 2 }])], state);
    expect(one.state).toMatchObject({ waits: true, counts: { unread: 1 } });
    expect(one.kinds).not.toContain('rest');
    const both = play([aPush([{ ...other, unread: 0, agent_read_no: 1 }])], one.state);
    expect(both.state).toMatchObject({ waits: false, counts: { unread: 0 } });
    expect(both.kinds).toContain('rest');
  });

  test('[CHAT-07] a message that comes while one is elsewhere is counted without asking', () => {
    const { state } = play([
      ...listed([aConversation({ last_no: 1 })]),
      counted(0),
      aPush({ chat_type: 1, user_id: ME, conversation_id: 1, message: aMessage({ no: 2 }), event_id: 5 }),
    ]);
    expect(state.counts.unread).toBe(1);
  });
});
