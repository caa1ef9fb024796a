import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { pcmWav } from '#core/telephony/pcm-wav.ts';
import { testServer } from '#test/test-server.ts';
import type { CallBook, CallEnd, CallLifeEvent, NewCallRecord } from './call-book.ts';
import { openCallBook } from './index.ts';

/** A call that has just begun: a customer calls our number. */
export const aCall = (tenantId: number, wishes: Partial<NewCallRecord> = {}): NewCallRecord => ({
  tenantId,
  callId: `c-${randomUUID()}`,
  node: 'node-1',
  direction: 'inbound',
  startedMs: Date.now() - 60_000,
  customerNumber: '525512345678',
  customerCountry: 'MX',
  ourNumber: '525555550100',
  didNumberId: 3,
  routerId: 4,
  lineId: 5,
  userId: null,
  sipNum: null,
  groupId: null,
  callbackOf: null,
  task: null,
  ...wishes,
});

export const anEnd = (endedMs: number, wishes: Partial<CallEnd> = {}): CallEnd => ({
  endedMs,
  outcome: 'talked',
  cause: 'normal',
  sipStatus: null,
  refusal: null,
  endedBy: 'customer',
  ...wishes,
});

type BareEvent = CallLifeEvent extends infer E ? (E extends { atMs: number } ? Omit<E, 'atMs'> : never) : never;

/** Plays a call into the book, `[second, event]`, and ends it; answers its id. */
export async function playCall(
  book: CallBook,
  call: NewCallRecord,
  life: [number, BareEvent][],
  endSec: number,
  end: Partial<CallEnd> = {},
): Promise<string> {
  const at = (sec: number) => call.startedMs + sec * 1_000;
  await Promise.all([
    book.open(call),
    ...life.map(([sec, event]) => book.note(call.tenantId, call.callId, { ...event, atMs: at(sec) } as CallLifeEvent)),
    book.close(call.tenantId, call.callId, anEnd(at(endSec), end)),
  ]);
  return call.callId;
}

/** A WAV file of so many seconds, 8 kHz stereo 16 bit. */
export function aWav(seconds: number): string {
  const path = join(tmpdir(), `openseat-${randomUUID()}.wav`);
  writeFileSync(path, pcmWav(new Int16Array(seconds * 16_000).fill(0x0101), { rate: 8_000, channels: 2 }));
  return path;
}

/** A server for the tests of a file, and a call book to write calls into. */
export async function bookOfTests(options: Parameters<typeof testServer>[0] = {}) {
  const server = await testServer(options);
  const book = openCallBook(server.world);
  afterAll(async () => {
    await book.stop();
    await server.close();
  });
  return { server, book };
}
