import { Failure } from '#shared/failure.ts';
import { call } from '#platform/web/call.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import type { InboxQuery } from '../../core/inbox-types.ts';
import { chatApi, MESSAGES_A_PAGE } from '../../contract.ts';
import type { ChatMachine } from './chat-machine.ts';
import type { ChatSession } from './chat-session.ts';

const COUNTS_PAUSE_MS = 1_000;

/** What the inbox learns by asking; answers go to it as they come. */
export interface ChatReads extends Pick<ChatSession, 'showList' | 'showMore' | 'open' | 'loadOlder' | 'loadNewer'> {
  /** Everything shown may be old. */
  reload(): void;
  /** The messages after one, where some are missing. */
  fillGap(conversationId: number, after: number): void;
  conversation(id: number): void;
  /** How many conversations each list has; asked at most once a second. */
  counts(): void;
  settings(): void;
  stop(): void;
}

export function chatReads({ send: happen, current }: ChatMachine): ChatReads {
  let countsTimer: ReturnType<typeof setTimeout> | null = null;
  let asksNext = false;
  let loadingMore = false;

  async function ask(query: InboxQuery, isNext: boolean): Promise<void> {
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
  function showList(query: InboxQuery): void {
    happen({ type: 'listAsked', query });
    void ask(query, false);
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
  async function more(how: 'before' | 'after'): Promise<void> {
    const { open: shown } = current();
    const edge = how === 'before' ? shown?.thread.messages[0] : shown?.thread.messages.at(-1);
    if (loadingMore || !shown || !edge || !(how === 'before' ? shown.thread.hasOlder : shown.thread.hasNewer)) return;
    loadingMore = true;
    await loadMessages(shown.id, how, how === 'before' ? { before: edge.no } : { after: edge.no });
    loadingMore = false;
  }

  return {
    showList,
    showMore() {
      const { list } = current();
      if (asksNext || !list.more || list.at !== 'loaded') return;
      asksNext = true;
      void ask(list.query, true).finally(() => (asksNext = false));
    },
    open(id, around) {
      happen({ type: 'opened', id });
      if (id === null) return;
      if (current().open?.since) void loadDetail(id);
      void (around === undefined ? loadMessages(id, 'newest') : loadMessages(id, 'around', { around }));
    },
    loadOlder: () => void more('before'),
    loadNewer: () => void more('after'),
    reload() {
      showList({ ...current().list.query });
      const shown = current().open;
      if (!shown) return;
      void loadDetail(shown.id);
      void loadMessages(shown.id, 'newest');
    },
    fillGap: (conversationId, after) => void loadMessages(conversationId, 'after', { after }),
    conversation: (id) =>
      void call(chatApi.detail, { conversation_id: id }).then(
        (conversation) => happen({ type: 'conversationArrived', conversation }),
        () => {},
      ),
    counts() {
      countsTimer ??= setTimeout(() => {
        countsTimer = null;
        void call(chatApi.list, { filter: 'mine', size: 1 }).then(
          ({ counts }) => happen({ type: 'countsArrived', counts }),
          () => {},
        );
      }, COUNTS_PAUSE_MS);
    },
    settings: () =>
      void call(chatApi.settings, {}).then(
        ({ message_sound: sound, message_flashing: flashing }) =>
          happen({ type: 'settingsArrived', settings: { sound, flashing } }),
        () => {},
      ),
    stop() {
      if (countsTimer) clearTimeout(countsTimer);
    },
  };
}
