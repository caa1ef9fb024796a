import type { PoolClient } from 'pg';
import type { Db } from './db.ts';
import type { Lifeline, LifelineWishes } from './lifeline.ts';

const BEAT_MS = 1_000;

/** `stillMs`: whoever says nothing for so long (a stopped process, a suspended machine) is cut off. */
export function openLifeline(db: Db, stillMs: number, { opened, beat, lost, failed }: LifelineWishes): Lifeline {
  let client: PoolClient | null = null;
  let isWanted = false;
  let isStopped = false;
  let turn: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = turn.then(work);
    turn = result.catch(() => {});
    return result;
  }

  async function connected(): Promise<PoolClient> {
    if (client) return client;
    const line = await db.pool.connect();
    line.on('error', () => gone(line)).on('end', () => gone(line));
    try {
      await line.query(`set idle_session_timeout = ${stillMs}`);
      await opened?.(line);
    } catch (problem) {
      line.release(true);
      throw problem;
    }
    return (client = line);
  }

  function gone(line: PoolClient): void {
    if (client !== line) return;
    drop();
    if (isStopped) return;
    lost();
    inTurn(connected).catch(failed);
  }

  /** Never back to the pool: the locks live and die with it. */
  function drop(): void {
    const dropped = client;
    client = null;
    dropped?.release(true);
  }

  const timer = setInterval(() => {
    if (isWanted) inTurn(async () => (beat ?? alive)(await connected())).catch(failed);
  }, BEAT_MS);
  timer.unref();

  return {
    run(work) {
      isWanted = true;
      return inTurn(async () => work(await connected()));
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await turn;
      drop();
    },
  };
}

const alive = async (line: PoolClient): Promise<void> => void (await line.query('select 1'));
