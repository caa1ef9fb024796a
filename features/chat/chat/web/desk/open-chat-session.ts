import type { ChatParts } from '#core/chat/chat-parts.port.ts';
import type { ChatEffect, ChatEvent, ListQuery } from '../../core/inbox-types.ts';
import { applyChatEvent, newInbox } from '../../core/inbox.ts';
import { drive } from '#core/machine.ts';
import { Failure } from '#shared/errors.ts';
import { call } from '#platform/web/call.ts';
import { failureText, handleFailure } from '#platform/web/failure-handler.ts';
import { language, text } from '#platform/web/i18n.ts';
import { openSocket, type Socket } from '#platform/web/socket.ts';
import { toast } from '#platform/web/toast.ts';
import { upload } from '#platform/web/upload.ts';
import type { Viewer } from '#platform/web/viewer.ts';
import {
  chatApi,
  chatSocket,
  MESSAGES_A_PAGE,
  type ChatMessage,
  type ChatSocketDown,
  type Conversation,
} from '../../contract.ts';
import type { ChatLine, ChatSession } from './chat-session.ts';
import { newMessage } from './new-message.ts';
import { openNotices } from './notices.ts';
import { keptUnsent, keepUnsent } from './unsent.ts';

type Happening = ChatEvent<Conversation, ChatMessage>;
type Effect = ChatEffect<Conversation, ChatMessage>;

const COUNTS_PAUSE_MS = 1_000;
const TYPING_EVERY_MS = 3_000;
/** Letters of a note a notice has room for. */
const MENTION_SHOWN = 120;
const TAB = 'openseat.chat.tab';

/** Names this tab to the server, for as long as it lives. */
function tabId(): string {
  const known = sessionStorage.getItem(TAB) ?? crypto.randomUUID();
  sessionStorage.setItem(TAB, known);
  return known;
}

function lineOf({ at, wasOpen, attempt }: ReturnType<Socket<typeof chatSocket>['current']>): ChatLine {
  if (at === 'open') return 'open';
  return at === 'lost' ? 'lost' : wasOpen || attempt > 0 ? 'broken' : 'opening';
}

