import { useRef } from 'react';
import { useText } from '#platform/web/i18n.ts';

/** The button that chooses files to send. */
export function FilePicker({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  const t = useText();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept="image/png,image/jpeg,image/webp,image/gif,application/pdf,text/plain"
        onChange={({ currentTarget }) => {
          onFiles(currentTarget.files ?? []);
          currentTarget.value = '';
        }}
      />
      <button
        type="button"
        className="vis-icon"
        aria-label={t('chat-channels.visitor.attach')}
        title={t('chat-channels.visitor.attachKinds')}
        onClick={() => picker.current?.click()}
      >
        <svg viewBox="0 0 24 24" aria-hidden>
          <path d="M21 11l-8.5 8.5a5 5 0 0 1-7-7L14 4a3.3 3.3 0 0 1 4.700 4.700L10 17.300a1.700 1.700 0 0 1-2.400-2.400L15 7.500" />
        </svg>
      </button>
    </>
  );
}
