import { useState, type ClipboardEvent, type DragEvent } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { useAltKey } from '#platform/web/keyboard.ts';
import { MESSAGE_MOST, type Conversation } from '../../contract.ts';
import { ChatKey } from '../chat-keys.ts';
import type { ChatSession } from '../desk/chat-session.ts';
import { AttachmentTray } from './attachment-tray.tsx';
import { ComposerTools } from './composer-tools.tsx';
import { EmojiGrid } from './emoji-grid.tsx';
import { SuggestionList } from './suggestion-list.tsx';
import { useAttachments } from './use-attachments.ts';
import { useWriting } from './use-writing.ts';

interface ComposerProps {
  session: ChatSession;
  conversation: Conversation;
  notesOnly?: boolean;
}

/** Where one answers: text, files, quick replies, and notes that only colleagues see. */
export function Composer({ session, conversation, notesOnly = false }: ComposerProps) {
  const t = useText();
  const [isNote, setNote] = useState(notesOnly);
  const [isOver, setOver] = useState(false);
  const attachments = useAttachments(conversation.id);
  const { draft, command, suggestions, facts, chosen, panel, setPanel, choose, send, onKeyDown } = useWriting(
    session,
    conversation,
    isNote,
    attachments,
  );
  const { text, area, write, insert, moveCaret, focus } = draft;

  useAltKey(ChatKey.reply, () => {
    if (!notesOnly) setNote(false);
    focus();
  });
  useAltKey(ChatKey.note, () => {
    setNote(true);
    focus();
  });
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0 || isNote) return;
    event.preventDefault();
    attachments.add(event.clipboardData.files);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isNote) attachments.add(event.dataTransfer.files);
  };

  return (
    <div
      className="chat-composer"
      data-note={isNote || undefined}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!isNote);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      {suggestions.length > 0 && (
        <SuggestionList
          label={t(command?.sign === '@' ? 'chat.colleagues' : 'chat.quickReplies')}
          suggestions={suggestions}
          chosen={chosen}
          facts={facts}
          onChoose={choose}
        />
      )}
      {panel === 'quick' && suggestions.length === 0 && <p className="chat-suggestions">{t('chat.noQuickReplies')}</p>}
      {panel === 'emoji' && (
        <EmojiGrid
          onChoose={(emoji) => {
            setPanel(null);
            insert(emoji);
          }}
          onClose={() => {
            setPanel(null);
            focus();
          }}
        />
      )}
      {!isNote && <AttachmentTray attachments={attachments} />}
      <textarea
        dir="auto"
        ref={area}
        rows={2}
        maxLength={MESSAGE_MOST}
        value={text}
        aria-label={t(isNote ? 'chat.writeNote' : 'chat.write')}
        placeholder={t(isNote ? 'chat.writeNoteHint' : 'chat.writeHint')}
        aria-autocomplete="list"
        aria-controls={suggestions.length > 0 ? 'chat-suggestions' : undefined}
        aria-activedescendant={suggestions.length > 0 ? `chat-suggestion-${chosen}` : undefined}
        onChange={(event) => {
          write(event.currentTarget.value, event.currentTarget.selectionStart);
          if (!isNote) session.typing();
        }}
        onSelect={(event) => moveCaret(event.currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <ComposerTools
        isNote={isNote}
        notesOnly={notesOnly}
        panel={panel}
        canSend={text.trim() !== '' || (!isNote && attachments.files.length > 0)}
        onNote={() => {
          setNote(!isNote);
          focus();
        }}
        onPanel={(which) => {
          setPanel(panel === which ? null : which);
          if (which === 'quick') focus();
        }}
        onFiles={(files) => {
          attachments.add(files);
          focus();
        }}
        onSend={send}
      />
    </div>
  );
}
