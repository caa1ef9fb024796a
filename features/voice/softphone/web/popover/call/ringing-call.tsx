import { Button, Kbd } from '@mantine/core';
import { Phone, PhoneOff } from 'lucide-react';
import { callStateText } from '#core/phone/phone-codes.ts';
import { CallStateText } from '#shared/codes/call-state-text.ts';
import { textOf, useText } from '#platform/web/i18n.ts';
import { altKeyText } from '#platform/web/keyboard.ts';
import { usePhoneDesk, type PhoneView } from '../../desk/phone-desk.ts';
import { Shortcut } from '../../shortcuts.ts';
import { CallWho } from './call-who.tsx';
import { CallerMark } from './caller-mark.tsx';
import { HandedCall } from './handed-call.tsx';
import { liveOf, whoCalls } from './who.ts';

/** Somebody calls: who, and two buttons with their keys. */
export function RingingCall({ view }: { view: PhoneView }) {
  const t = useText();
  const desk = usePhoneDesk();
  const live = liveOf(view);
  const isAnswering = view.phone.call?.at === 'answering';
  return (
    <>
      <div className="call-card" data-tone="violet" data-ringing={!isAnswering || undefined}>
        <span className="call-state">
          {isAnswering ? t('softphone.call.answering') : textOf(CallStateText.row(callStateText(view.phone)).key)}
        </span>
        <CallWho who={whoCalls(view)} />
        {live && <CallerMark live={live} />}
        {live && <HandedCall live={live} />}
        {view.phone.rules.autoAnswer && !isAnswering && (
          <span className="call-line">{t('softphone.call.answersItself')}</span>
        )}
      </div>
      <div className="call-pair">
        <Button
          color="red"
          size="md"
          leftSection={<PhoneOff size={17} aria-hidden />}
          aria-keyshortcuts={`Alt+${Shortcut.hangUp}`}
          onClick={() => desk?.press({ type: 'declinePressed' })}
        >
          {t('softphone.call.decline')}
        </Button>
        <Button
          color="green"
          size="md"
          leftSection={<Phone size={17} aria-hidden />}
          loading={isAnswering}
          aria-keyshortcuts={`Alt+${Shortcut.answer}`}
          onClick={() => desk?.press({ type: 'answerPressed' })}
        >
          {t('softphone.call.answer')}
        </Button>
        <Kbd aria-hidden>{altKeyText(Shortcut.hangUp)}</Kbd>
        <Kbd aria-hidden>{altKeyText(Shortcut.answer)}</Kbd>
      </div>
    </>
  );
}
