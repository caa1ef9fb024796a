import { Failure } from '#shared/errors.ts';
import { isUnavailable } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import type { CallBook } from './call-book.ts';
import { openDelivery } from './open-delivery.ts';
import { adoptLeftRecording, keepRecording } from './recordings.ts';
import { recordingOnDisk, sealedRecordings, type WaitingRecording } from './waiting-recording.ts';

const isAway = (thrown: unknown): boolean =>
  isUnavailable(thrown) || (thrown instanceof Failure && thrown.name === 'filesAway');

/** Brings recordings from the disk they were written to into the files; what has to wait there waits sealed. `settled`: records are there. */
export function openRecordingKeeper(
  world: Pick<World, 'db' | 'files' | 'log' | 'recordingsSpool'>,
  settled: (tenantId: number) => Promise<void>,
  retryMs?: number,
) {
  const { log, recordingsSpool: spool } = world;
  const delivery = openDelivery({
    isAway,
    ...(retryMs === undefined ? {} : { retryMs }),
    report: (waiting) => log.warn({ recordings: waiting }, 'recordings wait on disk until they can be kept'),
  });
  const keeping = new Set<Promise<void>>();

  /** Where it cannot be sealed now that is tried with the next attempt. */
  const delivered = <T>(waiting: WaitingRecording, work: () => Promise<T>): Promise<T> =>
    delivery.deliver(async () => {
      try {
        return await work();
      } catch (thrown) {
        if (isAway(thrown))
          await waiting
            .seal()
            .catch((problem: unknown) => log.warn({ err: problem }, 'a recording that waits could not be sealed'));
        throw thrown;
      }
    });

  const add: CallBook['addRecording'] = (tenantId, callId, { path, kind, ...named }) => {
    const waiting = recordingOnDisk(path, named, spool);
    const kept = settled(tenantId)
      .then(() => delivered(waiting, () => keepRecording(world, tenantId, callId, kind, waiting)))
      .finally(() => keeping.delete(kept));
    keeping.add(kept);
    return kept;
  };
  const adopt: CallBook['adoptRecording'] = ({ path, ...named }) => {
    const waiting = recordingOnDisk(path, named, spool);
    return delivered(waiting, () => adoptLeftRecording(world, waiting));
  };
  const adoptSealed: CallBook['adoptSealed'] = async () => {
    const strangers: string[] = [];
    for (const waiting of spool ? await sealedRecordings(spool) : [])
      try {
        if (!(await delivered(waiting, () => adoptLeftRecording(world, waiting)))) strangers.push(waiting.recordingId);
      } catch (problem) {
        if (isAway(problem)) throw problem;
        // One that is damaged keeps none behind it from being taken in.
        log.error({ err: problem, recordingId: waiting.recordingId }, 'a sealed recording could not be taken in');
      }
    return strangers;
  };

  return {
    add,
    adopt,
    adoptSealed,
    async stop(): Promise<void> {
      delivery.stop();
      // One that fails tells its giver, and stays on disk.
      await Promise.allSettled(keeping);
    },
  };
}
