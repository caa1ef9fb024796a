import { setTimeout as pause } from 'node:timers/promises';
import type { Postmaster } from './postmaster.ts';

export type DatabaseChange = 'lost' | 'back';

interface Keeper {
  pid(): number;
  onChange(listener: (change: DatabaseChange) => void): () => void;
  stop(patienceMs?: number): Promise<void>;
}

const STOP_PATIENCE_MS = 10_000;
/** One that lived this long was well: the next death is a new trouble. */
const STEADY_MS = 30_000;
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 5_000;

/** Starts PostgreSQL again whenever it ends by itself, waiting longer from death to death, until `stop()`. */
export function keepRunning(
  first: Postmaster,
  log: (line: string) => void,
  restart: () => Promise<Postmaster>,
): Keeper {
  const listeners = new Set<(change: DatabaseChange) => void>();
  const stopping = new AbortController();
  let current = first;
  let waitMs = 0;

  const announce = (change: DatabaseChange) => {
    for (const listener of listeners) listener(change);
  };

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      const bornAt = performance.now();
      await current.ended;
      if (stopping.signal.aborted) return;
      const lostAt = performance.now();
      if (lostAt - bornAt > STEADY_MS) waitMs = 0;
      log('PostgreSQL ended unexpectedly and is being started again.');
      announce('lost');
      if (!(await revive())) return;
      log(`PostgreSQL is back after ${Math.round(performance.now() - lostAt)} ms.`);
      announce('back');
    }
  }

  async function revive(): Promise<boolean> {
    while (!stopping.signal.aborted) {
      await pause(waitMs, undefined, { signal: stopping.signal }).catch(() => {});
      waitMs = Math.min(Math.max(waitMs * 2, FIRST_WAIT_MS), LONGEST_WAIT_MS);
      try {
        current = await restart();
        return true;
      } catch (error) {
        log(`PostgreSQL could not be started again: ${(error as Error).message}`);
      }
    }
    return false;
  }

  const watching = watch();
  return {
    pid: () => current.pid,
    onChange(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    async stop(patienceMs = STOP_PATIENCE_MS) {
      stopping.abort();
      await current.stop(patienceMs);
      await watching;
      // A restart that was under way when we were told to stop.
      await current.stop(patienceMs);
    },
  };
}
