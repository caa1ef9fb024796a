import { Button, Group, Textarea, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Failure } from '#shared/failure.ts';
import { failureText, handleFailure } from '#platform/web/failure-handler.ts';
import { endsSession } from '#platform/web/failures.ts';
import { useText } from '#platform/web/i18n.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { Refusal } from '#platform/web/ui/form/refusal.tsx';
import '#platform/web/ui/form/form.css';

interface TypedDeedProps {
  title: string;
  /** What it will do, line by line, before anybody does it. */
  effects: readonly string[];
  /** What has to be typed, so that nobody does it to another one by mistake. */
  word: string;
  /** Asks for a reason, which the people concerned will read. */
  reason?: { label: string; hint: string; isNeeded: boolean };
  yes: string;
  isDanger?: boolean;
  onDo: (why: string) => Promise<unknown>;
  onClose: () => void;
  /** More to choose, before the reason. */
  children?: ReactNode;
}

const WHY_MAX = 500;

/** A deed that reaches many people: its effects in words, a reason, and the name typed by hand. */
export function TypedDeed({
  title,
  effects,
  word,
  reason,
  yes,
  isDanger = false,
  onDo,
  onClose,
  children,
}: TypedDeedProps) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [why, setWhy] = useState('');
  const [isDoing, setDoing] = useState(false);
  const [problem, setProblem] = useState('');
  const isReady = typed.trim() === word.trim() && (!reason?.isNeeded || why.trim() !== '');

  async function run(): Promise<void> {
    setProblem('');
    setDoing(true);
    try {
      await onDo(why.trim());
      onClose();
    } catch (error) {
      if (!(error instanceof Failure) || endsSession(error)) handleFailure(error);
      else setProblem(failureText(error));
    } finally {
      setDoing(false);
    }
  }

  return (
    <Dialog opened onClose={onClose} title={title} dirty={why.trim() !== ''}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isDoing) void run();
        }}
      >
        <ul className="deed-effects">
          {effects.map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
        {children}
        {reason && (
          <Textarea
            label={reason.label}
            description={reason.hint}
            withAsterisk={reason.isNeeded}
            rows={3}
            maxLength={WHY_MAX}
            data-autofocus
            value={why}
            onChange={(event) => setWhy(event.currentTarget.value)}
          />
        )}
        <TextInput
          label={t('tenants.deed.type', { word })}
          autoComplete="off"
          spellCheck={false}
          {...(reason ? {} : { 'data-autofocus': true })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Refusal text={problem} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" color={isDanger ? 'red' : 'ink'} disabled={!isReady} loading={isDoing}>
            {yes}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
