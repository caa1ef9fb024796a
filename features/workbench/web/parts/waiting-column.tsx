import { Button, Kbd } from '@mantine/core';
import { Phone, PhoneOff } from 'lucide-react';
import { keyText, Shortcut, spokenNumber, usePhoneDesk, type PhoneView } from '#features/softphone/web/index.ts';
import { useText } from '#platform/web/i18n.ts';
import { subjectOf } from '../subject.ts';
import { Lines } from './lines.tsx';
import { MissedCalls } from './missed-calls.tsx';

interface WaitingColumnProps {
  view: PhoneView;
  openedId: string | null;
  onOpen: (callId: string | null) => void;
}

/** What waits for this agent, the most urgent first. */
export function WaitingColumn({ view, openedId, onOpen }: WaitingColumnProps) {
  const { call } = view.phone;
  const isRinging = call?.direction === 'inbound' && !call.monitor && (call.at === 'incoming' || call.at === 'answering');
  return (
    <>
      {isRinging && <Ringing view={view} />}
      <Lines />
      <MissedCalls openedId={openedId} onOpen={onOpen} />
    </>
  );
}

function Ringing({ view }: { view: PhoneView }) {
  const t = useText();
  const desk = usePhoneDesk();
  const { name, number, groupName } = subjectOf(view, null)!;
  const spoken = spokenNumber(number, '');
  return (
    <article className="bench-ringing" data-tone="violet" aria-label={t('workbench.ringing')}>
      <small>{groupName ? t('workbench.ringingFor', { group: groupName }) : t('workbench.ringing')}</small>
      <b>{name || spoken}</b>
      {name && <span>{spoken}</span>}
      <div>
        <Button color="green" leftSection={<Phone size={15} aria-hidden />} loading={view.phone.call?.at === 'answering'} aria-keyshortcuts={`Alt+${Shortcut.answer}`} rightSection={<Kbd aria-hidden size="xs">{keyText(Shortcut.answer)}</Kbd>} onClick={() => desk?.press({ type: 'answerPressed' })}>{t('workbench.answer')}</Button>
        <Button variant="default" leftSection={<PhoneOff size={15} aria-hidden />} aria-keyshortcuts={`Alt+${Shortcut.hangUp}`} data-hint={keyText(Shortcut.hangUp)} onClick={() => desk?.press({ type: 'declinePressed' })}>{t('workbench.decline')}</Button>
      </div>
    </article>
  );
}
