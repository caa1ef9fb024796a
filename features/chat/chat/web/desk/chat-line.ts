import { Failure } from '#shared/failure.ts';
import { failureText, handleFailure } from '#platform/web/failure-handler.ts';
import { language } from '#platform/web/i18n.ts';
import { openSocket, type Socket } from '#platform/web/socket.ts';
import { createStore } from '#platform/web/store.ts';
import { chatSocket, type ChatSocketDown } from '../../contract.ts';
import type { ChatMachine } from './chat-machine.ts';
import type { ChatLine } from './chat-session.ts';

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

/** The socket of the chats: what it tells goes to the inbox. */
export interface OpenChatLine extends Pick<Socket<typeof chatSocket>, 'send' | 'leave'> {
  now(): ChatLine;
  /** Tells that the line is another; the answer stops it. */
  watch(watcher: () => void): () => void;
}

/** `reload` is asked for when something may have been missed. */
export function openChatLine({ send: happen, current }: ChatMachine, reload: () => void): OpenChatLine {
  const socket = openSocket(chatSocket, {
    query: () => ({
      wind_unique_id: tabId(),
      lang: language().replace('-', '_'),
      ...(current().position === null ? {} : { last_event_id: String(current().position) }),
    }),
    onMessage: (pushed: ChatSocketDown) => happen({ type: 'pushed', pushed, nowMs: Date.now() }),
    // The address of a new try carries the position: the server repeats by itself what was missed.
    eventIdOf: (pushed) => (!Array.isArray(pushed) && 'event_id' in pushed ? String(pushed.event_id) : null),
    onReload: reload,
    onRefused(failure, { msg }) {
      const mine = current().outbox.find(({ message }) => message.client_id === msg);
      const shownFailure = mine ? new Failure(failure.name) : failure;
      if (mine)
        happen(
          failure.name === 'unavailable'
            ? { type: 'sendRefusedForNow', clientId: msg }
            : { type: 'sendFailed', clientId: msg, why: failureText(shownFailure) },
        );
      handleFailure(shownFailure);
    },
  });
  const line = createStore(lineOf(socket.current()));
  const unwatch = socket.watch((state) => line.set(lineOf(state)));
  return {
    now: line.get,
    watch: line.subscribe,
    send: socket.send,
    leave() {
      unwatch();
      socket.leave();
    },
  };
}
