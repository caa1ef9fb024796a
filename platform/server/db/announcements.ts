import { randomUUID } from 'node:crypto';
import { CompiledQuery, type Transaction } from 'kysely';
import type { AnnouncementListener, Push } from './db.ts';
import { putJobs } from './pipelined-pool.ts';

/** What waits for the end of a transaction. */
export interface Pending {
  committed: (() => void)[];
  jobs: { task: string; payload: object; wanted: string | undefined }[];
  pushes: Push[];
}

/** Who wants to hear of which event. */
export function openAnnouncements(report: (problem: unknown) => void) {
  const listeners = new Map<string, AnnouncementListener[]>();

  /** The transaction is done: whoever cannot hear of it does not undo it. */
  function emit({ onAnnounced }: Extract<AnnouncementListener, { onAnnounced: unknown }>, payload: object): void {
    try {
      onAnnounced(payload as never);
    } catch (problem) {
      report(problem);
    }
  }

  return {
    subscribe(event: string, listener: AnnouncementListener): void {
      listeners.set(event, [...(listeners.get(event) ?? []), listener]);
    },
    announce({ committed, jobs }: Pending, event: string, payload: object): void {
      const announced = { ...payload, announcementId: randomUUID() };
      for (const listener of listeners.get(event) ?? []) {
        if ('onAnnounced' in listener) committed.push(() => emit(listener, announced));
        else if (listener.when?.(announced as never) ?? true)
          jobs.push({ task: listener.task, payload: announced, wanted: listener.wanted });
      }
    },
  };
}

export async function addJobs(trx: Transaction<never>, jobs: Pending['jobs']): Promise<void> {
  const conditions = [...new Set(jobs.flatMap(({ wanted }) => wanted ?? []))].sort();
  const listed = jobs.map(({ task, payload, wanted }) => ({
    task,
    payload,
    ...(wanted === undefined ? {} : { if: conditions.indexOf(wanted) }),
  }));
  await trx.executeQuery(CompiledQuery.raw(putJobs(conditions), [JSON.stringify(listed)]));
}
