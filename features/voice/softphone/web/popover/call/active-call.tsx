import { Button } from '@mantine/core';
import {
  ArrowRightLeft,
  Grid3x3,
  Mic,
  MicOff,
  NotebookPen,
  Pause,
  PhoneOff,
  Play,
  Star,
  type LucideIcon,
} from 'lucide-react';
import { Suspense, useState } from 'react';
import { callsApi } from '#features/voice/calls/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { altKeyText } from '#platform/web/keyboard.ts';
import { lazy } from '#platform/web/lazy-part.ts';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { usePhoneDesk, type PhoneView } from '../../desk/phone-desk.ts';
import { Shortcut } from '../../shortcuts.ts';
import { CallCard } from './call-card.tsx';
import { Consulting } from './consulting.tsx';

import { Keypad } from './keypad.tsx';
import { PoorSound } from './poor-sound.tsx';
import { TransferFailure } from './transfer-failure.tsx';
import { useSurvey } from './use-survey.ts';
import { liveOf } from './who.ts';

const TransferPanel = lazy(() => import('./transfer-panel.tsx'));
const CallNotes = lazy(() => import('./call-notes.tsx'));
type Part = 'keypad' | 'transfer' | 'notes';

/** A call that is dialled or talked: the card, what can be done with it, and the red button. */
export function ActiveCall({ view }: { view: PhoneView }) {
  const t = useText();
  const desk = usePhoneDesk();
  const [part, setPart] = useState<Part | null>(null);
  const settings = useEndpoint(callsApi.settings, {}, { staleMs: 300_000, handlesFailures: true }).data;
  const call = view.phone.call!;
  const live = liveOf(view);
  const isTalking = call.at === 'talking';
  const isHeld = call.hold.at === 'held' || call.hold.at === 'releasing';
  const mayTransfer = settings?.displayTransferButton !== false && live?.role === 'agent' && !live.transfer;
  const survey = useSurvey(live);
  const open = (next: Part) => ({ isOn: part === next, onClick: () => setPart(part === next ? null : next) });
  return (
    <>
      <CallCard view={view} />
      {view.quality?.poor && <PoorSound side={view.quality.poor} />}
      {live?.role === 'agent' && live.transfer && <Consulting callId={live.callId} transfer={live.transfer} />}
      {live?.failedTransfer && !live.transfer && <TransferFailure failed={live.failedTransfer} />}
      <div className="call-actions">
        <Action
          icon={call.muted ? MicOff : Mic}
          name={call.muted ? t('softphone.call.unmute') : t('softphone.call.mute')}
          shortcut={Shortcut.mute}
          isOn={call.muted}
          disabled={!isTalking}
          onClick={() => desk?.press({ type: 'mutePressed' })}
        />
        <Action
          icon={isHeld ? Play : Pause}
          name={isHeld ? t('softphone.call.resume') : t('softphone.call.hold')}
          shortcut={Shortcut.hold}
          isOn={isHeld}
          disabled={!isTalking || live?.role === 'third' || call.hold.at === 'asked' || call.hold.at === 'releasing'}
          onClick={() => desk?.press({ type: isHeld ? 'unholdPressed' : 'holdPressed' })}
        />
        {settings?.displayTransferButton !== false && (
          <Action
            icon={ArrowRightLeft}
            name={t('softphone.call.transfer')}
            disabled={!isTalking || !mayTransfer}
            {...open('transfer')}
          />
        )}
        <Action
          icon={Grid3x3}
          name={t('softphone.call.keypad')}
          disabled={!isTalking && call.heard !== 'earlyMedia'}
          {...open('keypad')}
        />
        <Action icon={NotebookPen} name={t('softphone.call.notes')} disabled={!call.callId} {...open('notes')} />
        {survey && (
          <Action
            icon={Star}
            name={survey.isArmed ? t('softphone.call.surveyOn') : t('softphone.call.survey')}
            hint={t('softphone.call.surveyHint')}
            isOn={survey.isArmed}
            disabled={!isTalking || survey.isArmed || survey.isBusy}
            onClick={survey.ask}
          />
        )}
      </div>
      {part === 'keypad' && <Keypad />}
      <Suspense fallback={<LoadingLines />}>
        {part === 'transfer' && mayTransfer && live && (
          <TransferPanel callId={live.callId} onDone={() => setPart(null)} />
        )}
        {part === 'notes' && call.callId && <CallNotes callId={call.callId} />}
      </Suspense>
      <Button
        className="call-end"
        color="red"
        size="md"
        fullWidth
        leftSection={<PhoneOff size={17} aria-hidden />}
        loading={call.at === 'ending'}
        aria-keyshortcuts={`Alt+${Shortcut.hangUp}`}
        data-hint={altKeyText(Shortcut.hangUp)}
        onClick={() => desk?.press({ type: 'hangUpPressed' })}
      >
        {t('softphone.call.hangUp')}
      </Button>
    </>
  );
}

interface ActionProps {
  icon: LucideIcon;
  name: string;
  hint?: string;
  shortcut?: Shortcut;
  isOn: boolean;
  disabled?: boolean;
  onClick: () => void;
}

const Action = ({ icon: Icon, name, hint, shortcut, isOn, disabled = false, onClick }: ActionProps) => (
  <button
    type="button"
    className="call-action"
    aria-pressed={isOn}
    disabled={disabled}
    data-hint={hint ?? (shortcut ? `${name} (${altKeyText(shortcut)})` : undefined)}
    aria-keyshortcuts={shortcut ? `Alt+${shortcut}` : undefined}
    onClick={onClick}
  >
    <Icon size={18} aria-hidden />
    <span>{name}</span>
  </button>
);
