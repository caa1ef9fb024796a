import { Button } from '@mantine/core';
import { Check, TriangleAlert } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { headerCode, passwordWanted } from '#core/phone/phone-codes.ts';
import { agentStatusTone, AgentStatus } from '#shared/codes/agent-status.ts';
import { HeaderCallState } from '#shared/codes/header-call-state.ts';
import { phoneRefusals } from '#shared/phone-refusals.ts';
import { textOf, useText } from '#platform/web/i18n.ts';
import { usePhoneDesk, usePhoneView, type PhoneView } from '../desk/phone-desk.ts';
import { phoneWindow } from '../popover/phone-window.ts';
import { PhoneTools } from './phone-tools.tsx';
import { statusChoices } from './status-choices.ts';
import { WrapUp } from './wrap-up.tsx';

/** Arrows go from one choice to the next. */
function onArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const all = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button')];
  all.at((all.indexOf(document.activeElement as HTMLButtonElement) + step) % all.length)?.focus();
}

/** The statuses to choose from, what is left of the wrap-up, and what keeps the phone from working. */
export default function StatusMenu({ onDone }: { onDone: () => void }) {
  const t = useText();
  const desk = usePhoneDesk();
  const view = usePhoneView();
  if (!desk || !view) return <p className="status-note">{t('softphone.pill.startingHint')}</p>;
  const { agent, phone } = view;
  const isInCall = Boolean(phone.call ?? agent?.call);
  const chosen = isInCall ? (agent?.nextStatus ?? null) : (agent?.status ?? null);
  return (
    <div className="status-menu">
      <Trouble
        view={view}
        onTakeOver={() => {
          desk.takeOver();
          onDone();
        }}
        onAgain={() => {
          desk.press({ type: 'reinitAsked' });
          onDone();
        }}
        onPassword={() => {
          phoneWindow.set({ open: true });
          onDone();
        }}
        onSound={() => {
          desk.answerSound(true);
          onDone();
        }}
      />
      {agent?.wrapUp && (
        <WrapUp
          wrapUp={agent.wrapUp}
          clockOffsetMs={view.clockOffsetMs}
          onEnd={() => {
            desk.endWrapUp();
            onDone();
          }}
          onExtend={(seconds) => desk.extendWrapUp(seconds)}
        />
      )}
      <h2>{isInCall ? t('softphone.pill.nextStatus') : t('softphone.pill.chooseStatus')}</h2>
      {isInCall && <p className="status-note">{t('softphone.pill.nextStatusHint')}</p>}
      <div
        role="radiogroup"
        tabIndex={-1}
        aria-label={isInCall ? t('softphone.pill.nextStatus') : t('softphone.pill.chooseStatus')}
        onKeyDown={onArrows}
      >
        {statusChoices.map(({ code, key }) => (
          <button
            key={code}
            type="button"
            role="radio"
            aria-checked={chosen === code}
            className="status-choice"
            data-tone={agentStatusTone(code, agent?.monitoring ?? false)}
            {...(chosen === code ? { 'data-autofocus': true } : {})}
            onClick={() => {
              desk.chooseStatus(code);
              onDone();
            }}
          >
            <i className="line-dot" aria-hidden />
            <span>{textOf(key)}</span>
            {chosen === code && <Check size={15} aria-hidden />}
          </button>
        ))}
      </div>
      <PhoneTools onDone={onDone} />
    </div>
  );
}

const shownReasons: readonly string[] = ['outboundOnly', 'silent', 'socketClosed', 'notRegistered', 'engaged', 'held'];

/** Why there is no phone, or why no calls come although the agent is free; with what can be done about it. */
function Trouble({
  view: { phone, agent, seatAhead, sound, isOwner },
  onTakeOver,
  onAgain,
  onPassword,
  onSound,
}: {
  view: PhoneView;
  onTakeOver: () => void;
  onAgain: () => void;
  onPassword: () => void;
  onSound: () => void;
}) {
  const t = useText();
  const { account } = phone;
  if (seatAhead !== null) return <Note text={t('softphone.pill.seatAhead', { ahead: seatAhead })} />;
  if (account.is === 'refused') {
    return (
      <Note text={account.tip}>
        {account.code === phoneRefusals.inUseElsewhere && (
          <Button size="xs" onClick={onTakeOver}>
            {t('softphone.pill.useHere')}
          </Button>
        )}
      </Note>
    );
  }
  const wanted = passwordWanted(phone);
  if (wanted)
    return (
      <Note text={wanted.tip || t('softphone.signIn.wanted')}>
        <Button size="xs" onClick={onPassword}>
          {t('softphone.signIn.enter')}
        </Button>
      </Note>
    );
  if (headerCode(phone) === HeaderCallState.registrationFailed)
    return (
      <Note text={t('softphone.pill.failedHint')}>
        <Button size="xs" onClick={onAgain}>
          {t('softphone.pill.connectAgain')}
        </Button>
      </Note>
    );
  if (sound.isAsked)
    return (
      <Note text={isOwner ? t('softphone.soundStep.body') : t('softphone.soundStep.elsewhere')}>
        {isOwner && (
          <Button size="xs" onClick={onSound}>
            {t('softphone.soundStep.enable')}
          </Button>
        )}
      </Note>
    );
  const why = agent?.whyNotRoutable;
  if (agent?.status !== AgentStatus.available || !why || !shownReasons.includes(why)) return null;
  return <Note text={t(`softphone.pill.why.${why as 'silent'}`)} />;
}

const Note = ({ text, children }: { text: string; children?: React.ReactNode }) => (
  <div className="status-trouble" role="alert">
    <TriangleAlert size={15} aria-hidden />
    <div>
      <p>{text}</p>
      {children}
    </div>
  </div>
);
