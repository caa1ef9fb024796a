import { Button } from '@mantine/core';
import { ArrowRightLeft, HeadphoneOff, Mic, MicOff, Pause, Phone, PhoneOff, Play, UserRoundCheck } from 'lucide-react';
import { Suspense, useState } from 'react';
import { callTimes, clockText, shortClock } from '#core/phone/call-clock.ts';
import { callStateText } from '#core/phone/phone-codes.ts';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { callsApi } from '#features/voice/calls/contract.ts';
import {
  callExtras,
  handedCall,
  monitorModes,
  poorSound,
  Shortcut,
  signalMeter,
  softphonePart,
  transferPanel,
  useMonitorPart,
  useNow,
  usePhoneDesk,
  type PhoneView,
} from '#features/voice/softphone/web/index.ts';
import { CallStateText } from '#shared/codes/call-state-text.ts';
import { lazily } from '#platform/web/feature.ts';
import { textOf, useText } from '#platform/web/i18n.ts';
import { altKeyText } from '#platform/web/keyboard.ts';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import type { Subject } from '../subject.ts';
import { Choice } from '#platform/web/ui/choice.tsx';
import { Country } from './country.tsx';
import { TransferState } from './transfer-state.tsx';

const Transfer = lazily(softphonePart, transferPanel);
const SignalMeter = lazily(softphonePart, signalMeter);
const PoorSound = lazily(softphonePart, poorSound);
const HandedCall = lazily(softphonePart, handedCall);
const CallExtras = lazily(softphonePart, callExtras);

