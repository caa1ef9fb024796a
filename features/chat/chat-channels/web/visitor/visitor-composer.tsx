import { useRef, useState } from 'react';
import { failureText } from '#platform/web/failure-handler.ts';
import { useText } from '#platform/web/i18n.ts';
import { Failure } from '#shared/failure.ts';
import type { PublicChannel } from '../../contract.ts';
import { EmojiChoice } from './emoji-choice.tsx';
import { FilePicker } from './file-picker.tsx';
import { FileTray } from './file-tray.tsx';
import type { VisitorLine, VisitorView } from './visitor-line.ts';
import { inLanguage } from './wording.ts';

const MOST = 4_000;

/** A file nobody could take, now or later. */
const isOfNoUse = (thrown: unknown): boolean =>
  thrown instanceof Failure && (thrown.name === 'fileTypeRefused' || thrown.name === 'tooLarge');

interface VisitorComposerProps {
  channel: PublicChannel;
  view: VisitorView;
  line: VisitorLine;
}

/** Where the visitor writes. */
export function VisitorComposer({ channel, view, line }: VisitorComposerProps) {
  const t = useText();
  const [text, setText] = useState('');
  const [files, setFiles] = useState<readonly File[]>([]);
  const [problem, setProblem] = useState('');
  const [hasEmoji, setEmoji] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  // Files are for a conversation that goes on; the server refuses others.
  const takesFiles = channel.files && view.conversation !== null && view.conversation.state !== 'closed';
  const attached = takesFiles ? files : [];
  const send = (words: string) => {
    if (!words.trim() && attached.length === 0) return;
    if (words.trim()) line.send(words.trim());
    void sendFiles(attached);
    setFiles([]);
    setText('');
    setEmoji(false);
    field.current?.focus();
  };
  const attach = (more: Iterable<File>) => setFiles((now) => [...now, ...more]);
  const sendFiles = async (going: readonly File[]) => {
    setProblem('');
    for (const file of going)
      await line
        .sendFile(file)
        .catch((thrown: unknown) =>
          setProblem(isOfNoUse(thrown) ? t('chat-channels.visitor.fileRefused') : failureText(thrown)),
        );
  };
  const isFresh = view.messages.length === 0 && view.outbox.length === 0;
  return (
    <form
      className="vis-write"
      onSubmit={(event) => {
        event.preventDefault();
        send(text);
      }}
    >
      {isFresh && channel.quick_answers.length > 0 && (
        <div className="vis-quick">
          {channel.quick_answers
            .map(inLanguage)
            .filter(Boolean)
            .map((words) => (
              <button key={words} type="button" onClick={() => send(words)}>
                {words}
              </button>
            ))}
        </div>
      )}
      {problem && (
        <p role="alert" className="vis-problem">
          {problem}
        </p>
      )}
      {hasEmoji && (
        <EmojiChoice
          onChoose={(one) => {
            setText((now) => now + one);
            field.current?.focus();
          }}
        />
      )}
      <FileTray files={attached} onRemove={(gone) => setFiles(files.filter((one) => one !== gone))} />
      <div className="vis-row">
        {takesFiles && <FilePicker onFiles={attach} />}
        <button
          type="button"
          className="vis-icon"
          aria-label={t('chat-channels.visitor.emoji')}
          aria-expanded={hasEmoji}
          onClick={() => setEmoji(!hasEmoji)}
        >
          ☺
        </button>
        <textarea
          dir="auto"
          ref={field}
          rows={Math.min(4, text.split('\n').length)}
          value={text}
          maxLength={MOST}
          aria-label={t('chat-channels.visitor.write')}
          placeholder={t('chat-channels.visitor.write')}
          onChange={(event) => {
            setText(event.currentTarget.value);
            line.typing();
          }}
          onKeyDown={(event) => {
            // While letters are being composed (Chinese), Enter ends the word.
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            send(text);
          }}
          onPaste={(event) => {
            if (takesFiles && event.clipboardData.files.length > 0) {
              event.preventDefault();
              attach(event.clipboardData.files);
            }
          }}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            if (!takesFiles || event.dataTransfer.files.length === 0) return;
            event.preventDefault();
            attach(event.dataTransfer.files);
          }}
        />
        <button
          type="submit"
          className="vis-send"
          aria-label={t('chat-channels.visitor.send')}
          disabled={!text.trim() && attached.length === 0}
        >
          <svg viewBox="0 0 24 24" aria-hidden>
            <path d="M4 12l16-8-5 16-3.500-6.500z" />
          </svg>
        </button>
      </div>
    </form>
  );
}
