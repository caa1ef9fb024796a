import { ActionIcon } from '@mantine/core';
import { MessageSquareText } from 'lucide-react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { usePhoneView, type PhoneView } from '#features/voice/softphone/web/index.ts';
import { useText } from '#platform/web/i18n.ts';
import { openSender, type SmsTarget } from '../sender-window.ts';

/** Whoever is on the line is who one writes to; their number is known by the call. */
function targetOf(view: PhoneView | null): SmsTarget {
  const call = view?.phone.call;
  const live = call?.callId ? view?.calls.find(({ callId }) => callId === call.callId) : undefined;
  return live && !call?.monitor && live.direction !== 'internal' && /\d/.test(live.customerNumber)
    ? { callId: live.callId, shown: spokenNumber(live.customerNumber) }
    : {};
}

/** [SHELL-12] The header's way to the sender. */
export default function SenderButton() {
  const t = useText();
  const view = usePhoneView();
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-haspopup="dialog"
      aria-label={t('sms.send')}
      data-hint={t('sms.send')}
      onClick={() => openSender(targetOf(view))}
    >
      <MessageSquareText size={17} aria-hidden />
    </ActionIcon>
  );
}
