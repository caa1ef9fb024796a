import { once } from 'node:events';
import { WebSocket } from 'ws';

interface Answer {
  type: 'success' | 'error' | 'event';
  id?: number;
  result?: unknown;
  error?: string;
  message?: string;
}

/** A connection by WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/): commands, each with its answer. */
export interface Bidi {
  send<Result>(method: string, params: object): Promise<Result>;
  close(): void;
}

export async function openBidi(url: string): Promise<Bidi> {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = 0;
  socket.on('message', (data) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id === undefined) return;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  socket.on('close', () => {
    for (const settle of waiting.values()) settle({ type: 'error', error: 'the browser is gone' });
    waiting.clear();
  });
  return {
    async send<Result>(method: string, params: object): Promise<Result> {
      const id = ++last;
      const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
      socket.send(JSON.stringify({ id, method, params }));
      const { type, result, error, message } = await answered;
      if (type === 'error') throw new Error(`${method}: ${error} ${message ?? ''}`);
      return result as Result;
    },
    close: () => socket.close(),
  };
}
