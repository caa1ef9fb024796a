import { heard, joined, loaded, placeOf, type Outgoing, type VisitorLog } from '../../core/visitor-log.ts';
import { call } from '#platform/web/call.ts';
import { language } from '#platform/web/i18n.ts';
import { openSocket, type Socket } from '#platform/web/socket.ts';
import { upload } from '#platform/web/upload.ts';
import type { Failure } from '#shared/errors.ts';
import type { visitorSocket, VisitorConversation, VisitorDown, VisitorMessage, VisitorState } from '../../contract.ts';
import { end, enter, history, SOCKET, uploadFile } from './api.ts';

type Log = VisitorLog<VisitorMessage, VisitorConversation>;

/** All that a visitor's page shows. */
export interface VisitorView extends Log {
  /** Null until the visitor is let in. */
  token: string | null;
  needsForm: boolean;
  connected: boolean;
  /** Who writes to the visitor at this moment. */
  typing: string;
  /** Files on their way, each with how far it is: 0 to 1. */
  uploads: readonly { id: string; name: string; done: number }[];
  /** The newest message the visitor has seen: `conversation.no`. */
  seen: string;
}

export interface VisitorLine {
  view(): VisitorView;
  watch(watcher: () => void): () => void;
  /** Comes in: with what this device knows, with the host site's word, with answers to the questions before. */
  enter(more?: { identity?: string; answers?: Record<string, string> }): Promise<void>;
  send(text: string): void;
  sendFile(file: File): Promise<void>;
  /** Tries a refused one again, or forgets it. */
  again(clientId: string): void;
  typing(): void;
  seen(): void;
  older(): Promise<boolean>;
  end(): Promise<void>;
  leave(): void;
}

const TYPING_EVERY_MS = 3_000;
const TYPING_SHOWN_MS = 5_000;

const tokenKey = (key: string): string => `openseat.visitor.${key}`;
const outboxKey = (key: string): string => `openseat.visitor.${key}.outbox`;

function kept<T>(key: string, fallback: T): T {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as T | null) ?? fallback;
  } catch {
    return fallback;
  }
}

function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is shut or full: the conversation lasts as long as the page.
  }
}

/**
 * The visitor's end of the line. Rules:
 * 1. What is written stands in the outbox, on this device too, until the server has stored it: neither a lost line nor a
 *    closed page loses it, and sent again it is the same message.
 * 2. The page is what the server told after the state it loaded; after a gap the rest is told, or all is loaded anew.
 */
export function openVisitorLine(key: string, pageUrl: string): VisitorLine {
  let view: VisitorView = {
    token: kept<string | null>(tokenKey(key), null),
    needsForm: false,
    connected: false,
    conversation: null,
    messages: [],
    outbox: kept<Outgoing[]>(outboxKey(key), []),
    typing: '',
    uploads: [],
    seen: '',
  };
  let socket: Socket<typeof visitorSocket> | null = null;
  let position = 0;
  let typedMs = 0;
  let typingTimer: ReturnType<typeof setTimeout> | undefined;
  const watchers = new Set<() => void>();

  function change(next: Partial<VisitorView>): void {
    const outboxBefore = view.outbox;
    view = { ...view, ...next };
    if (view.outbox !== outboxBefore) keep(outboxKey(key), view.outbox);
    watchers.forEach((watcher) => watcher());
  }

  function take(state: VisitorState): void {
    keep(tokenKey(key), state.token);
    position = state.event_id;
    change({ ...loaded(view, state), token: state.token, needsForm: state.needs_form });
  }

  async function come(more: { identity?: string; answers?: Record<string, string> } = {}): Promise<void> {
    const known = view.token ? { token: view.token } : {};
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
      guest: { proof: () => view.token!, refused: () => void startAnew() },
      query: () => ({ last_event_id: String(position) }),
      onMessage: told,
      // What is refused by its client id is told as such; the rest is tried again when the line is back.
      onRefused: (_failure: Failure) => {},
    });
    socket.watch(({ at }) => {
      const connected = at === 'open';
      if (connected === view.connected) return;
      change({ connected });
      if (connected) for (const one of view.outbox) if (!one.refused) push(one);
    });
  }

  /** The token is no longer good: the visitor is somebody new. */
  async function startAnew(): Promise<void> {
    localStorage.removeItem(tokenKey(key));
    change({ token: null });
    await come().catch(() => {});
  }

  function told(down: VisitorDown): void {
    if ('event_id' in down) position = Math.max(position, down.event_id);
    switch (down.kind) {
      case 'reload':
        return void come().catch(() => {});
      case 'typing':
        clearTimeout(typingTimer);
        typingTimer = setTimeout(() => change({ typing: '' }), TYPING_SHOWN_MS);
        return change({ typing: down.name });
      case 'message':
        if (down.message.chat_type === 0) {
          change({ typing: '' });
          socket?.send({ type: 'delivered', no: down.message.no });
        }
        return change(
          heard<VisitorMessage, VisitorConversation>(view, {
            kind: 'message',
            message: down.message as VisitorMessage,
          }),
        );
      case 'ack':
      case 'conversation':
      case 'emoji':
      case 'refused':
        return change(heard(view, down as Parameters<typeof heard<VisitorMessage, VisitorConversation>>[1]));
      default:
    }
  }

  const push = ({ client_id, text, file_id }: Outgoing): void =>
    void socket?.send({
      type: 'send',
      client_id,
      ...(text === undefined ? {} : { text }),
      ...(file_id === undefined ? {} : { file_id }),
    });

  function write(one: Omit<Outgoing, 'client_id' | 'refused'>): void {
    const outgoing = { ...one, client_id: crypto.randomUUID(), refused: '' };
    change({ outbox: [...view.outbox, outgoing] });
    push(outgoing);
  }

  return {
    view: () => view,
    watch(watcher) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    enter: come,
    send: (text) => write({ text }),
    async sendFile(file) {
      const id = crypto.randomUUID();
      const set = (done: number): void =>
        change({ uploads: view.uploads.map((one) => (one.id === id ? { ...one, done } : one)) });
      change({ uploads: [...view.uploads, { id, name: file.name, done: 0 }] });
      try {
        const stored = await upload(uploadFile, file, { token: view.token! }, { onProgress: set });
        write({ file_id: stored.id, file_name: stored.name });
      } finally {
        change({ uploads: view.uploads.filter((one) => one.id !== id) });
      }
    },
    again(clientId) {
      change({ outbox: view.outbox.map((one) => (one.client_id === clientId ? { ...one, refused: '' } : one)) });
      const one = view.outbox.find(({ client_id }) => client_id === clientId);
      if (one) push(one);
    },
    typing() {
      if (Date.now() - typedMs < TYPING_EVERY_MS) return;
      typedMs = Date.now();
      socket?.send({ type: 'typing' });
    },
    seen() {
      const last = view.messages.at(-1);
      if (!last || placeOf(last) === view.seen || !socket?.send({ type: 'read', no: last.no })) return;
      change({ seen: placeOf(last) });
    },
    async older() {
      const first = view.messages[0];
      if (!first || !view.token || first.no === 1) return false;
      const found = await call(history, { token: view.token, before: first.no });
      change({ messages: joined(view.messages, found) });
      return found.length > 0;
    },
    async end() {
      await call(end, { token: view.token! });
    },
    leave: () => socket?.leave(),
  };
}
