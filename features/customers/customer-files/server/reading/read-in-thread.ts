import { Worker } from 'node:worker_threads';
import type { ImportRules } from '../../core/import-row.ts';
import type { WhyWrong } from '../../core/why-wrong.ts';
import { Failure, type FailureName } from '#shared/errors.ts';
import type { WrongRow } from '../../contract.ts';
import type { FileShape, Peeked, PeekWish } from './file-rows.ts';
import type { NumbersWish } from './number-rows.ts';

/** What the thread needs to read every row of a file. */
export interface ReadWish {
  path: string;
  bytes: number;
  shape: FileShape;
  rules: ImportRules;
  titles: readonly string[];
  /** Where wrong rows are written, and in which words. */
  errorsPath: string;
  words: { line: string; column: string; reason: string; why: Record<WhyWrong, string> };
}

export type ThreadWish =
  | ({ task: 'peek' } & PeekWish)
  | ({ task: 'read' } & ReadWish)
  /** What is copied are its numbers, one a line. */
  | ({ task: 'numbers' } & NumbersWish);

/** Rows ready for COPY, and how far the thread is in all. */
export interface ReadBatch {
  copy: Uint8Array;
  rows: number;
  staged: number;
  wrong: number;
  part: number;
}
/** `firstWrong`: as many wrong rows as are shown. */
export type ReadEnd = Pick<ReadBatch, 'rows' | 'staged' | 'wrong'> & { firstWrong: WrongRow[] };

export type FromThread =
  | { type: 'peeked'; peeked: Peeked }
  | ({ type: 'batch' } & ReadBatch)
  | ({ type: 'end' } & ReadEnd)
  | { type: 'failed'; failure: FailureName | null; problem: string };

/** Of strings and rows; a file that needs more is told to be unreadable. */
const HEAP_MB = 512;

/** Looks at a file in a thread of its own. */
export async function peekInThread(wish: PeekWish): Promise<Peeked> {
  for await (const message of messages({ task: 'peek', ...wish })) if (message.type === 'peeked') return message.peeked;
  throw new Error('the thread said nothing');
}

/** Reads every row of a file in a thread of its own; the thread waits while `take` is busy. Ends early when the signal says so. */
export async function readInThread(
  wish: Exclude<ThreadWish, { task: 'peek' }>,
  take: (batch: ReadBatch) => Promise<void>,
  signal: AbortSignal,
): Promise<ReadEnd> {
  for await (const message of messages(wish, signal)) {
    signal.throwIfAborted();
    if (message.type === 'batch') await take(message);
    if (message.type === 'end') return message;
  }
  signal.throwIfAborted();
  throw new Error('the thread ended early');
}

/** What a thread says, one by one; each is acknowledged when the next is asked for. */
async function* messages(wish: ThreadWish, signal?: AbortSignal): AsyncGenerator<FromThread> {
  const thread = new Worker(new URL('./import-thread.ts', import.meta.url), {
    workerData: wish,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    execArgv: [],
  });
  const received: FromThread[] = [];
  let isOver = false;
  let problem: Error | null = null;
  let wake = (): void => {};
  thread.on('message', (message: FromThread) => {
    received.push(message);
    wake();
  });
  thread.on('error', (error) => {
    problem = error;
    wake();
  });
  const over = (): void => {
    isOver = true;
    wake();
  };
  thread.on('exit', over);
  signal?.addEventListener('abort', over);
  try {
    for (;;) {
      const message = received.shift();
      if (message?.type === 'failed') throw message.failure ? new Failure(message.failure) : new Error(message.problem);
      if (message) {
        yield message;
        thread.postMessage('taken', []);
      } else if (problem)
        throw (problem as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? new Failure('importUnreadable')
          : problem;
      else if (isOver) return;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    signal?.removeEventListener('abort', over);
    await thread.terminate();
  }
}
