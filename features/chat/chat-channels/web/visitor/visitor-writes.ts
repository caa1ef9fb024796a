import type { Outgoing } from '../../core/visitor-log.ts';
import type { Socket } from '#platform/web/socket.ts';
import { upload } from '#platform/web/upload.ts';
import type { visitorSocket } from '../../contract.ts';
import { uploadFile } from './api.ts';
import type { VisitorLine } from './visitor-line.ts';
import type { VisitorStore } from './visitor-store.ts';

/** What the visitor writes. It stands in the outbox until the server has stored it (rule 1). */
export interface VisitorWrites extends Pick<VisitorLine, 'send' | 'sendFile' | 'again'> {
  /** There is a line: everything that waits is sent. */
  sendWaiting(): void;
}

export function visitorWrites(
  { view, change }: VisitorStore,
  send: Socket<typeof visitorSocket>['send'],
): VisitorWrites {
  const push = ({ client_id, text, file_id }: Outgoing): void =>
    void send({
      type: 'send',
      client_id,
      ...(text === undefined ? {} : { text }),
      ...(file_id === undefined ? {} : { file_id }),
    });

  function write(one: Omit<Outgoing, 'client_id' | 'refused'>): void {
    const outgoing = { ...one, client_id: crypto.randomUUID(), refused: '' };
    change({ outbox: [...view().outbox, outgoing] });
    push(outgoing);
  }

  return {
    send: (text) => write({ text }),
    async sendFile(file) {
      const id = crypto.randomUUID();
      const set = (done: number): void =>
        change({ uploads: view().uploads.map((one) => (one.id === id ? { ...one, done } : one)) });
      change({ uploads: [...view().uploads, { id, name: file.name, done: 0 }] });
      try {
        const stored = await upload(uploadFile, file, { token: view().token! }, { onProgress: set });
        write({ file_id: stored.id, file_name: stored.name });
      } finally {
        change({ uploads: view().uploads.filter((one) => one.id !== id) });
      }
    },
    again(clientId) {
      change({ outbox: view().outbox.map((one) => (one.client_id === clientId ? { ...one, refused: '' } : one)) });
      const one = view().outbox.find(({ client_id }) => client_id === clientId);
      if (one) push(one);
    },
    sendWaiting() {
      for (const one of view().outbox) if (!one.refused) push(one);
    },
  };
}
