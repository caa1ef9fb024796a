import { applyNews, joined, loaded, placeOf } from '../../core/visitor-log.ts';
import { call } from '#platform/web/call.ts';
import { language } from '#platform/web/i18n.ts';
import { openSocket, type Socket } from '#platform/web/socket.ts';
import type { visitorSocket, VisitorConversation, VisitorDown, VisitorMessage, VisitorState } from '../../contract.ts';
import { end, enter, history, SOCKET } from './api.ts';
import { shownTyping } from './shown-typing.ts';
import type { VisitorLine } from './visitor-line.ts';
import { visitorMemory } from './visitor-memory.ts';
import { openVisitorStore } from './visitor-store.ts';
import { visitorWrites } from './visitor-writes.ts';

type News = Parameters<typeof applyNews<VisitorMessage, VisitorConversation>>[1];

const TYPING_EVERY_MS = 3_000;

/**
 * The visitor's end of the line. Rules:
 * 1. What is written stands in the outbox, on this device too, until the server has stored it: neither a lost line nor a
 *    closed page loses it, and sent again it is the same message. It leaves in the order it was written.
 * 2. The page is what the server told after the state it loaded; after a gap the rest is told, or all is loaded anew.
 */
export function openVisitorLine(key: string, pageUrl: string): VisitorLine {
  const memory = visitorMemory(key);
  const store = openVisitorStore(memory);
  const { view, change } = store;
  let socket: Socket<typeof visitorSocket> | null = null;
  let position = 0;
  let typedMs = 0;

  const send: Socket<typeof visitorSocket>['send'] = (message) => socket?.send(message) ?? false;
  const writes = visitorWrites(store, send);
  const typing = shownTyping(store);

  function take(state: VisitorState): void {
    memory.keepToken(state.token);
    position = state.event_id;
    change({ ...loaded(view(), state), token: state.token, needsForm: state.needs_form });
  }

  async function come(more: { identity?: string; answers?: Record<string, string> } = {}): Promise<void> {
    const { token } = view();
    const known = token ? { token } : {};
    take(
      await call(enter, {
        key,
        ...known,
        ...more,
        language: language(),
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        page_url: pageUrl,
      }),
    );
    connect();
  }

  function connect(): void {
    socket?.leave();
    socket = openSocket(SOCKET, {
      guest: { proof: () => view().token!, refused: () => void startAnew() },
      query: () => ({ last_event_id: String(position) }),
      onMessage: onMessage,
      // What is refused for good is told as such, by its client id; of the rest the queue knows when to try again.
      onRefused: (failure, { msg }) => failure.name === 'unavailable' && writes.refusedForNow(msg),
    });
    socket.watch(({ at }) => {
      const connected = at === 'open';
      if (connected === view().connected) return;
      change({ connected });
      if (connected) writes.lineOpened();
    });
  }

  /** The token is no longer good: the visitor is somebody new. */
  async function startAnew(): Promise<void> {
    memory.forgetToken();
    change({ token: null });
    await come().catch(() => {});
  }

  const applyToView = (news: VisitorDown): void => change(applyNews(view(), news as News));

  function onMessage(down: VisitorDown): void {
    if ('event_id' in down) position = Math.max(position, down.event_id);
    switch (down.kind) {
      case 'reload':
        return void come().catch(() => {});
      case 'typing':
        return typing.show(down.name);
      case 'message':
        if (down.message.chat_type === 0) {
          typing.over();
          send({ type: 'delivered', no: down.message.no });
        }
        return applyToView(down);
      case 'ack':
      case 'conversation':
      case 'emoji':
      case 'refused':
        return applyToView(down);
      default:
    }
  }

  return {
    view,
    watch: store.watch,
    enter: come,
    send: writes.send,
    sendFile: writes.sendFile,
    again: writes.again,
    typing() {
      if (Date.now() - typedMs < TYPING_EVERY_MS) return;
      typedMs = Date.now();
      send({ type: 'typing' });
    },
    seen() {
      const { messages, seen } = view();
      const last = messages.at(-1);
      if (!last || placeOf(last) === seen || !send({ type: 'read', no: last.no })) return;
      change({ seen: placeOf(last) });
    },
    async older() {
      const {
        messages: [first],
        token,
      } = view();
      if (!first || !token || first.no === 1) return false;
      const found = await call(history, { token, before: first.no });
      change({ messages: joined(view().messages, found) });
      return found.length > 0;
    },
    async end() {
      await call(end, { token: view().token! });
    },
    leave() {
      writes.stop();
      socket?.leave();
    },
  };
}
