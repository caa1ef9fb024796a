import { useText } from '#platform/web/i18n.ts';
import { Thumbnail } from '#platform/web/ui/thumbnail.tsx';

/** What goes with the message, before it goes; each can be taken out. */
export function FileTray({ files, onRemove }: { files: readonly File[]; onRemove: (file: File) => void }) {
  const t = useText();
  if (files.length === 0) return null;
  return (
    <ul className="vis-tray" aria-label={t('chat-channels.visitor.attached')}>
      {files.map((file, index) => (
        <li key={`${file.name} ${index}`}>
          {file.type.startsWith('image/') && <Thumbnail file={file} />}
          <b>{file.name}</b>
          <button
            type="button"
            className="vis-icon"
            aria-label={t('chat-channels.visitor.takeOut', { name: file.name })}
            onClick={() => onRemove(file)}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}
