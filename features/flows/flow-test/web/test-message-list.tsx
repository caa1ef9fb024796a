import { Checkbox } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { cutLines, type TestMessage } from '../core/test-messages.ts';
import { useText } from '#platform/web/i18n.ts';
import { useCan } from '#platform/web/viewer.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { MessageLine } from './message-line.tsx';
import { isStaged } from './staged-words.ts';

const NEAR_END_PX = 80;

/** What was said and done, newest at the end and in sight; nodes and inner workings only for those who want them. */
export function TestMessageList({
  messages,
  last,
  onReplay,
}: {
  messages: readonly TestMessage[];
  /** The test before. */ last?: string | null;
  onReplay?: ((message: TestMessage) => void) | undefined;
}) {
  const t = useText();
  const can = useCan();
  const [showsNodes, setShowsNodes] = useState(false);
  const [showsDebug, setShowsDebug] = useState(false);
  const shown = messages.filter((message) => isStaged(message) || isShown(message.msgType, showsNodes, showsDebug));
  const cut = cutLines(messages);
  const list = useRef<HTMLOListElement>(null);
  /** How high the list was before the newest came, however high that is. */
  const height = useRef(0);
  const newest = shown.at(-1)?.msgId;
  useLayoutEffect(() => {
    const box = list.current!;
    // Whoever reads above stays there.
    if (newest !== undefined && height.current - box.scrollTop - box.clientHeight < NEAR_END_PX)
      box.scrollTop = box.scrollHeight;
    height.current = box.scrollHeight;
  }, [newest]);
  return (
    <section className="flow-test-talk">
      <div className="flow-test-shows">
        <Checkbox
          size="xs"
          label={t('flow-test.showNodes')}
          checked={showsNodes}
          onChange={(event) => setShowsNodes(event.currentTarget.checked)}
        />
        <Checkbox
          size="xs"
          label={t('flow-test.showDebug')}
          checked={showsDebug}
          onChange={(event) => setShowsDebug(event.currentTarget.checked)}
        />
      </div>
      <ol ref={list} aria-live="polite" aria-label={t('flow-test.talk')}>
        {shown.length === 0 && (
          <li className="flow-test-empty">
            {t('flow-test.nothingYet')}
            {last && messages.length === 0 && can('flow-talks.view') && (
              <>
                <br />
                <Link to={`/seating/aiCall?tab=2&talk=${encodeURIComponent(last)}`}>{t('flow-test.last')}</Link>
              </>
            )}
          </li>
        )}
        {shown.map((message) => (
          <MessageLine key={message.msgId} message={message} heard={cut.get(message.msgId)} onReplay={onReplay} />
        ))}
      </ol>
    </section>
  );
}

const DEBUG = new Set<string>(['languageDetectDebug', 'timing', 'latency']);
const QUIET = new Set<number>([MessageType.variableSet, MessageType.requestAnswered, MessageType.note]);

function isShown(msgType: number, showsNodes: boolean, showsDebug: boolean): boolean {
  if (!MessageType.has(msgType)) return showsDebug;
  const { family } = MessageType.row(msgType);
  if (family === 'triggerNode' || family === 'botNode') return showsNodes;
  return showsDebug || !(DEBUG.has(family) || QUIET.has(msgType));
}
