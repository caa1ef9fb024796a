import { ActionIcon } from '@mantine/core';
import { Pencil } from 'lucide-react';
import { Suspense } from 'react';
import type { TestMessage } from '../core/test-messages.ts';
import { useFlowWord } from './flow-words.ts';
import { stagedWords } from './staged-words.ts';
import { useFormat } from '#platform/web/format.ts';
import { codeLabel } from '#platform/web/ui/code-badge.tsx';
import { lazy } from '#platform/web/lazy-part.ts';
import { useText } from '#platform/web/i18n.ts';
import { MessageType } from '#shared/codes/message-type.ts';

/** The player comes when there is something to play. */
const TestRecording = lazy(() => import('./test-recording.tsx'));

/** One row: what the caller said stands right, what the flow said left, everything else is a line between them. */
export function MessageLine({
  message,
  heard,
  onReplay,
}: {
  message: TestMessage;
  /** Of a line that was cut: as much as was heard. */ heard?: string | undefined;
  onReplay?: ((message: TestMessage) => void) | undefined;
}) {
  const t = useText();
  const format = useFormat();
  const flowWord = useFlowWord();
  const family = MessageType.has(message.msgType) ? MessageType.row(message.msgType).family : 'callRecord';
  if (message.msgType === MessageType.recordingReady && message.recordUrl) return <RecordingLine message={message} />;
  const staged = stagedWords(message, t, format);
  const words = wordsOf(message, flowWord);
  const isBubble = (family === 'user' || family === 'ai') && words !== '';
  return (
    <li
      className="flow-test-line"
      data-family={family}
      data-type={message.msgType}
      data-cut={heard === undefined ? undefined : true}
    >
      {isBubble ? (
        <span className="flow-test-bubble">
          {heard === undefined ? words : <CutWords words={words} heard={heard} />}
        </span>
      ) : (
        <span className="flow-test-hint">
          {staged ?? (
            <>
              {MessageType.has(message.msgType) ? codeLabel(MessageType, message.msgType) : message.msgType}
              {words && `: ${words}`}
            </>
          )}
        </span>
      )}
      {onReplay && family === 'user' && isBubble && (
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={t('flow-test.replayFrom')}
          title={t('flow-test.replayFrom')}
          onClick={() => onReplay(message)}
        >
          <Pencil size={12} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}

function CutWords({ words, heard }: { words: string; heard: string }) {
  const t = useText();
  return (
    <>
      {heard}
      <del title={t('flow-test.notHeard')}>{words.slice(heard.length)}</del>
    </>
  );
}

/** What was recorded stands where it was told: at the end. */
function RecordingLine({ message: { callID, durationMs, bytes } }: { message: TestMessage }) {
  return (
    <li className="flow-test-recording" data-type={MessageType.recordingReady}>
      <Suspense fallback={null}>
        <TestRecording talkId={callID} durationMs={Number(durationMs)} bytes={Number(bytes)} isMine />
      </Suspense>
    </li>
  );
}

const SHOWN_FIELDS = ['text', 'keys', 'name', 'intent', 'language', 'person', 'note', 'why'] as const;

/** The part of a message people read. */
function wordsOf(message: TestMessage, word: ReturnType<typeof useFlowWord>): string {
  if (MessageType.has(message.msgType) && ['timing', 'latency'].includes(MessageType.row(message.msgType).family))
    return `${message.time_ms ?? 0} ms`;
  if (message.msgType === MessageType.variableSet) return `${String(message['attrKey'])} = ${String(message['value'])}`;
  const parts = SHOWN_FIELDS.flatMap((name) =>
    typeof message[name] === 'string' && message[name] !== '' ? [word(name, message[name])] : [],
  ).filter(Boolean);
  // A note without its reason would only be half of it.
  return message.msgType === MessageType.note ? parts.join(' · ') : (parts[0] ?? '');
}
