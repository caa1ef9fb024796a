import { FileText, X } from 'lucide-react';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Thumbnail } from '#platform/web/ui/thumbnail.tsx';
import type { Attachments } from './use-attachments.ts';

/** What goes with the message, before it goes: pictures as they look, others by name and size. Each can be taken out. */
export function AttachmentTray({ attachments: { files, remove } }: { attachments: Attachments }) {
  const t = useText();
  const format = useFormat();
  if (files.length === 0) return null;
  return (
    <ul className="chat-attached" aria-label={t('chat.attached')}>
      {files.map((file, index) => (
        <li key={`${file.name} ${index}`}>
          {file.type.startsWith('image/') ? <Thumbnail file={file} /> : <FileText size={20} aria-hidden />}
          <span>
            <b>{file.name}</b>
            <small>{format.bytes(file.size)}</small>
          </span>
          <button
            type="button"
            aria-label={t('chat.takeOut', { name: file.name })}
            data-hint={t('chat.takeOut', { name: file.name })}
            onClick={() => remove(file)}
          >
            <X size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
