import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ChatMessageStatus } from '#shared/codes/chat-message-status.ts';
import { ChatType } from '#shared/codes/chat-type.ts';
import {
  firstWaiting,
  applyNews,
  joined,
  loaded,
  placeOf,
  triedAgain,
  unreadOf,
  type Logged,
  type VisitorLog,
  type VisitorNews,
} from './visitor-log.ts';

const message = (no: number, conversation_id = 1): Logged => ({
  conversation_id,
  no,
  client_id: `c${conversation_id}-${no}`,
  emoji: '',
});
const empty: VisitorLog<Logged, string> = { conversation: null, messages: [], outbox: [] };
const nos = ({ messages }: VisitorLog<Logged, string>): string[] =>
  messages.map(({ conversation_id, no }) => `${conversation_id}.${no}`);

test('[CHAT-08] whatever the order and however often messages are told, each is shown once and in its order', () => {
  const all = [message(1), message(2), message(3), message(1, 2), message(2, 2)];
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: all.length - 1 }), { maxLength: 30 }), (order) => {
      const log = order.reduce((now, index) => applyNews(now, { kind: 'message', message: all[index]! }), empty);
      const wanted = all
        .filter((_, index) => order.includes(index))
        .map(({ conversation_id, no }) => `${conversation_id}.${no}`);
      expect(nos(log)).toEqual(wanted);
    }),
  );
});

test('[CHAT-08] what is on its way leaves the outbox when it is stored, by its answer, by the event or by loading anew', () => {
  const written = {
    ...empty,
    outbox: [
      { client_id: 'c1-1', text: 'hello', refused: '' },
      { client_id: 'c1-2', text: 'there', refused: '' },
    ],
  };
  expect(applyNews(written, { kind: 'ack', message: message(1) }).outbox.map(({ client_id }) => client_id)).toEqual([
    'c1-2',
  ]);
  expect(applyNews(written, { kind: 'message', message: message(2) }).outbox.map(({ client_id }) => client_id)).toEqual(
    ['c1-1'],
  );
  const again = loaded(written, { conversation: 'open', messages: [message(1), message(2)] });
  expect([again.outbox, nos(again), again.conversation]).toEqual([[], ['1.1', '1.2'], 'open']);
});

test('[CHAT-08] what was refused stays, with its reason, until the visitor decides', () => {
  const written = { ...empty, outbox: [{ client_id: 'a', text: 'hello', refused: '' }] };
  expect(applyNews(written, { kind: 'refused', client_id: 'a', reason: 'chatBlocked' }).outbox).toEqual([
    { client_id: 'a', text: 'hello', refused: 'chatBlocked' },
  ]);
});

test('[CHAT-08] what was refused holds nothing up; tried again, it is the last that was written', () => {
  const outbox = [
    { client_id: 'a', text: 'rude', refused: 'chatBlocked' },
    { client_id: 'b', text: 'there', refused: '' },
  ];
  expect(firstWaiting(outbox)).toBe('b');
  expect(triedAgain(outbox, 'a').map(({ client_id, refused }) => [client_id, refused])).toEqual([
    ['b', ''],
    ['a', ''],
  ]);
  expect(triedAgain(outbox, 'b')).toBe(outbox);
  expect(firstWaiting([])).toBeNull();
});

test('[CHAT-08] events after a snapshot come to the same as a later snapshot', () => {
  const all = [1, 2, 3, 4, 5].map((no) => message(no));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 }), (seen, from) => {
      const start = loaded(empty, { conversation: 'open', messages: all.slice(0, seen) });
      // Events go on from before the snapshot at the latest: some are told again.
      const news: VisitorNews<Logged, string>[] = all
        .slice(Math.min(seen, from))
        .map((one) => ({ kind: 'message', message: one }));
      expect(news.reduce(applyNews, start)).toEqual(loaded(empty, { conversation: 'open', messages: all }));
    }),
  );
});

test('[CHAT-03] an emoji goes to its message in the conversation that is shown', () => {
  const log = { ...empty, messages: [message(1), message(1, 2)] };
  expect(applyNews(log, { kind: 'emoji', no: 1, emoji: '👍' }).messages.map(({ emoji }) => emoji)).toEqual(['', '👍']);
});

test('[CHAT-08] unread is what was written to the visitor and neither seen here nor known as read', () => {
  const toVisitor = (no: number, status: ChatMessageStatus = ChatMessageStatus.sent, kind = 'text') => ({
    ...message(no),
    chat_type: ChatType.fromAgent,
    kind,
    status,
  });
  const own = { ...toVisitor(4), chat_type: ChatType.fromCustomer };
  const all = [
    toVisitor(1, ChatMessageStatus.read),
    toVisitor(2, ChatMessageStatus.delivered),
    toVisitor(3, ChatMessageStatus.sent, 'event'),
    own,
    toVisitor(5),
  ];
  expect([unreadOf(all, ''), unreadOf(all, placeOf(all[1]!)), unreadOf(all, placeOf(all[4]!))]).toEqual([2, 1, 0]);
});

test('older messages join before those that are there', () => {
  expect(joined([message(3)], [message(1), message(2)]).map(({ no }) => no)).toEqual([1, 2, 3]);
});
