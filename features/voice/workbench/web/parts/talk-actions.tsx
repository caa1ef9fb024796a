import { Button } from '@mantine/core';
import {
  ArrowRightLeft,
  Grid3x3,
  HeadphoneOff,
  Mic,
  MicOff,
  Pause,
  PhoneOff,
  Play,
  Star,
  UserRoundCheck,
  type LucideIcon,
} from 'lucide-react';
import { Suspense, useState } from 'react';
import { callsApi, type LiveCall } from '#features/voice/calls/contract.ts';
import {
  callKeypad,
  monitorModes,
  Shortcut,
  softphonePart,
  transferPanel,
  useMonitorPart,
  usePhoneDesk,
  useSurvey,
  type PhoneView,
} from '#features/voice/softphone/web/index.ts';
import { lazily } from '#platform/web/feature.ts';
import { useText } from '#platform/web/i18n.ts';
import { altKeyText } from '#platform/web/keyboard.ts';
import { Choice } from '#platform/web/ui/choice.tsx';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';

const Transfer = lazily(softphonePart, transferPanel);
const Keypad = lazily(softphonePart, callKeypad);
type Part = 'transfer' | 'keypad';

/** What can be done with a call that is dialled, talked or listened to. */
export function TalkActions({ view, live }: { view: PhoneView; live: LiveCall | undefined }) {
  const t = useText();
  const desk = usePhoneDesk();
  const [part, setPart] = useState<Part | null>(null);
  const call = view.phone.call!;
  const close = () => setPart(null);
  const isTalking = call.at === 'talking';
  const offersTransfer = useMayTransfer(live);
  const mayPress = isTalking || call.heard === 'earlyMedia';
  const toggle = (next: Part) => ({
    isOpen: part === next,
    onClick: () => setPart(part === next ? null : next),
  });
  return (
    <>
      <div className="bench-actions">
        {call.monitor ? <MonitorActions view={view} /> : <SoundActions view={view} mayHold={live?.role !== 'third'} />}
        {offersTransfer && (
          <Act icon={ArrowRightLeft} name={t('workbench.transfer')} disabled={!isTalking} {...toggle('transfer')} />
        )}
        {!call.monitor && (
          <Act icon={Grid3x3} name={t('workbench.keypad')} disabled={!mayPress} {...toggle('keypad')} />
        )}
        <SurveyAction live={live} disabled={!isTalking} />
        <Button
          color="red"
          loading={call.at === 'ending'}
          leftSection={call.monitor ? <HeadphoneOff size={16} aria-hidden /> : <PhoneOff size={16} aria-hidden />}
          aria-keyshortcuts={`Alt+${Shortcut.hangUp}`}
          data-hint={altKeyText(Shortcut.hangUp)}
          onClick={() => desk?.press({ type: 'hangUpPressed' })}
        >
          {t(call.monitor ? 'workbench.monitor.stop' : 'workbench.hangUp')}
        </Button>
      </div>
      {part === 'transfer' && offersTransfer && call.callId !== null && (
        <div className="bench-transfer">
          <Suspense fallback={<LoadingLines />}>
            <Transfer callId={call.callId} onDone={close} />
          </Suspense>
        </div>
      )}
      {part === 'keypad' && mayPress && (
        <div className="bench-transfer bench-keypad">
          <Suspense fallback={<LoadingLines />}>
            <Keypad />
          </Suspense>
        </div>
      )}
    </>
  );
}

function useMayTransfer(live: LiveCall | undefined): boolean {
  const settings = useEndpoint(callsApi.settings, {}, { staleMs: 300_000, handlesFailures: true }).data;
  return settings?.displayTransferButton !== false && live?.role === 'agent' && !live.transfer;
}

interface ActProps {
  icon: LucideIcon;
  name: string;
  disabled: boolean;
  onClick: () => void;
  /** It is on, or not. */
  isOn?: boolean;
  /** Something below it is open, or not. */
  isOpen?: boolean;
  shortcut?: Shortcut;
  hint?: string;
}

const Act = ({ icon: Icon, name, disabled, onClick, isOn, isOpen, shortcut, hint }: ActProps) => (
  <Button
    variant="default"
    disabled={disabled}
    leftSection={<Icon size={16} aria-hidden />}
    aria-pressed={isOn}
    aria-expanded={isOpen}
    aria-keyshortcuts={shortcut && `Alt+${shortcut}`}
    data-hint={hint ?? (shortcut && altKeyText(shortcut))}
    onClick={onClick}
  >
    {name}
  </Button>
);

/** Who hears whom. */
function SoundActions({ view, mayHold }: { view: PhoneView; mayHold: boolean }) {
  const t = useText();
  const desk = usePhoneDesk();
  const call = view.phone.call!;
  const isTalking = call.at === 'talking';
  const isHeld = call.hold.at === 'held' || call.hold.at === 'releasing';
  return (
    <>
      <Act
        icon={isHeld ? Play : Pause}
        name={isHeld ? t('workbench.resume') : t('workbench.hold')}
        shortcut={Shortcut.hold}
        isOn={isHeld}
        disabled={!isTalking || !mayHold || call.hold.at === 'asked' || call.hold.at === 'releasing'}
        onClick={() => desk?.press({ type: isHeld ? 'unholdPressed' : 'holdPressed' })}
      />
      <Act
        icon={call.muted ? MicOff : Mic}
        name={call.muted ? t('workbench.unmute') : t('workbench.mute')}
        shortcut={Shortcut.mute}
        isOn={call.muted}
        disabled={!isTalking}
        onClick={() => desk?.press({ type: 'mutePressed' })}
      />
    </>
  );
}

function SurveyAction({ live, disabled }: { live: LiveCall | undefined; disabled: boolean }) {
  const t = useText();
  const survey = useSurvey(live);
  if (!survey) return null;
  return (
    <Act
      icon={Star}
      name={survey.isArmed ? t('workbench.surveyOn') : t('workbench.survey')}
      hint={t('workbench.surveyHint')}
      isOn={survey.isArmed}
      disabled={disabled || survey.isArmed || survey.isBusy}
      onClick={survey.ask}
    />
  );
}

/** How I take part in a colleague's call, and a way to take it over. */
function MonitorActions({ view }: { view: PhoneView }) {
  const t = useText();
  const part = useMonitorPart(view);
  return (
    <>
      <Choice
        label={t('workbench.monitoring')}
        value={part.mode}
        options={monitorModes.map((value) => ({ value, label: t(`workbench.monitor.${value}`) }))}
        onChange={part.choose}
      />
      <Button
        variant="default"
        leftSection={<UserRoundCheck size={16} aria-hidden />}
        disabled={view.phone.call?.at !== 'talking'}
        loading={part.isTakingOver}
        onClick={part.takeOver}
      >
        {t('workbench.monitor.takeOver')}
      </Button>
    </>
  );
}
