import { Button, Modal } from '@mantine/core';
import { Check } from 'lucide-react';
import { useText } from '#platform/web/i18n.ts';
import { useFocusReturn } from '#platform/web/ui/focus-return.ts';
import { setAnswer, useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { Failure } from '#shared/failure.ts';
import { announcementsApi } from '../contract.ts';
import { AnnouncementText } from './parts/announcement-text.tsx';

const WIDTH = 900;
/** Over the shell's dialogs (200), under confirmations and notices (400). */
const ABOVE_DIALOGS = 250;
const stay = () => {};

/** Unread announcements, one after another. Only marking it read closes one: neither Escape nor a click beside it does. */
export default function AnnouncementModal() {
  const t = useText();
  const { data: unread = [] } = useEndpoint(announcementsApi.effect, {}, { handlesFailures: true });
  const leave = (id: number) =>
    setAnswer(announcementsApi.effect, {}, (before) => before?.filter((each) => each.id !== id));
  const read = useCommand(announcementsApi.read, {
    onDone: (_, { announcements_id: id }) => leave(Number(id)),
    // Withdrawn meanwhile: there is nothing left to read.
    onFailed: (error) => error instanceof Failure && error.name === 'announcementGone' && shown && leave(shown.id),
  });
  const shown = unread[0];
  useFocusReturn(shown !== undefined);
  if (!shown) return null;
  return (
    <Modal.Root
      opened
      onClose={stay}
      closeOnEscape={false}
      closeOnClickOutside={false}
      size={WIDTH}
      padding={0}
      centered
      zIndex={ABOVE_DIALOGS}
      transitionProps={{ duration: 120 }}
    >
      <Modal.Overlay color="var(--veil)" backgroundOpacity={1} />
      <Modal.Content>
        <Modal.Body>
          <AnnouncementText key={shown.id} announcement={shown} Heading={Modal.Title} at={shown.at} />
          <footer className="announcement-foot">
            <output>{unread.length > 1 ? t('announcements.modal.count', { count: unread.length - 1 }) : ''}</output>
            <Button
              data-autofocus
              leftSection={<Check size={16} aria-hidden />}
              loading={read.isPending}
              onClick={() => read.mutate({ announcements_id: shown.id })}
            >
              {t('announcements.modal.read')}
            </Button>
          </footer>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
