import { vi } from 'vitest';

/** The browser's socket in the hand of a test, which plays the server at its other end. */
export class FakeSocket<Up = any, Down extends object = object> {
  static readonly OPEN = 1;
  /** Every socket that was opened since `fakeSockets()`. */
  static all: FakeSocket[] = [];
  readyState = 0;
  /** What the page sent, read. */
  readonly sent: Up[] = [];
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  readonly url: string;
  readonly protocols: readonly string[];

  constructor(url: string, protocols: readonly string[] = []) {
    this.url = url;
    this.protocols = protocols;
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Up);
  }

  /** The page is done with it. */
  close(): void {
    this.drop(1000);
  }

  accept(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  drop(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }

  push(data: Down): void {
    this.answer({ data });
  }

  refuse(code: number, msg: string): void {
    this.answer({ code, msg });
  }

  answer(envelope: { code?: number; data?: unknown; msg?: string }): void {
    this.onmessage?.({ data: JSON.stringify({ code: 0, data: null, msg: '', ...envelope }) });
  }
}

/** Puts fake sockets in the place of real ones. */
export function fakeSockets<Up = any, Down extends object = object>(Socket: typeof FakeSocket = FakeSocket) {
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', Socket);
  return {
    last: () => FakeSocket.all.at(-1)! as FakeSocket<Up, Down>,
    /** A page asks for a ticket before it opens its socket. */
    opened: () =>
      vi.waitFor(() => {
        if (FakeSocket.all.length === 0) throw new Error('no socket yet');
      }),
  };
}
