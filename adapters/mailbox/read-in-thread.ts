import { Worker } from 'node:worker_threads';
import type { Mail } from '#core/chat/mail/mail.ts';
import { readMail } from './read-mail.ts';

/** Reading one of these takes a moment that nobody hears. */
const SMALL = 128 * 1_024;
const HEAP_MB = 512;
const PATIENCE_MS = 60_000;

let turn: Promise<unknown> = Promise.resolve();

/** Takes the wrapping off a mail without keeping others from their work: large ones one after another, beside the rest. */
export function readAnyMail(raw: Uint8Array, { small = SMALL, patienceMs = PATIENCE_MS } = {}): Promise<Mail> {
  if (raw.length <= small) return readMail(raw);
  const reading = turn.then(() => inThread(raw, patienceMs));
  turn = reading.catch(() => {});
  return reading;
}

function inThread(raw: Uint8Array, patienceMs: number): Promise<Mail> {
  const thread = new Worker(new URL('./mail-thread.ts', import.meta.url), {
    workerData: raw,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    execArgv: [],
  });
  return new Promise<Mail>((done, failed) => {
    const timer = setTimeout(() => failed(new Error('reading a mail takes too long')), patienceMs);
    thread.on('message', done);
    thread.on('error', failed);
    thread.on('exit', () => failed(new Error('the thread ended early')));
    thread.on('exit', () => clearTimeout(timer));
  }).finally(() => thread.terminate());
}
