import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { carrierCall } from '../carrier.ts';
import { speakOver } from './led-call.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A connection whose other end answers as long as it lives. */
class Connection extends EventEmitter {
  readyState: number = WebSocket.OPEN;
  readonly bufferedAmount = 0;
  lives = true;
  send(): void {}
  close(): void {}
  ping(): void {
    if (this.lives) this.emit('pong');
  }
  terminate(): void {
    this.readyState = WebSocket.CLOSED;
    this.emit('close');
  }
}

test('[CC-12] a call led to a machine that is gone without a word ends within seconds, one that lives goes on', () => {
  const socket = new Connection();
  const { near, far } = carrierCall('+49301', '+49302');
  const story: string[] = [];
  far.listener = { ended: (status, q850) => void story.push(`ended ${status} ${q850}`) };
  speakOver(near, socket as unknown as WebSocket);
  vi.advanceTimersByTime(60_000);
  expect(story).toEqual([]);
  socket.lives = false;
  vi.advanceTimersByTime(10_000);
  expect(story).toEqual(['ended 503 38']);
  expect(vi.getTimerCount()).toBe(0);
});
