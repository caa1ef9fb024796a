import { Switch } from '@mantine/core';
import { MessageSquareText, Signal } from 'lucide-react';
import { useText } from '#platform/web/i18n.ts';
import { useWindow } from '#platform/web/windows.ts';
import { usePhoneView } from '../desk/phone-desk.ts';
import { onTheLine } from '../popover/call/on-the-line.ts';
import { useAutoAnswer } from './use-auto-answer.ts';

/** What the header hides on some pages and in narrow windows: in the phone's menu it is always found. */
export function PhoneTools({ onDone }: { onDone: () => void }) {
  const t = useText();
  const view = usePhoneView();
  const autoAnswer = useAutoAnswer();
  const checkLines = useWindow('lineCheck');
  const sendSms = useWindow('smsSender');
  const opens = (open: () => void) => () => {
    onDone();
    open();
  };
  return (
    <div className="phone-tools" role="group" aria-label={t('softphone.tools')}>
      {autoAnswer && (
        <Switch
          size="xs"
          labelPosition="left"
          label={t('softphone.autoAnswer')}
          wrapperProps={{ 'data-hint': t('softphone.autoAnswerHint') }}
          checked={autoAnswer.isOn}
          onChange={(event) => autoAnswer.set(event.currentTarget.checked)}
        />
      )}
      {checkLines && (
        <button type="button" className="status-choice" onClick={opens(() => checkLines())}>
          <Signal size={15} aria-hidden />
          <span>{t('softphone.tools.lineCheck')}</span>
        </button>
      )}
      {sendSms && (
        <button type="button" className="status-choice" onClick={opens(() => sendSms(onTheLine(view)))}>
          <MessageSquareText size={15} aria-hidden />
          <span>{t('softphone.tools.sms')}</span>
        </button>
      )}
    </div>
  );
}
