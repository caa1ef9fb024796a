import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ChatMessageStatus } from '#shared/codes/chat-message-status.ts';
import { ChatType } from '#shared/codes/chat-type.ts';
import {
  aConversation,
  aMessage,
  COLLEAGUE,
  ME,
  play,
  aPush,
  type TestEvent,
  type TestInbox,
} from './inbox.fixture.ts';
import { newInbox } from './inbox.ts';
import { isListed } from './inbox-list.ts';
import type { ChatPushed, InboxConversation, InboxMessage, InboxQuery } from './inbox-types.ts';

type TestPush = ChatPushed<InboxConversation, InboxMessage>;
const nobody = { mine: 0, waiting: 0, team: 0, unread: 0 };

/** A server small enough to be obviously right: it stores, tells in order, and answers what is stored. */
function modelServer(count: number) {
  const conversations = Array.from({ length: count }, (_, index) =>
    aConversation({ id: index + 1, last_at: `2026-11-15 10:00:0${index}` }),
  );
  const messages: InboxMessage[] = [];
  const log: TestPush[] = [];
  let clock = 10;
  const find = (id: number) => conversations.find((one) => one.id === id)!;
  const change = (id: number, some: Partial<InboxConversation>) => {
    Object.assign(find(id), some);
    log.push([{ ...find(id) }]);
  };
  const eventId = () => log.length + 1;
  function store(id: number, author: 'visitor' | 'agent' | 'note', clientId: string): void {
    const known = messages.find((one) => one.conversation_id === id && one.client_id === clientId);
    if (known)
      return void log.push({
        chat_type: ChatType.fromAgent,
        status: known.status,
        conversation_id: id,
        no: known.no,
        client_id: clientId,
        message: { ...known },
        event_id: eventId(),
      });
    const one = find(id);
    clock += 1;
    const message = aMessage({
      id: 1_000 + messages.length,
      conversation_id: id,
      no: one.last_no + 1,
      author,
      client_id: clientId,
      text: `text ${clientId}`,
      created_at: `2026-11-15 10:01:${clock}`,
    });
    messages.push(message);
    const isVisitor = author === 'visitor';
    Object.assign(one, {
      last_no: message.no,
      ...(author === 'note'
        ? {}
        : {
            last_text: message.text,
            last_at: message.created_at,
            last_chat_type: isVisitor ? ChatType.fromCustomer : ChatType.fromAgent,
            unanswered_since: isVisitor ? (one.unanswered_since ?? message.created_at) : null,
          }),
      unread: one.unread + (isVisitor ? 1 : 0),
    });
    log.push({
      chat_type: isVisitor ? ChatType.fromCustomer : ChatType.fromAgent,
      user_id: one.agent_id,
      conversation_id: id,
      message: { ...message },
      event_id: eventId(),
    });
    if (!isVisitor)
      log.push({
        chat_type: ChatType.fromAgent,
        status: ChatMessageStatus.sent,
        conversation_id: id,
        no: message.no,
        client_id: clientId,
        message: { ...message },
        event_id: eventId(),
      });
  }
  return {
    log,
    store,
    change,
    react(id: number, emoji: string) {
      const message = messages.findLast((one) => one.conversation_id === id);
      if (!message) return;
      message.emoji = emoji;
      log.push({ emoji_flag: 1, conversation_id: id, message_id: message.id, emoji, event_id: eventId() });
    },
    got(id: number, status: ChatMessageStatus) {
      const no = find(id).last_no;
      for (const one of messages)
        if (one.conversation_id === id && one.author === 'agent' && one.no <= no && one.status < status)
          one.status = status;
      const one = find(id);
      Object.assign(one, {
        delivered_no: no,
        visitor_read_no: status === ChatMessageStatus.read ? no : one.visitor_read_no,
      });
      log.push({ chat_type: ChatType.fromAgent, status, conversation_id: id, no, event_id: eventId() });
    },
    block(id: number) {
      find(id).blocked = true;
      log.push({ blacklisted: true, conversation_id: id, event_id: eventId() });
    },
    list: (query: InboxQuery) =>
      conversations
        .filter((one) => isListed(query, one, { userId: ME, supervises: true }))
        .map((one) => ({ ...one }))
        .toSorted((a, b) => (a.last_at === b.last_at ? b.id - a.id : a.last_at < b.last_at ? 1 : -1)),
    messagesOf: (id: number) => messages.filter((one) => one.conversation_id === id).map((one) => ({ ...one })),
    detail: (id: number) => ({ ...find(id) }),
  };
}

type Deed =
  | { does: 'store'; id: number; author: 'visitor' | 'agent' | 'note'; key: number }
  | { does: 'move'; id: number; agent: number | null; state: 'waiting' | 'open' | 'closed' }
  | { does: 'react' | 'deliver' | 'read' | 'block'; id: number };

