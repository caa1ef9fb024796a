import { text } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { CHAT_FILE_MOST, chatApi } from '../../contract.ts';

/** The kinds of files a conversation takes. */
export const fileKinds = chatApi.upload.accepts;

/** Those of these files that can be sent; of every other is told why, and what could be. */
export function allowedFiles(files: Iterable<File>): File[] {
  return [...files].filter((file) => {
    const refusal =
      file.size > CHAT_FILE_MOST ? 'chat.fileTooLarge' : fileKinds.includes(file.type) ? null : 'chat.fileRefused';
    if (refusal) toast({ tone: 'warning', text: text(refusal, { name: file.name, kinds: text('chat.fileKinds') }) });
    return refusal === null;
  });
}
