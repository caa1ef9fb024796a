import { Button } from '@mantine/core';
import { Phone, PhoneOff } from 'lucide-react';
import { Suspense } from 'react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { Shortcut, usePhoneDesk, type PhoneView } from '#features/voice/softphone/web/index.ts';
import { useText } from '#platform/web/i18n.ts';
import { altKeyText } from '#platform/web/keyboard.ts';
import { useWaitingParts } from '#platform/web/waiting-parts.ts';
import { subjectOf } from '../subject.ts';
import { Lines } from './lines.tsx';
import { MissedCalls } from './missed-calls.tsx';

interface WaitingColumnProps {
  view: PhoneView;
  /** Who rings, where the customer is known. */
  name: string;
  openedId: string | null;
  onOpen: (callId: string | null) => void;
}

/** What waits for this agent, the most urgent first; after calls what other features know of. */
export function WaitingColumn({ view, name, openedId, onOpen }: WaitingColumnProps) {
  const { call } = view.phone;
  const parts = useWaitingParts();
  const isRinging =
    call?.direction === 'inbound' && !call.monitor && (call.at === 'incoming' || call.at === 'answering');
  return (
    <>
      {isRinging && <Ringing view={view} name={name} />}
      <Lines clockOffsetMs={view.clockOffsetMs} />
      <MissedCalls openedId={openedId} onOpen={onOpen} />
      {parts.map(({ id, Part }) => (
        <Suspense key={id} fallback={null}>
          <Part />
        </Suspense>
      ))}
    </>
  );
}

function Ringing({ view, name }: { view: PhoneView; name: string }) {
  const t = useText();
  const desk = usePhoneDesk();
  const { number, groupName } = subjectOf(view, null)!;
  const spoken = spokenNumber(number);
  return (
    <article className="bench-ringing" data-tone="violet" aria-label={t('workbench.ringing')}>
      <small>{groupName ? t('workbench.ringingFor', { group: groupName }) : t('workbench.ringing')}</small>
      <b>{name || spoken}</b>
      {name && <span>{spoken}</span>}
      <div>
        <Button
          color="green"
          leftSection={<Phone size={15} aria-hidden />}
          loading={view.phone.call?.at === 'answering'}
          aria-keyshortcuts={`Alt+${Shortcut.answer}`}
          data-hint={altKeyText(Shortcut.answer)}
          onClick={() => desk?.press({ type: 'answerPressed' })}
        >
          {t('workbench.answer')}
        </Button>
        <Button
          variant="default"
          leftSection={<PhoneOff size={15} aria-hidden />}
          aria-keyshortcuts={`Alt+${Shortcut.hangUp}`}
          data-hint={altKeyText(Shortcut.hangUp)}
          onClick={() => desk?.press({ type: 'declinePressed' })}
        >
          {t('workbench.decline')}
        </Button>
      </div>
    </article>
  );
}
