import { Button } from '@mantine/core';
import { MessageSquareText } from 'lucide-react';
import { useText } from '#platform/web/i18n.ts';
import { useSendSms, type SmsTarget } from './sender-window.ts';

/** Opens the sender for somebody; nothing for those who may not send. */
export default function SendSms({ target }: { target: SmsTarget }) {
  const t = useText();
  const sendSms = useSendSms();
  return (
    sendSms && (
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<MessageSquareText size={14} aria-hidden />}
        onClick={() => sendSms(target)}
      >
        {t('sms.send')}
      </Button>
    )
  );
}