/** The call that goes on: who, since when, how it stands, and what can be done with it. */
export function LiveCard({ view, subject, name }: { view: PhoneView; subject: Subject; name: string }) {
  const t = useText();
  const times = callTimes(view.phone, useNow());
  const call = view.phone.call!;
  const live = view.calls.find(({ callId }) => callId === call.callId);
  const number = subject.isFromChat ? t('workbench.fromChat') : spokenNumber(subject.number);
  const isHeld = call.hold.at === 'held' || call.hold.at === 'releasing';
  const { quality } = view;
  const facts = [
    subject.groupName,
    subject.ourNumber && t('workbench.calledNumber', { number: spokenNumber(subject.ourNumber) }),
  ].filter(Boolean);
  return (
    <article
      className="bench-live"
      data-at={subject.at}
      data-tone={subject.at === 'ringing' ? 'violet' : isHeld ? 'warning' : 'blue'}
      aria-label={t('workbench.tab.call')}
    >
      <header>
        <span className="bench-state">
          {subject.at === 'monitoring'
            ? live?.agentName
              ? t('workbench.monitoringAgent', { name: live.agentName })
              : t('workbench.monitoring')
            : isHeld
              ? t('workbench.onHold')
              : textOf(CallStateText.row(callStateText(view.phone)).key)}
        </span>
        {quality && (
          <Suspense>
            <SignalMeter mos={quality.mos} bars={quality.bars} />
          </Suspense>
        )}
        {times.talkedMs !== null && (
          <span className="timer bench-timer" role="timer" aria-label={t('workbench.callTime')}>
            {clockText(times.talkedMs)}
          </span>
        )}
      </header>
      <h2>{name || number || t('workbench.unknownNumber')}</h2>
      <p>
        <Country iso2={subject.iso2} />
        {name && <b className="figures">{number}</b>}
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      {live && (
        <Suspense>
          <HandedCall live={live} />
          <CallExtras live={live} />
        </Suspense>
      )}
      {times.heldMs !== null && (
        <p className="bench-limit" data-warning={times.holdLeft?.isWarning || undefined}>
          {t('workbench.heldFor', { time: shortClock(times.heldMs) })}
          {times.holdLeft && (
            <span>{t('workbench.holdLeft', { time: shortClock(times.holdLeft.leftSec * 1_000) })}</span>
          )}
        </p>
      )}
      {times.callLeft && (
        <p className="bench-limit" data-warning={times.callLeft.isWarning || undefined}>
          {t('workbench.callLeft', { time: shortClock(times.callLeft.leftSec * 1_000) })}
        </p>
      )}
      {call.heldByThem && <p className="bench-limit">{t('workbench.heldByThem')}</p>}
      {quality?.poor && (
        <Suspense>
          <PoorSound side={quality.poor} />
        </Suspense>
      )}
      {live?.role === 'agent' && live.transfer && <TransferState callId={live.callId} transfer={live.transfer} />}
      {subject.at === 'ringing' ? (
        <RingingActions isAnswering={call.at === 'answering'} />
      ) : (
        <TalkActions
          view={view}
          mayHold={live?.role !== 'third'}
          mayTransfer={live?.role === 'agent' && !live.transfer}
        />
      )}
    </article>
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

function RingingActions({ isAnswering }: { isAnswering: boolean }) {
  const t = useText();
  const desk = usePhoneDesk();
  return (
    <div className="bench-actions">
      <Button
        color="green"
        size="md"
        leftSection={<Phone size={17} aria-hidden />}
        rightSection={<kbd aria-hidden>{altKeyText(Shortcut.answer)}</kbd>}
        loading={isAnswering}
        aria-keyshortcuts={`Alt+${Shortcut.answer}`}
        onClick={() => desk?.press({ type: 'answerPressed' })}
      >
        {t('workbench.answer')}
      </Button>
      <Button
        color="red"
        size="md"
        leftSection={<PhoneOff size={17} aria-hidden />}
        rightSection={<kbd aria-hidden>{altKeyText(Shortcut.hangUp)}</kbd>}
        aria-keyshortcuts={`Alt+${Shortcut.hangUp}`}
        onClick={() => desk?.press({ type: 'declinePressed' })}
      >
        {t('workbench.decline')}
      </Button>
    </div>
  );
}

function TalkActions({ view, mayHold, mayTransfer }: { view: PhoneView; mayHold: boolean; mayTransfer: boolean }) {
  const t = useText();
  const desk = usePhoneDesk();
  const [isTransferring, setTransferring] = useState(false);
  const settings = useEndpoint(callsApi.settings, {}, { staleMs: 300_000, handlesFailures: true }).data;
  const call = view.phone.call!;
  const isTalking = call.at === 'talking';
  const isHeld = call.hold.at === 'held' || call.hold.at === 'releasing';
  const offersTransfer = settings?.displayTransferButton !== false && mayTransfer;
  return (
    <>
      <div className="bench-actions">
        {call.monitor && <MonitorActions view={view} />}
        {!call.monitor && (
          <>
            <Button
              variant="default"
              disabled={!isTalking || !mayHold || call.hold.at === 'asked' || call.hold.at === 'releasing'}
              leftSection={isHeld ? <Play size={16} aria-hidden /> : <Pause size={16} aria-hidden />}
              aria-pressed={isHeld}
              aria-keyshortcuts={`Alt+${Shortcut.hold}`}
              data-hint={altKeyText(Shortcut.hold)}
              onClick={() => desk?.press({ type: isHeld ? 'unholdPressed' : 'holdPressed' })}
            >
              {isHeld ? t('workbench.resume') : t('workbench.hold')}
            </Button>
            <Button
              variant="default"
              disabled={!isTalking}
              leftSection={call.muted ? <MicOff size={16} aria-hidden /> : <Mic size={16} aria-hidden />}
              aria-pressed={call.muted}
              aria-keyshortcuts={`Alt+${Shortcut.mute}`}
              data-hint={altKeyText(Shortcut.mute)}
              onClick={() => desk?.press({ type: 'mutePressed' })}
            >
              {call.muted ? t('workbench.unmute') : t('workbench.mute')}
            </Button>
          </>
        )}
        {offersTransfer && (
          <Button
            variant="default"
            disabled={!isTalking}
            leftSection={<ArrowRightLeft size={16} aria-hidden />}
            aria-expanded={isTransferring}
            onClick={() => setTransferring(!isTransferring)}
          >
            {t('workbench.transfer')}
          </Button>
        )}
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
      {isTransferring && offersTransfer && call.callId !== null && (
        <div className="bench-transfer">
          <Suspense fallback={<LoadingLines />}>
            <Transfer callId={call.callId} onDone={() => setTransferring(false)} />
          </Suspense>
        </div>
      )}
    </>
  );
}