const ids = fc.integer({ min: 1, max: 4 });
const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('store' as const),
      id: ids,
      author: fc.constantFrom('visitor' as const, 'agent' as const, 'note' as const),
      key: fc.nat(12),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('move' as const),
      id: ids,
      agent: fc.constantFrom(ME, COLLEAGUE),
      state: fc.constantFrom('open' as const, 'closed' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constantFrom('react' as const, 'deliver' as const, 'read' as const, 'block' as const),
      id: ids,
    }),
  },
);

function perform(server: ReturnType<typeof modelServer>, one: Deed): void {
  switch (one.does) {
    case 'store':
      return server.store(one.id, one.author, `k${one.author}${one.key}`);
    case 'move':
      return server.change(one.id, { agent_id: one.agent, state: one.state });
    case 'react':
      return server.react(one.id, '👍');
    case 'deliver':
      return server.got(one.id, ChatMessageStatus.delivered);
    case 'read':
      return server.got(one.id, ChatMessageStatus.read);
    case 'block':
      return server.block(one.id);
  }
}

/** What a person sees, without what only the page knows. */
const seen = (state: TestInbox) => ({
  rows: state.list.rows,
  messages: state.open?.thread.messages,
  conversation: state.open?.conversation,
});

test('[complaint 2] a snapshot and what was told since equal a later snapshot, whatever is repeated or late', () => {
  const query: InboxQuery = { filter: 'mine', unread: false, words: '' };
  fc.assert(
    fc.property(
      fc.array(deed, { maxLength: 25 }),
      fc.array(deed, { maxLength: 40 }),
      fc.nat(30),
      fc.array(fc.nat(60), { maxLength: 6 }),
      (before, after, answerLate, repeats) => {
        const server = modelServer(4);
        for (const one of before) perform(server, one);
        const from = server.log.length;
        // Asked now, answered only after some of what follows was told.
        const answers: TestEvent[] = [
          { type: 'listArrived', query, rows: server.list(query), more: false, counts: nobody, isNext: false },
          { type: 'conversationArrived', conversation: server.detail(1) },
          { type: 'messagesArrived', id: 1, how: 'newest', messages: server.messagesOf(1), hasMore: false },
        ];
        for (const one of after) perform(server, one);
        const events = server.log.slice(from).map((one) => aPush(one));
        const late = Math.min(answerLate, events.length);
        const script = [...events.slice(0, late), ...answers, ...events.slice(late)];
        // A broken line repeats a stretch that was told already.
        for (const at of repeats)
          if (at < events.length)
            script.push(
              ...events
                .slice(at)
                .filter(({ type, ...event }) => type === 'pushed' && 'pushed' in event && !Array.isArray(event.pushed)),
            );
        const first = { ...newInbox<InboxConversation, InboxMessage>(ME), position: from };
        const { state } = play([{ type: 'listAsked', query }, { type: 'opened', id: 1 }, ...script], first);

        const fresh = play(
          [
            { type: 'listAsked', query },
            { type: 'listArrived', query, rows: server.list(query), more: false, counts: nobody, isNext: false },
            { type: 'opened', id: 1 },
            { type: 'conversationArrived', conversation: server.detail(1) },
            { type: 'messagesArrived', id: 1, how: 'newest', messages: server.messagesOf(1), hasMore: false },
          ],
          newInbox<InboxConversation, InboxMessage>(ME),
        );
        expect(seen(state)).toEqual(seen(fresh.state));
        expect(state.open?.thread.early).toEqual([]);
      },
    ),
    { numRuns: 300 },
  );
});

test('[CHAT-06] whatever is lost or repeated, each message of mine is there once: on its way or stored', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ key: fc.nat(5), arrives: fc.boolean(), answers: fc.boolean() }), {
        minLength: 1,
        maxLength: 20,
      }),
      (sends) => {
        const server = modelServer(1);
        let { state } = play([
          { type: 'opened', id: 1 },
          { type: 'conversationArrived', conversation: server.detail(1) },
          { type: 'messagesArrived', id: 1, how: 'newest', messages: [], hasMore: false },
        ]);
        const written = new Set<string>();
        for (const { key, arrives, answers } of sends) {
          const clientId = `kagent${key}`;
          if (!written.has(clientId))
            ({ state } = play(
              [
                {
                  type: 'wrote',
                  isFile: false,
                  message: aMessage({
                    id: 0,
                    no: 0,
                    author: 'agent',
                    client_id: clientId,
                    status: ChatMessageStatus.sending,
                  }),
                },
              ],
              state,
            ));
          written.add(clientId);
          const from = server.log.length;
          if (arrives) server.store(1, 'agent', clientId);
          if (answers)
            ({ state } = play(
              server.log.slice(from).map((one) => aPush(one)),
              state,
            ));
          else
            ({ state } = play(
              [{ type: 'messagesArrived', id: 1, how: 'after', messages: server.messagesOf(1), hasMore: false }],
              state,
            ));
          const shown = [
            ...state.open!.thread.messages.map((one) => one.client_id),
            ...state.outbox.map(({ message }) => message.client_id),
          ];
          expect(new Set(shown).size).toBe(shown.length);
          expect(new Set(shown)).toEqual(written);
        }
      },
    ),
    { numRuns: 200 },
  );
});
