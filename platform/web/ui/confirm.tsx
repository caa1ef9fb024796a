import { Button, Group, Modal, Text } from '@mantine/core';
import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { useText } from '../i18n.ts';

export interface Question {
  title: string;
  body?: ReactNode;
  /** The word on the button that does it; names the deed, not "yes". */
  yes?: string;
  no?: string;
  /** Red: it destroys something. */
  danger?: boolean;
}

interface Asked extends Question {
  answer: (yes: boolean) => void;
}

let asked: Asked | null = null;
const watchers = new Set<() => void>();
const set = (next: Asked | null) => {
  asked = next;
  watchers.forEach((watcher) => watcher());
};
const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
};

/** Asks before something that cannot be undone. A second question answers the first with no. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false);
  return new Promise((resolve) => {
    set({
      ...question,
      answer: (yes) => {
        set(null);
        resolve(yes);
      },
    });
  });
}

/** Draws the questions of `confirm()`; the shell has one. */
export function ConfirmHost() {
  const t = useText();
  const now = useSyncExternalStore(watch, () => asked);
  // The words stay while the dialog fades out.
  const [last, setLast] = useState<Asked | null>(null);
  if (now && now !== last) setLast(now);
  const shown = now ?? last;
  return (
    <Modal opened={now !== null} onClose={() => now?.answer(false)} title={shown?.title} size={420} zIndex={400} role="alertdialog" withCloseButton={false}>
      {shown?.body && <Text c="dimmed">{shown.body}</Text>}
      <Group justify="flex-end" mt="lg" gap="xs">
        {/* The harmless answer has the focus, so that Enter alone destroys nothing. */}
        <Button variant="default" data-autofocus onClick={() => now?.answer(false)}>
          {shown?.no ?? t('ui.cancel')}
        </Button>
        <Button color={shown?.danger ? 'red' : 'ink'} onClick={() => now?.answer(true)}>
          {shown?.yes ?? t('ui.confirm')}
        </Button>
      </Group>
    </Modal>
  );
}
