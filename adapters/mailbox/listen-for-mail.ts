import type { ImapFlow } from 'imapflow';
import type { CarrierEar } from '#core/chat/carrier.port.ts';
import type { openMailReader } from './open-mail-reader.ts';
import { wait } from './wait.ts';
import type { WatchTimes } from './watch-times.ts';

export interface MailListener {
  reader: ReturnType<typeof openMailReader>;
  ear: CarrierEar;
  times: WatchTimes;
}

/** Reads what is new, whenever the server tells of it or it is time for a look, until the connection is over. */
export async function listenForMail(
  { reader, ear, times }: MailListener,
  client: ImapFlow,
  over: AbortSignal,
): Promise<void> {
  let hasIdle = client.capabilities.has('IDLE');
  while (!over.aborted) {
    const beganMs = performance.now();
    // Told while we read: then it is read again at once.
    const bell = new AbortController();
    const ring = (): void => bell.abort();
    client.on('exists', ring);
    try {
      const { isMore, isPutOff } = await reader.read(client, over);
      if (over.aborted) return;
      if (isMore) continue;
      await ear.contact(null).catch(() => {});
      if (hasIdle && !bell.signal.aborted) {
        void client
          .idle()
          .catch(() => false)
          .then((went) => {
            // Promised and refused: then it is asked each minute.
            if (went !== false || over.aborted) return;
            hasIdle = false;
            ring();
          });
      }
      await wait(
        Math.min(isPutOff ? times.againMs : Infinity, hasIdle ? times.idleLookMs : times.lookMs),
        AbortSignal.any([over, bell.signal]),
      );
      if (!hasIdle && !over.aborted) await client.noop();
    } finally {
      client.off('exists', ring);
      await wait(times.roundMs - (performance.now() - beganMs), over);
    }
  }
}
