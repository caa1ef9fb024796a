import { describe, expect, test } from 'vitest';
import { ChatMessageStatus } from '#shared/codes/chat-message-status.ts';
import { ChatType } from '#shared/codes/chat-type.ts';
import { deliveryBackoffMs } from './delivery-backoff.ts';
import { aConversation, aMessage, listed, ME, opened, play, aPush } from '#features/chat/chat/core/inbox.fixture.ts';
import { filledTemplate, placesIn } from '#features/chat/chat/core/template-text.ts';

const SECOND = 1_000;

test('a message is tried again soon, then more and more rarely, for two hours', () => {
  const pauses = Array.from({ length: 8 }, (_, tries) => deliveryBackoffMs(tries + 1, false));
  expect(pauses.slice(0, 3)).toEqual([5 * SECOND, 20 * SECOND, 60 * SECOND]);
  expect(pauses.slice(0, 7)).toEqual(pauses.slice(0, 7).toSorted((a, b) => a! - b!));
  expect(pauses[7]).toBeNull();
  expect(pauses.slice(0, 7).reduce((sum, one) => sum! + one!, 0)! / 3_600_000).toBeCloseTo(1.9, 0);
});

test('one that may have been taken waits until the carrier could have told', () => {
  expect([deliveryBackoffMs(1, true), deliveryBackoffMs(5, true), deliveryBackoffMs(8, true)]).toEqual([
    90 * SECOND,
    900 * SECOND,
    null,
  ]);
});

test.each([
  ['Hello', [], 0, 'Hello'],
  ['Hello {{1}}, order {{2}}', ['Ana', '42'], 2, 'Hello Ana, order 42'],
  ['{{2}} before {{1}}, {{2}} again', ['a', 'b'], 2, 'b before a, b again'],
  ['Hello {{1}} and {{2}}', ['Ana'], 2, 'Hello Ana and {{2}}'],
  ['{{1}}', ['{{2}}'], 1, '{{2}}'],
  ['{{name}}', ['x'], 0, '{{name}}'],
])('%s is filled in', (body, values, places, expected) =>
  expect([placesIn(body), filledTemplate(body, values)]).toEqual([places, expected]),
);

describe('what a carrier tells of one message', () => {
  const fate = (no: number, status: ChatMessageStatus, event_id: number, failure = '') =>
    aPush({ chat_type: ChatType.fromAgent, status, conversation_id: 1, no, only: true, failure, event_id });
  const ours = (no: number) => aMessage({ no, author: 'agent', status: ChatMessageStatus.sending });
  const shown = (state: ReturnType<typeof play>['state']) =>
    state.open!.thread.messages.map(({ status, failure }) => [status, failure]);

  test('[CHAT-03] is of that message alone, and what failed can go again', () => {
    const begun = play([
      ...listed([aConversation({ last_no: 2 })]),
      ...opened([ours(1), ours(2)]),
      fate(2, ChatMessageStatus.failed, 11, 'noRecipient'),
    ]);
    expect(shown(begun.state)).toEqual([
      [ChatMessageStatus.sending, ''],
      [ChatMessageStatus.failed, 'noRecipient'],
    ]);
    const later = play([fate(2, ChatMessageStatus.sending, 12), fate(2, ChatMessageStatus.delivered, 13)], begun.state);
    expect(shown(later.state)).toEqual([
      [ChatMessageStatus.sending, ''],
      [ChatMessageStatus.delivered, ''],
    ]);
    expect(later.state.list.rows[0]).toMatchObject({ delivered_no: 0, visitor_read_no: 0 });
  });

  test('[CHAT-03] counts also when it comes before the messages do', () => {
    const { state } = play([
      ...listed([aConversation({ last_no: 1 })]),
      { type: 'opened', id: 1 },
      fate(1, ChatMessageStatus.read, 11),
      { type: 'messagesArrived', id: 1, how: 'newest', messages: [ours(1)], hasMore: false },
    ]);
    expect(shown(state)).toEqual([[ChatMessageStatus.read, '']]);
  });

  test('a message of theirs makes the time for free words longer: the server is asked how long', () => {
    const row = aConversation({
      writable_until: '2026-11-16 10:00:00',
      answer_by: '2026-11-15 10:02:00',
      unanswered_since: '2026-11-15 10:00:00',
    });
    const { kinds } = play([
      ...listed([row]),
      aPush({
        chat_type: ChatType.fromCustomer,
        user_id: ME,
        conversation_id: 1,
        message: aMessage({ no: 1 }),
        event_id: 11,
      }),
    ]);
    expect(kinds).toContain('askConversation');
  });
});
