import {
  emptySendQueue,
  sendQueue,
  type SendQueue,
  type SendQueueEffect,
  type SendQueueEvent,
} from '#core/chat/send-queue.ts';
import { driveTimed } from '#core/timed-machine.ts';
import { firstWaiting, triedAgain, type PendingVisitorMessage } from '../../core/visitor-log.ts';
import type { Socket } from '#platform/web/socket.ts';
import { pageTimer } from '#platform/web/timer.ts';
import { upload } from '#platform/web/upload.ts';
import type { visitorSocket } from '../../contract.ts';
import { uploadFile } from './api.ts';
import type { VisitorLine } from './visitor-line.ts';
import type { VisitorStore } from './visitor-store.ts';

/** What the visitor writes. It stands in the outbox until the server has stored it (rule 1), and leaves it one after another. */
export interface VisitorWrites extends Pick<VisitorLine, 'send' | 'sendFile' | 'again'> {
  lineOpened(): void;
  /** The server cannot store it just now. */
  refusedForNow(clientId: string): void;
  stop(): void;
}

export function visitorWrites(
  { view, change, watch }: VisitorStore,
  send: Socket<typeof visitorSocket>['send'],
): VisitorWrites {
  const queue = driveTimed<SendQueue, SendQueueEvent, SendQueueEffect>(
    sendQueue,
    // Also what another page of this device left behind.
    { ...emptySendQueue, first: firstWaiting(view().outbox) },
    ({ id }) => push(id),
    { after: pageTimer },
  );
  const unwatch = watch(() => queue.send({ type: 'changed', first: firstWaiting(view().outbox) }));

  function push(id: string): void {
    const one = view().outbox.find(({ client_id }) => client_id === id);
    if (!one) return;
    const { client_id, text, file_id } = one;
    send({
      type: 'send',
      client_id,
      ...(text === undefined ? {} : { text }),
      ...(file_id === undefined ? {} : { file_id }),
    });
  }

  const write = (one: Omit<PendingVisitorMessage, 'client_id' | 'refused'>): void =>
    change({ outbox: [...view().outbox, { ...one, client_id: crypto.randomUUID(), refused: '' }] });

  return {
    send: (text) => write({ text }),
    async sendFile(file) {
      const id = crypto.randomUUID();
      const set = (done: number): void =>
        change({ uploads: view().uploads.map((one) => (one.id === id ? { ...one, done } : one)) });
      const picture = file.type.startsWith('image/') ? file : null;
      change({ uploads: [...view().uploads, { id, name: file.name, done: 0, picture }] });
      const gone = (): void => change({ uploads: view().uploads.filter((one) => one.id !== id) });
      try {
        const stored = await upload(uploadFile, file, { token: view().token! }, { onProgress: set });
        gone();
        write({ file_id: stored.id, file_name: stored.name, is_image: stored.is_image });
      } catch (problem) {
        gone();
        throw problem;
      }
    },
    again: (clientId) => change({ outbox: triedAgain(view().outbox, clientId) }),
    lineOpened: () => queue.send({ type: 'lineOpened' }),
    refusedForNow: (id) => queue.send({ type: 'refusedForNow', id }),
    stop() {
      unwatch();
      queue.clearTimers();
    },
  };
}
