import { ActionIcon } from '@mantine/core';
import { MessageSquareText } from 'lucide-react';
import { onTheLine, usePhoneView } from '#features/voice/softphone/web/index.ts';
import { useText } from '#platform/web/i18n.ts';
import { openSender } from '../sender-window.ts';
import './sender-button.css';

/** [SHELL-12] The header's way to the sender; whoever is on the line is who one writes to. */
export default function SenderButton() {
  const t = useText();
  const view = usePhoneView();
  return (
    <ActionIcon
      className="sender-button"
      variant="subtle"
      color="gray"
      aria-haspopup="dialog"
      aria-label={t('sms.send')}
      data-hint={t('sms.send')}
      onClick={() => openSender(onTheLine(view))}
    >
      <MessageSquareText size={17} aria-hidden />
    </ActionIcon>
  );
}
