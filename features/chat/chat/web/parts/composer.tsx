import { ActionIcon, Button } from '@mantine/core';
import { MessageSquareText, Paperclip, SendHorizontal, Smile, StickyNote } from 'lucide-react';
import { useEffect, useRef, useState, type ClipboardEvent, type DragEvent, type KeyboardEvent } from 'react';
import { fillQuickText, typedCommand } from '../../core/quick-text.ts';
import { accountApi } from '#features/team/account/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { altKeyText, useAltKey } from '#platform/web/keyboard.ts';
import { toast } from '#platform/web/toast.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan, useViewer } from '#platform/web/viewer.ts';
import { CHAT_FILE_MOST, chatApi, MESSAGE_MOST, type Conversation } from '../../contract.ts';
import { ChatKey } from '../chat-keys.ts';
import type { ChatSession } from '../desk/chat-session.ts';
import { drafts } from '../desk/drafts.ts';
import { EmojiGrid } from './emoji-grid.tsx';
import { useSuggestions } from './use-suggestions.ts';

interface ComposerProps {
  session: ChatSession;
  conversation: Conversation;
  notesOnly?: boolean;
}

/** Where one answers: text, files, quick replies, and notes that only colleagues see. What is begun stays in its conversation. */
export function Composer({ session, conversation, notesOnly = false }: ComposerProps) {
  const t = useText();
  const can = useCan();
  const me = useViewer();
  const userId = me?.userId ?? 0;
  const { id } = conversation;
  const [text, setText] = useState(() => drafts.get(userId, id));
  const [caret, setCaret] = useState(text.length);
  const [isNote, setNote] = useState(notesOnly);
  const [mentions, setMentions] = useState<{ id: number; name: string }[]>([]);
  const [panel, setPanel] = useState<'emoji' | 'quick' | null>(null);
  const [chosen, setChosen] = useState(0);
  const [isOver, setOver] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const typed = panel === 'quick' ? { sign: '/' as const, words: '', from: 0 } : typedCommand(text, caret);
  const command = typed?.sign === '@' && !isNote ? null : typed;
  const suggestions = useSuggestions(command);
  const facts = { name: conversation.name, agent: me?.name ?? '', company: useCompany() };

  const write = (next: string, at = next.length) => {
    setText(next);
    setCaret(at);
    setChosen(0);
    drafts.set(userId, id, next);
  };
  const focus = () => area.current?.focus();
  useEffect(() => {
    area.current?.focus({ preventScroll: true });
  }, []);
  useAltKey(ChatKey.reply, () => {
    if (!notesOnly) setNote(false);
    focus();
  });
  useAltKey(ChatKey.note, () => {
    setNote(true);
    focus();
  });

  function insert(
    piece: string,
    from = area.current?.selectionStart ?? text.length,
    to = area.current?.selectionEnd ?? text.length,
  ): void {
    const next = `${text.slice(0, from)}${piece}${text.slice(to)}`.slice(0, MESSAGE_MOST);
    write(next, from + piece.length);
    requestAnimationFrame(() => {
      focus();
      area.current?.setSelectionRange(from + piece.length, from + piece.length);
      // The key that chose it told the place before.
      setCaret(from + piece.length);
    });
  }
  function choose(index: number): void {
    const one = suggestions[index];
    if (!one) return;
    setPanel(null);
    if (one.kind === 'quick')
      return insert(
        fillQuickText(one.text, facts),
        command?.from ?? 0,
        panel === 'quick' ? (command?.from ?? 0) : caret,
      );
    setMentions((before) => [...before.filter((other) => other.id !== one.id), { id: one.id, name: one.name }]);
    insert(`@${one.name} `, command?.from ?? caret, caret);
  }
  function send(): void {
    const words = text.trim();
    if (words === '') return;
    session.write(words, {
      note: isNote,
      mentions: isNote ? mentions.filter(({ name }) => words.includes(`@${name}`)).map((one) => one.id) : [],
    });
    write('');
    setMentions([]);
    setPanel(null);
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.nativeEvent.isComposing) return;
    if (suggestions.length > 0) {
      const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (by !== 0) {
        event.preventDefault();
        return setChosen((chosen + by + suggestions.length) % suggestions.length);
      }
      if (event.key === 'Enter' || event.key === 'Tab') {
        event.preventDefault();
        return choose(chosen);
      }
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      if (panel) setPanel(null);
      else event.currentTarget.blur();
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      send();
    }
  }

  const accepts = chatApi.upload.accepts;
  function sendFiles(files: Iterable<File>): void {
    for (const file of files) {
      if (file.size > CHAT_FILE_MOST) toast({ tone: 'warning', text: t('chat.fileTooLarge', { name: file.name }) });
      else if (!accepts.includes(file.type))
        toast({ tone: 'warning', text: t('chat.fileRefused', { name: file.name }) });
      else session.sendFile(file);
    }
  }
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0 || isNote) return;
    event.preventDefault();
    sendFiles(event.clipboardData.files);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isNote) sendFiles(event.dataTransfer.files);
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
        <div
          className="chat-suggestions"
          role="listbox"
          tabIndex={-1}
          id="chat-suggestions"
          aria-label={t(command?.sign === '@' ? 'chat.colleagues' : 'chat.quickReplies')}
        >
          {suggestions.map((one, index) => (
            // Pressing, not clicking: the text keeps the focus. The keys are those of the text field.
            <div
              key={`${one.kind} ${one.id}`}
              role="option"
              tabIndex={-1}
              id={`chat-suggestion-${index}`}
              aria-selected={index === chosen}
              onMouseDown={(event) => {
                event.preventDefault();
                choose(index);
              }}
            >
              {one.kind === 'quick' ? (
                <>
                  <b>/{one.shortcut}</b>
                  <span>{fillQuickText(one.text, facts)}</span>
                </>
              ) : (
                <span>{one.name}</span>
              )}
            </div>
          ))}
        </div>
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
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <div className="chat-tools">
        {!notesOnly && (
          <ActionIcon
            variant="subtle"
            color={isNote ? 'yellow' : 'gray'}
            aria-pressed={isNote}
            aria-label={t('chat.note')}
            data-hint={`${t('chat.noteHint')} (${altKeyText(ChatKey.note)})`}
            onClick={() => {
              setNote(!isNote);
              focus();
            }}
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
          onClick={() => setPanel(panel === 'emoji' ? null : 'emoji')}
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
            onClick={() => {
              setPanel(panel === 'quick' ? null : 'quick');
              focus();
            }}
          >
            <MessageSquareText size={17} aria-hidden />
          </ActionIcon>
        )}
        {!isNote && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('chat.attach')}
            data-hint={t('chat.attach')}
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
          accept={accepts.join()}
          aria-label={t('chat.attach')}
          onChange={(event) => {
            sendFiles(event.currentTarget.files ?? []);
            event.currentTarget.value = '';
          }}
        />
        <small>{t('chat.keys')}</small>
        <Button
          size="xs"
          {...(isNote ? { color: 'yellow' } : {})}
          disabled={text.trim() === ''}
          rightSection={<SendHorizontal size={14} aria-hidden />}
          onClick={send}
        >
          {t(isNote ? 'chat.saveNote' : 'chat.send')}
        </Button>
      </div>
    </div>
  );
}

/** What the team is called; in the answer the shell has already. */
function useCompany(): string {
  const { data } = useEndpoint(accountApi.info, {}, { staleMs: Number.POSITIVE_INFINITY, handlesFailures: true });
  return data?.company || data?.tenantName || '';
}
