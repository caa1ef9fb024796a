import { act } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import type { ChatParts } from '#core/chat/chat-parts.port.ts';
import { ChatMessageStatus } from '#shared/codes/chat-message-status.ts';
import { ChatType } from '#shared/codes/chat-type.ts';
import { ensureFeatureTexts } from '#platform/web/feature.ts';
import { session as signedIn } from '#platform/web/session.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import type { Viewer } from '#platform/web/viewer.ts';
import { FakeSocket, fakeSockets } from '#test/fake-socket.ts';
import { chatApi, type ChatMessage, type ChatSocketDown, type Conversation } from '../contract.ts';
import ChatPage from './chat-page.tsx';
import { chatSession, type ChatSession } from './desk/chat-session.ts';
import { openChatSession } from './desk/open-chat-session.ts';
import { chatWith } from './index.ts';

export const ME = 7;

/** The feature, for the words of its screens; nothing of it is started. */
export const chatTexts = chatWith(() => Promise.reject(new Error('Nobody starts it here.')));

export const aConversation = (some: Partial<Conversation> = {}): Conversation => ({
  id: 1,
  channel_id: 1,
  channel_name: 'Web site',
  channel_kind: 'web',
  state: 'open',
  group_id: 1,
  group_name: 'Sales',
  agent_id: ME,
  agent_name: 'Ana',
  visitor_id: 1,
  customer_id: null,
  name: 'Lena Vogt',
  email: '',
  phone: '',
  phone_word: '',
  language: 'en',
  time_zone: 'UTC',
  page_url: '',
  answers: {},
  answer_labels: {},
  blocked: false,
  visitor_online: true,
  last_no: 1,
  last_text: 'Hello',
  last_chat_type: ChatType.fromCustomer,
  last_at: '2026-11-15 10:00:00',
  unread: 0,
  agent_read_no: 1,
  delivered_no: 0,
  visitor_read_no: 0,
  waiting_since: '2026-11-15 10:00:00',
  unanswered_since: null,
  react_by: null,
  answer_by: null,
  writable_until: null,
  templates: false,
  label_id: null,
  remark: '',
  rating: null,
  rating_note: '',
  created_at: '2026-11-15 10:00:00',
  closed_at: null,
  closed_by: null,
  ...some,
});

export const aMessage = (some: Partial<ChatMessage> = {}): ChatMessage => ({
  id: 100 + (some.no ?? 1),
  conversation_id: 1,
  no: 1,
  chat_type: some.author === 'agent' ? ChatType.fromAgent : ChatType.fromCustomer,
  author: 'visitor',
  user_id: null,
  author_name: 'Lena Vogt',
  client_id: `c${some.no ?? 1}`,
  kind: 'text',
  text: 'Hello',
  file: null,
  event: null,
  mentions: [],
  emoji: '',
  status: ChatMessageStatus.sent,
  failure: '',
  created_at: '2026-11-15 10:00:00',
  ...some,
});

export interface Stage {
  rows?: Conversation[];
  more?: boolean;
  messages?: ChatMessage[];
  viewer?: Partial<Viewer>;
  settings?: { message_sound: boolean; message_flashing: boolean };
  answers?: Record<string, unknown>;
}

/** Chats of somebody who has signed in, with a server and a socket that the test plays. */
export async function openStage({
  rows = [aConversation()],
  more = false,
  messages = [aMessage()],
  settings = { message_sound: true, message_flashing: true },
  answers = {},
  viewer,
}: Stage = {}) {
  const { last: socket } = fakeSockets<{ type: string }, ChatSocketDown>();
  signedIn.start('a-token');
  const counts = { mine: rows.length, waiting: 0, team: 0, unread: 0 };
  const asked = fakeServer(({ url, body }) => {
    const path = url.split('?')[0]!;
    if (path in answers) return { data: answers[path] };
    if (path === chatApi.list.path) {
      const after = (body as { after?: { id: number } }).after;
      const from = after ? rows.findIndex(({ id }) => id === after.id) + 1 : 0;
      return { data: { list: rows.slice(from, from + 50), more: more || rows.length > from + 50, counts } };
    }
    if (path === chatApi.settings.path) return { data: settings };
    if (/\/conversation\/\d+\/messages$/.test(path)) return { data: messages };
    if (/\/conversation\/\d+$/.test(path)) return { data: rows.find(({ id }) => path.endsWith(`/${id}`)) ?? null };
    return {
      data: path.includes('online_status')
        ? { online_status: 1, seatInUse: 'text' }
        : path.includes('getSeatUser') || path.includes('quick_reply')
          ? []
          : null,
    };
  });
  await ensureFeatureTexts(chatTexts);
  const chimes = vi.fn<() => void>();
  const shown = vi.fn<ChatParts['notice']['show']>();
  const parts: ChatParts = {
    chime: chimes,
    notice: {
      permission: () => 'granted',
      ask: async () => true,
      onChange: () => () => {},
      show: shown,
      clear: () => {},
    },
  };
  const who = aViewer({ userId: ME, functions: new Set(['chat.use', 'quick-replies.use']), ...viewer });
  const session: ChatSession = openChatSession(who, parts, () => {});
  chatSession.set(session);
  act(() => socket().accept());
  act(() => socket().push({ kind: 'ready', event_id: 10 }));
  const sent = (type: string) => FakeSocket.all.flatMap((one) => one.sent).filter((message) => message.type === type);
  return {
    session,
    asked,
    socket,
    sent,
    chimes,
    shown,
    show: (at = '/interactive/chat') =>
      showPage(<ChatPage />, { at, path: '/interactive/chat', viewer: who, feature: chatTexts }),
    calls: (path: string) => asked.filter(({ url }) => url.split('?')[0] === path),
    end() {
      chatSession.set(null);
      session.stop();
    },
  };
}

/** Gives elements a size: jsdom draws nothing, and lists draw what fits. */
export function withSizes(): void {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(680);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60);
}

/** Stages for the tests of a file; each goes with the test it was made for. */
export function stagesOfTests(): (some?: Stage) => ReturnType<typeof openStage> {
  const ends: (() => void)[] = [];
  beforeEach(withSizes);
  afterEach(() => {
    for (const end of ends.splice(0)) end();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  return async (some = {}) => {
    const made = await openStage(some);
    ends.push(made.end);
    return made;
  };
}
