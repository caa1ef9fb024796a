import { text } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { CHAT_FILE_MOST, chatApi } from '../../contract.ts';
import type { ChatSession } from '../desk/chat-session.ts';

/** The kinds of files a conversation takes. */
export const fileKinds = chatApi.upload.accepts;

/** Sends files to the open conversation; of one that cannot be sent is told why. */
export function sendFiles(session: ChatSession, files: Iterable<File>): void {
  for (const file of files) {
    if (file.size > CHAT_FILE_MOST) toast({ tone: 'warning', text: text('chat.fileTooLarge', { name: file.name }) });
    else if (!fileKinds.includes(file.type))
      toast({ tone: 'warning', text: text('chat.fileRefused', { name: file.name }) });
    else session.sendFile(file);
  }
}
