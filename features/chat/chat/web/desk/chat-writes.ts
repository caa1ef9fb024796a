import { call } from '#platform/web/call.ts';
import { failureText } from '#platform/web/failure-handler.ts';
import { text } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { upload } from '#platform/web/upload.ts';
import type { Viewer } from '#platform/web/viewer.ts';
import { chatApi, type ChatMessage } from '../../contract.ts';
import type { OpenChatLine } from './chat-line.ts';
import type { ChatMachine } from './chat-machine.ts';
import type { ChatSession } from './chat-session.ts';
import { newMessage } from './new-message.ts';

const TYPING_EVERY_MS = 3_000;
/** Shorter than the shortest time a team can set for reacting. */
const ACTIVE_EVERY_MS = 5_000;

/** What the agent writes, and how it leaves the page. */
export interface ChatWrites extends Pick<ChatSession, 'write' | 'sendFile' | 'retry' | 'drop' | 'typing'> {
  send(message: ChatMessage): void;
  upload(clientId: string): Promise<void>;
  read(conversationId: number, no: number): void;
  /** The person writes, wherever that is; the server is told now and then that they are there. */
  active(): void;
  /** There is a line again: of the next one that breaks is warned anew. */
  lineOpened(): void;
}

export function chatWrites(
  who: Pick<Viewer, 'userId' | 'name'>,
  { send: happen, current }: ChatMachine,
  line: Pick<OpenChatLine, 'send'>,
): ChatWrites {
  const files = new Map<string, { file: File; conversationId: number }>();
  let typedAt = 0;
  let activeAt = 0;
  let warned = false;
  const openId = (): number | null => current().open?.id ?? null;

  return {
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
      line.send({ type: 'typing', conversation_id: id });
    },
    /** [CHAT-06] Without a line the message waits for it: the line is tried at once, and the agent is warned once. */
    send({ client_id: clientId, conversation_id: id, text: words, file, author, mentions }) {
      const message = {
        conversation_id: id,
        client_id: clientId,
        note: author === 'note',
        mentions,
        ...(file ? { file_id: file.id } : { text: words }),
      };
      if (line.send({ type: 'send', message })) return;
      if (!warned) toast({ tone: 'warning', text: text('chat.tryLater'), id: 'chat.tryLater' });
      warned = true;
      window.dispatchEvent(new Event('online'));
    },
    async upload(clientId) {
      const wanted = files.get(clientId);
      if (!wanted) return happen({ type: 'sendFailed', clientId, why: text('chat.fileGone') });
      try {
        const file = await upload(
          chatApi.upload,
          wanted.file,
          { conversation_id: wanted.conversationId },
          { onProgress: (progress) => happen({ type: 'uploadMoved', clientId, progress }) },
        );
        // Its bytes are the server's now: whatever becomes of the message, they are not sent again.
        files.delete(clientId);
        happen({ type: 'uploaded', clientId, file });
      } catch (error) {
        happen({ type: 'sendFailed', clientId, why: failureText(error) });
      }
    },
    read(conversationId, no) {
      if (!line.send({ type: 'read', conversation_id: conversationId, no }))
        call(chatApi.read, { conversation_id: conversationId, no }).catch(() => {});
    },
    active() {
      if (Date.now() - activeAt < ACTIVE_EVERY_MS) return;
      activeAt = Date.now();
      line.send({ type: 'writes' });
    },
    lineOpened() {
      warned = false;
    },
  };
}
