import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../i18n.ts';
import type { AskedQuestion } from './confirm-question.ts';
import { useFocusReturn } from './focus-return.ts';

/** The dialog that asks a question of `confirm()`. */
export default function ConfirmPanel({ now }: { now: AskedQuestion | null }) {
  const t = useText();
  useFocusReturn(now !== null);
  // The words stay while the dialog fades out.
  const [last, setLast] = useState<AskedQuestion | null>(null);
  if (now && now !== last) setLast(now);
  const shown = now ?? last;
  return (
    <Modal
      opened={now !== null}
      onClose={() => now?.answer(false)}
      title={shown?.title}
      size={420}
      zIndex={400}
      role="alertdialog"
      withCloseButton={false}
    >
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