/** Opens the chats of a person who has signed in. */
export function openChatSession(
  who: Pick<Viewer, 'userId' | 'name'>,
  parts: ChatParts,
  go: (address: string) => void,
): ChatSession {
  const files = new Map<string, { file: File; conversationId: number }>();
  const watchers = new Set<() => void>();
  const notices = openNotices(parts, go);
  let countsTimer: ReturnType<typeof setTimeout> | null = null;
  let typedAt = 0;
  let loadingMore = false;
  let warned = false;

  const machine = drive<ReturnType<typeof newInbox<Conversation, ChatMessage>>, Happening, Effect>(
    applyChatEvent,
    {
      ...newInbox<Conversation, ChatMessage>(who.userId),
      outbox: keptUnsent(who.userId),
      attends: { page: false, front: isInFront() },
    },
    perform,
  );
  const tell = () => watchers.forEach((watcher) => watcher());
  const { send: happen, current } = machine;
  const unwatch = machine.watch((inbox) => {
    keepUnsent(who.userId, inbox.outbox);
    tell();
  });

  const socket = openSocket(chatSocket, {
    query: () => ({
      wind_unique_id: tabId(),
      lang: language().replace('-', '_'),
      ...(current().position === null ? {} : { last_event_id: String(current().position) }),
    }),
    onMessage: (told: ChatSocketDown) => happen({ type: 'told', told, nowMs: Date.now() }),
    // The address of a new try carries the position: the server repeats by itself what was missed.
    eventIdOf: (told) => (!Array.isArray(told) && 'event_id' in told ? String(told.event_id) : null),
    onReload: reload,
    onRefused(failure, { msg }) {
      const mine = current().outbox.find(({ message }) => message.client_id === msg);
      const told = mine ? new Failure(failure.name) : failure;
      if (mine) happen({ type: 'sendFailed', clientId: msg, why: failureText(told) });
      handleFailure(told);
    },
  });
  let line = lineOf(socket.current());
  const unwatchLine = socket.watch((state) => {
    const next = lineOf(state);
    if (next === line) return;
    line = next;
    if (line === 'open') {
      warned = false;
      happen({ type: 'lineOpened' });
    }
    tell();
  });

  function perform(effect: Effect): void {
    switch (effect.type) {
      case 'send':
        return sendOut(effect.message);
      case 'upload':
        return void uploadFile(effect.clientId);
      case 'sound':
        return notices.sound(effect.afterMs, effect.eventId);
      case 'blinkTitle':
        return notices.blink(effect.everyMs);
      case 'notify':
        return notices.show(effect);
      case 'read':
        return void (
          socket.send({ type: 'read', conversation_id: effect.conversationId, no: effect.no }) ||
          call(chatApi.read, { conversation_id: effect.conversationId, no: effect.no }).catch(() => {})
        );
      case 'fillGap':
        return void loadMessages(effect.conversationId, 'after', { after: effect.after });
      case 'askConversation':
        return void call(chatApi.detail, { conversation_id: effect.conversationId }).then(
          (conversation) => happen({ type: 'conversationArrived', conversation }),
          () => {},
        );
      case 'reload':
        return reload();
      case 'askCounts':
        return askCounts();
      case 'tellLeft':
        return toast({ tone: 'info', text: text('chat.left'), id: 'chat.left' });
      case 'tellMentioned':
        return toast({
          tone: 'info',
          id: `chat.mentioned.${effect.conversation}`,
          text: text('chat.mentioned', { name: effect.by, text: effect.text.slice(0, MENTION_SHOWN) }),
          action: { text: text('chat.mentionedOpen'), run: () => go(`/interactive/chat?id=${effect.conversation}`) },
        });
      case 'tellOffline':
        return toast({
          tone: 'warning',
          text: text(effect.why === 'missed' ? 'chat.off.missed' : 'chat.off.gone'),
          id: 'chat.off',
        });
      case 'wake':
        return void setTimeout(() => happen(effect.event), effect.afterMs);
    }
  }

  /** [CHAT-06] Without a line the message waits for it: the line is tried at once, and the agent is warned once. */
  function sendOut({
    client_id: clientId,
    conversation_id: id,
    text: words,
    file,
    author,
    mentions,
  }: ChatMessage): void {
    const message = {
      conversation_id: id,
      client_id: clientId,
      note: author === 'note',
      mentions,
      ...(file ? { file_id: file.id } : { text: words }),
    };
    if (socket.send({ type: 'send', message })) return;
    if (!warned) toast({ tone: 'warning', text: text('chat.tryLater'), id: 'chat.tryLater' });
    warned = true;
    window.dispatchEvent(new Event('online'));
  }

  async function uploadFile(clientId: string): Promise<void> {
    const wanted = files.get(clientId);
    if (!wanted) return happen({ type: 'sendFailed', clientId, why: text('chat.fileGone') });
    try {
      const file = await upload(
        chatApi.upload,
        wanted.file,
        { conversation_id: wanted.conversationId },
        { onProgress: (progress) => happen({ type: 'uploadMoved', clientId, progress }) },
      );
      happen({ type: 'uploaded', clientId, file });
    } catch (error) {
      happen({ type: 'sendFailed', clientId, why: failureText(error) });
    }
  }

  async function ask(query: ListQuery, isNext: boolean): Promise<void> {
    const last = isNext ? current().list.rows.at(-1) : undefined;
    try {
      const { list, more, counts } = await call(chatApi.list, {
        ...query,
        ...(last ? { after: { last_at: last.last_at, id: last.id } } : {}),
      });
      happen({ type: 'listArrived', query, rows: list, more, counts, isNext });
    } catch (error) {
      if (!isNext) happen({ type: 'listFailed', query });
      else handleFailure(error);
    }
  }
  function showList(query: ListQuery): void {
    happen({ type: 'listAsked', query });
    void ask(query, false);
  }

  function askCounts(): void {
    countsTimer ??= setTimeout(() => {
      countsTimer = null;
      void call(chatApi.list, { filter: 'mine', size: 1 }).then(
        ({ counts }) => happen({ type: 'countsArrived', counts }),
        () => {},
      );
    }, COUNTS_PAUSE_MS);
  }

  async function loadMessages(
    id: number,
    how: 'newest' | 'before' | 'after' | 'around',
    where: { before?: number; after?: number; around?: number } = {},
  ): Promise<void> {
    try {
      const messages = await call(chatApi.messages, { conversation_id: id, ...where });
      const last = messages.at(-1)?.no ?? 0;
      const hasMore =
        how === 'around' ? last < (current().open?.conversation?.last_no ?? last) : messages.length >= MESSAGES_A_PAGE;
      happen({ type: 'messagesArrived', id, how, messages, hasMore });
    } catch {
      happen({ type: 'messagesFailed', id });
    }
  }
  async function loadDetail(id: number): Promise<void> {
    try {
      happen({ type: 'conversationArrived', conversation: await call(chatApi.detail, { conversation_id: id }) });
    } catch (error) {
      handleFailure(error);
      if (error instanceof Failure && error.name === 'notFound' && current().open?.id === id)
        happen({ type: 'opened', id: null });
    }
  }
  function open(id: number | null, around?: number): void {
    happen({ type: 'opened', id });
    if (id === null) return;
    if (current().open?.since) void loadDetail(id);
    void (around === undefined ? loadMessages(id, 'newest') : loadMessages(id, 'around', { around }));
  }

  /** Everything shown may be old. */
  function reload(): void {
    showList({ ...current().list.query });
    const shown = current().open;
    if (!shown) return;
    void loadDetail(shown.id);
    void loadMessages(shown.id, 'newest');
  }

  async function more(how: 'before' | 'after'): Promise<void> {
    const { open: shown } = current();
    const edge = how === 'before' ? shown?.thread.messages[0] : shown?.thread.messages.at(-1);
    if (loadingMore || !shown || !edge || !(how === 'before' ? shown.thread.hasOlder : shown.thread.hasNewer)) return;
    loadingMore = true;
    await loadMessages(shown.id, how, how === 'before' ? { before: edge.no } : { after: edge.no });
    loadingMore = false;
  }

  let asksNext = false;
  const front = () => {
    happen({ type: 'attended', front: isInFront() });
    if (isInFront()) notices.seen();
  };
  for (const kind of ['focus', 'blur'] as const) window.addEventListener(kind, front);
  document.addEventListener('visibilitychange', front);
  const openId = (): number | null => current().open?.id ?? null;

  showList({ filter: 'mine', unread: false, words: '' });
  void call(chatApi.settings, {}).then(
    ({ message_sound: sound, message_flashing: flashing }) =>
      happen({ type: 'settingsArrived', settings: { sound, flashing } }),
    () => {},
  );

  return {
    inbox: current,
    line: () => line,
    watch(watcher) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    showList,
    showMore() {
      const { list } = current();
      if (asksNext || !list.more || list.at !== 'loaded') return;
      asksNext = true;
      void ask(list.query, true).finally(() => (asksNext = false));
    },
    open,
    loadOlder: () => void more('before'),
    loadNewer: () => void more('after'),
    write(words, as = { note: false, mentions: [] }) {
      const id = openId();
      if (id !== null) happen({ type: 'wrote', isFile: false, message: newMessage(who, id, { text: words, ...as }) });
    },
    sendFile(file) {
      const id = openId();
      if (id === null) return;
      const message = newMessage(who, id, { file });
      files.set(message.client_id, { file, conversationId: id });
      happen({ type: 'wrote', isFile: true, message });
    },
    retry: (clientId) => happen({ type: 'retried', clientId }),
    drop(clientId) {
      files.delete(clientId);
      happen({ type: 'dropped', clientId });
    },
    typing() {
      const id = openId();
      if (id === null || Date.now() - typedAt < TYPING_EVERY_MS) return;
      typedAt = Date.now();
      socket.send({ type: 'typing', conversation_id: id });
    },
    attend(isOnPage) {
      happen({ type: 'attended', page: isOnPage });
      if (isOnPage) notices.seen();
    },
    took: (conversation) => happen({ type: 'told', told: [conversation], nowMs: Date.now() }),
    setSettings: (settings) => happen({ type: 'settingsArrived', settings }),
    parts,
    stop() {
      unwatch();
      unwatchLine();
      for (const kind of ['focus', 'blur'] as const) window.removeEventListener(kind, front);
      document.removeEventListener('visibilitychange', front);
      if (countsTimer) clearTimeout(countsTimer);
      notices.stop();
      socket.leave();
    },
  };
}

const isInFront = (): boolean => document.visibilityState === 'visible' && document.hasFocus();
