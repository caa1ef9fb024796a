import { Button, Group, Modal, Text } from '@mantine/core';
import { textOf, useText } from '#platform/web/i18n.ts';
import { useFocusReturn } from '#platform/web/ui/focus-return.ts';

/** Tells an agent who missed a call that they are on break now. */
export function IdleNotice({ onClose }: { onClose: () => void }) {
  const t = useText();
  useFocusReturn(true);
  return (
    <Modal opened onClose={onClose} title={textOf('notice.idle')} size={420} withCloseButton={false} role="alertdialog">
      <Text c="dimmed">{textOf('breakIdleTips')}</Text>
      <Group justify="flex-end" mt="lg">
        <Button data-autofocus onClick={onClose}>
          {t('shell.idle.ok')}
        </Button>
      </Group>
    </Modal>
  );
}
