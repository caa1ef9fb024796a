import { Button, Textarea } from '@mantine/core';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { altKeyText, isTyping, sendKeyText, useAltKey } from '#platform/web/keyboard.ts';
import { PREVIEW_NOTE_MAX } from '../../contract.ts';
import { TaskKey } from './task-keys.ts';
import type { TaskWorkDesk } from './use-task-work.ts';

/** What came of a customer, and the next one. What the call itself tells is known already. */
export function ResultForm({ desk, onLater }: { desk: TaskWorkDesk; onLater: () => void }) {
  const t = useText();
  const place = useRef<HTMLTextAreaElement>(null);
  const { note, isInCall } = desk;
  useEffect(() => {
    // Whoever types elsewhere goes on typing.
    if (!isInCall && !isTyping(document.activeElement)) place.current?.focus();
  }, [isInCall]);
  const isIdle = desk.busy === null && !isInCall;
  const done = () => void desk.result({ done: true, ...(note.trim() ? { note: note.trim() } : {}) });
  useAltKey(TaskKey.done, isIdle ? done : null);
  return (
    <form
      className="task-ask"
      aria-label={t('preview.work.result')}
      onSubmit={(event) => {
        event.preventDefault();
        if (isIdle) done();
      }}
    >
      <Textarea
        ref={place}
        rows={3}
        label={t('preview.work.resultNote')}
        maxLength={PREVIEW_NOTE_MAX}
        value={note}
        onChange={({ currentTarget: { value } }) => desk.setNote(value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          if (isIdle) done();
        }}
      />
      <div className="task-buttons">
        <Button
          type="submit"
          disabled={!isIdle}
          loading={desk.busy === 'result'}
          leftSection={<CircleCheck size={15} aria-hidden />}
          aria-keyshortcuts={`Alt+${TaskKey.done} Control+Enter`}
          data-hint={`${sendKeyText()} · ${altKeyText(TaskKey.done)}`}
        >
          {t('preview.work.done')}
        </Button>
        <Button variant="default" disabled={desk.busy !== null} onClick={onLater}>
          {t('preview.work.later')}
        </Button>
      </div>
    </form>
  );
}
