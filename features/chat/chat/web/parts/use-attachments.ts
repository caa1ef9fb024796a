import { useState } from 'react';
import { attached } from '../desk/attached.ts';
import { allowedFiles } from './allowed-files.ts';

/** Files that go with the next message. */
export interface Attachments {
  files: readonly File[];
  add(files: Iterable<File>): void;
  remove(file: File): void;
  /** All of them, to be sent: none is left. */
  take(): readonly File[];
}

export function useAttachments(conversationId: number): Attachments {
  const [files, setFiles] = useState(() => attached.get(conversationId));
  const keep = (next: readonly File[]) => {
    attached.set(conversationId, next);
    setFiles(next);
  };
  return {
    files,
    add: (more) => keep([...files, ...allowedFiles(more)]),
    remove: (file) => keep(files.filter((one) => one !== file)),
    take() {
      keep([]);
      return files;
    },
  };
}
