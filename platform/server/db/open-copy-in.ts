import type pg from 'pg';
import type { CopyIn } from './copy-in.ts';

/** What a client of `pg` tells a statement that takes rows in. */
interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  stream: {
    writableNeedDrain: boolean;
    once(event: 'drain' | 'close', listener: () => void): void;
    off(event: 'drain' | 'close', listener: () => void): void;
  };
}

/** Begins a `copy … from stdin` in a transaction of its own, with rights of the owner and without a time limit. */
export async function openCopyIn(pool: pg.Pool, statement: string): Promise<CopyIn> {
  const client = await pool.connect();
  let isOver = false;
  const giveUp = (): void => {
    if (isOver) return;
    isOver = true;
    client.off('end', lost);
    // The database takes back what a lost connection left half done.
    client.release(true);
  };
  const { promise: isReady, resolve: ready, reject: refused } = Promise.withResolvers<CopyConnection>();
  const { promise: isDone, resolve: done, reject: failed } = Promise.withResolvers<void>();
  isDone.catch(() => {});
  const fail = (problem: unknown): void => {
    refused(problem);
    failed(problem);
  };
  const lost = (): void => fail(new Error('Connection terminated'));
  try {
    await client.query('begin');
    await client.query('set local statement_timeout = 0');
    client.query({
      submit: (connection: CopyConnection) => connection.query(statement),
      handleCopyInResponse: ready,
      handleError: fail,
      handleCommandComplete() {},
      handleReadyForQuery: () => done(),
    } as unknown as pg.Submittable);
    client.once('end', lost);
    const connection = await isReady;
    const room = async (): Promise<void> => {
      if (!connection.stream.writableNeedDrain) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      connection.stream.once('drain', resolve);
      connection.stream.once('close', resolve);
      await Promise.race([promise, isDone]);
      connection.stream.off('drain', resolve);
      connection.stream.off('close', resolve);
    };
    return {
      async write(chunk) {
        connection.sendCopyFromChunk(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
        await room();
      },
      async end() {
        try {
          connection.endCopyFrom();
          await isDone;
          await client.query('commit');
          if (!isOver) {
            isOver = true;
            client.off('end', lost);
            client.release();
          }
        } finally {
          giveUp();
        }
      },
      abort: giveUp,
    };
  } catch (thrown) {
    giveUp();
    throw thrown;
  }
}
