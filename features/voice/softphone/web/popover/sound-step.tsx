import { Button, Group, Modal, Text } from '@mantine/core';
import { useText } from '#platform/web/i18n.ts';
import { useFocusReturn } from '#platform/web/ui/focus-return.ts';

/** Before an agent is available: one click lets the page ring. Only the tab that carries the phone can be enabled. */
export default function SoundStep({ isHere, onAnswer }: { isHere: boolean; onAnswer: (yes: boolean) => void }) {
  const t = useText();
  useFocusReturn(true);
  const cancel = () => onAnswer(false);
  return (
    <Modal
      opened
      onClose={cancel}
      title={t('softphone.soundStep.title')}
      size={440}
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      <Text c="dimmed">{isHere ? t('softphone.soundStep.body') : t('softphone.soundStep.elsewhere')}</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={cancel}>
          {t('softphone.soundStep.cancel')}
        </Button>
        {isHere && (
          <Button data-autofocus onClick={() => onAnswer(true)}>
            {t('softphone.soundStep.enable')}
          </Button>
        )}
      </Group>
    </Modal>
  );
}
