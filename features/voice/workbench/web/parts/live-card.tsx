import { Button } from '@mantine/core';
import { MicOff, Phone, PhoneOff } from 'lucide-react';
import { Suspense } from 'react';
import { callTimes, clockText, shortClock } from '#core/phone/call-clock.ts';
import { callStateText } from '#core/phone/phone-codes.ts';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import {
  callerMark,
  callExtras,
  consulting,
  failedTransfer,
  handedCall,
  poorSound,
  Shortcut,
  signalMeter,
  softphonePart,
  useNow,
  usePhoneDesk,
  type PhoneView,
} from '#features/voice/softphone/web/index.ts';
import { CallStateText } from '#shared/codes/call-state-text.ts';
import { lazily } from '#platform/web/feature.ts';
import { textOf, useText } from '#platform/web/i18n.ts';
import { altKeyText } from '#platform/web/keyboard.ts';
import type { Subject } from '../subject.ts';
import { CountryLetters } from './country-letters.tsx';
import { TalkActions } from './talk-actions.tsx';

const Consulting = lazily(softphonePart, consulting);
const FailedTransfer = lazily(softphonePart, failedTransfer);
const SignalMeter = lazily(softphonePart, signalMeter);
const PoorSound = lazily(softphonePart, poorSound);
const CallerMark = lazily(softphonePart, callerMark);
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
        <CountryLetters iso2={subject.iso2} />
        {name && <b className="figures">{number}</b>}
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      {live && (
        <Suspense>
          <CallerMark live={live} />
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
      {call.muted && !call.monitor && <MutedBanner />}
      {live?.role === 'agent' && live.transfer && (
        <Suspense>
          <Consulting callId={live.callId} transfer={live.transfer} />
        </Suspense>
      )}
      {live?.failedTransfer && !live.transfer && (
        <Suspense>
          <FailedTransfer failed={live.failedTransfer} />
        </Suspense>
      )}
      {subject.at === 'ringing' ? (
        <RingingActions isAnswering={call.at === 'answering'} />
      ) : (
        <TalkActions view={view} live={live} />
      )}
    </article>
  );
}

/** Whoever forgets that nobody hears them is told, wherever they look. */
function MutedBanner() {
  const t = useText();
  const desk = usePhoneDesk();
  return (
    <p className="bench-muted" role="status">
      <MicOff size={15} aria-hidden />
      <span>{t('workbench.muted')}</span>
      <Button size="compact-xs" variant="default" onClick={() => desk?.press({ type: 'mutePressed' })}>
        {t('workbench.unmute')}
      </Button>
    </p>
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
