import type { VisitorDown, VisitorMessage, VisitorState, VisitorUp } from '#features/chat/chat-channels/contract.ts';
import { api, ORIGIN } from './api.ts';

/** Somebody who writes to a channel, over the calls and the socket their page uses. */
export interface ChatVisitor {
  say(text: string): void;
  sendFile(name: string, type: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  read(no: number): void;
  /** Everything said so far, by both. */
  messages(): readonly VisitorMessage[];
  state(): string;
  leave(): void;
}

/** Comes in by a channel's key. */
export async function aVisitor(key: string): Promise<ChatVisitor> {
  const { token } = await api<VisitorState>(null, 'POST', '/home/api/chat/visitor', {
    key,
    language: 'en-US',
    time_zone: 'America/Mexico_City',
  });
  const socket = new WebSocket(`${ORIGIN.replace('http', 'ws')}/home/api/chat/visitor/socket`, [token]);
  const messages = new Map<number, VisitorMessage>();
  let state = '';
  socket.onmessage = ({ data }) => {
    const down = (JSON.parse(String(data)) as { data: VisitorDown | null }).data;
    if (!down || !('kind' in down)) return;
    if (down.kind === 'message' || down.kind === 'ack') messages.set(down.message.no, down.message as VisitorMessage);
    if (down.kind === 'conversation') state = down.conversation.state;
  };
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  const send = (message: VisitorUp) => socket.send(JSON.stringify(message));
  return {
    say: (text) => send({ type: 'send', client_id: crypto.randomUUID(), text }),
    async sendFile(file, type, bytes) {
      const form = new FormData();
      form.append('token', token);
      form.append('file', new Blob([bytes], { type }), file);
      const answer = (await (
        await fetch(`${ORIGIN}/home/api/chat/visitor/upload`, { method: 'POST', body: form })
      ).json()) as { code: number; msg: string; data: { id: number } };
      if (answer.code !== 0) throw new Error(`The file was refused: ${answer.code} ${answer.msg}`);
      send({ type: 'send', client_id: crypto.randomUUID(), file_id: answer.data.id });
    },
    read: (no) => send({ type: 'read', no }),
    messages: () => [...messages.values()].toSorted((a, b) => a.no - b.no),
    state: () => state,
    leave: () => socket.close(),
  };
}
