import type { Sessions } from '#platform/server/sessions/sessions.ts';

/** A cut line to the database must not hold an answer back; the sessions read everything anew when it is back. */
const HEAR_WITHIN_MS = 1_000;

/**
 * Does a change of rights and answers once this process has heard of it. The database tells every process after the
 * commit; without waiting, a call sent right after the answer could still be judged by the old rights.
 */
export async function untilHeard<T>(sessions: Pick<Sessions, 'onChanged'>, whose: { userId: number } | { tenantId: number }, change: () => Promise<T>): Promise<T> {
  const { promise: heard, resolve } = Promise.withResolvers<void>();
  const stop = sessions.onChanged((which) => {
    const isOurs = 'userId' in whose ? which.userId === whose.userId : which.tenantId === whose.tenantId;
    if (isOurs) resolve();
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    const result = await change();
    timer = setTimeout(resolve, HEAR_WITHIN_MS);
    await heard;
    return result;
  } finally {
    clearTimeout(timer);
    stop();
  }
}
