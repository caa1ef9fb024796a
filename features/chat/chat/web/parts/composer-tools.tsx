import { ActionIcon, Button } from '@mantine/core';
import { MessageSquareText, Paperclip, SendHorizontal, Smile, StickyNote } from 'lucide-react';
import { useRef } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { altKeyText } from '#platform/web/keyboard.ts';
import { useCan } from '#platform/web/viewer.ts';
import { ChatKey } from '../chat-keys.ts';
import { fileKinds } from './allowed-files.ts';

/** What opens above the text. */
export type ComposerPanel = 'emoji' | 'quick';

interface ComposerToolsProps {
  isNote: boolean;
  notesOnly: boolean;
  panel: ComposerPanel | null;
  canSend: boolean;
  onNote: () => void;
  onPanel: (which: ComposerPanel) => void;
  onFiles: (files: Iterable<File>) => void;
  onSend: () => void;
}

/** The buttons below the text. */
export function ComposerTools({
  isNote,
  notesOnly,
  panel,
  canSend,
  onNote,
  onPanel,
  onFiles,
  onSend,
}: ComposerToolsProps) {
  const t = useText();
  const can = useCan();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className="chat-tools">
      {!notesOnly && (
        <ActionIcon
          variant="subtle"
          color={isNote ? 'yellow' : 'gray'}
          aria-pressed={isNote}
          aria-label={t('chat.note')}
          data-hint={`${t('chat.noteHint')} (${altKeyText(ChatKey.note)})`}
          onClick={onNote}
        >
          <StickyNote size={17} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('chat.emoji')}
        data-hint={t('chat.emoji')}
        aria-expanded={panel === 'emoji'}
        onClick={() => onPanel('emoji')}
      >
        <Smile size={17} aria-hidden />
      </ActionIcon>
      {can('quick-replies.use') && !isNote && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('chat.quickReplies')}
          data-hint={t('chat.quickHint')}
          aria-expanded={panel === 'quick'}
          onClick={() => onPanel('quick')}
        >
          <MessageSquareText size={17} aria-hidden />
        </ActionIcon>
      )}
      {!isNote && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('chat.attach')}
          data-hint={`${t('chat.attach')}: ${t('chat.fileKinds')}`}
          onClick={() => picker.current?.click()}
        >
          <Paperclip size={17} aria-hidden />
        </ActionIcon>
      )}
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        accept={fileKinds.join()}
        aria-label={t('chat.attach')}
        onChange={(event) => {
          onFiles(event.currentTarget.files ?? []);
          event.currentTarget.value = '';
        }}
      />
      <small>{t('chat.keys')}</small>
      <Button
        size="xs"
        {...(isNote ? { color: 'yellow' } : {})}
        disabled={!canSend}
        rightSection={<SendHorizontal size={14} aria-hidden />}
        onClick={onSend}
      >
        {t(isNote ? 'chat.saveNote' : 'chat.send')}
      </Button>
    </div>
  );
}
