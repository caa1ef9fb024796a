import { Button } from '@mantine/core';
import { CirclePause, Headset, PhoneOutgoing, Unplug } from 'lucide-react';
import { Suspense } from 'react';
import { callsByMobile, hasSoftphone, ringsElsewhere } from '#core/phone/phone-codes.ts';
import {
  openDialer,
  refusedCall,
  sipPhoneCalls,
  softphonePart,
  usePhoneDesk,
  type PhoneView,
} from '#features/voice/softphone/web/index.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { lazily } from '#platform/web/feature.ts';
import { textOf, useText } from '#platform/web/i18n.ts';
import { EmptyState } from '#platform/web/ui/states.tsx';
import type { Subject } from '../subject.ts';
import { nameOf, type CustomerHistory } from '../use-history.ts';
import { LiveCard } from './live-card.tsx';
import { RecordCard } from './record-card.tsx';
import { WrapUpCard } from './wrap-up-card.tsx';

const RefusedCall = lazily(softphonePart, refusedCall);
const SipPhoneCalls = lazily(softphonePart, sipPhoneCalls);

interface StageProps {
  view: PhoneView;
  subject: Subject | null;
  history: CustomerHistory;
  /** Without a call it says why none comes, unless something else stands there. */
  isIdleShown: boolean;
  onClose: () => void;
  onLabelWanted: () => void;
}

/** The call: the one that goes on, the work after one, a record that was opened, or what to do so that one comes. */
export function Stage({ view, subject, history, isIdleShown, onClose, onLabelWanted }: StageProps) {
  const wrapUp = view.phone.call ? null : (view.agent?.wrapUp ?? null);
  const { call, refused } = view.phone;
  return (
    <>
      {refused && !call && (
        <Suspense>
          <RefusedCall refused={refused} />
        </Suspense>
      )}
      {view.phone.account.is === 'refused' && view.calls.length > 0 && (
        <Suspense>
          <SipPhoneCalls view={view} />
        </Suspense>
      )}
      {view.phone.call && subject && <LiveCard view={view} subject={subject} name={nameOf(subject, history)} />}
      {wrapUp && (
        <WrapUpCard
          wrapUp={wrapUp}
          clockOffsetMs={view.clockOffsetMs}
          own={subject?.callId === wrapUp.callId ? history.own : undefined}
          onLabelWanted={onLabelWanted}
        />
      )}
      {subject?.at === 'record' && <RecordCard history={history} onClose={onClose} />}
      {!subject && isIdleShown && <Idle view={view} />}
    </>
  );
}

/** Why no call comes, and what to do about it. */
function Idle({ view: { phone, agent } }: { view: PhoneView }) {
  const t = useText();
  const desk = usePhoneDesk();
  const dial = (
    <Button variant="default" leftSection={<PhoneOutgoing size={15} aria-hidden />} onClick={() => openDialer()}>
      {t('workbench.idle.dial')}
    </Button>
  );
  if (phone.account.is === 'refused' && ringsElsewhere(phone))
    return (
      <EmptyState
        icon={<Headset size={22} />}
        title={phone.account.tip}
        action={callsByMobile(phone) ? dial : undefined}
      />
    );
  if (phone.account.is === 'refused')
    return (
      <EmptyState
        icon={<Unplug size={22} />}
        title={t('workbench.idle.noPhone')}
        hint={phone.account.tip || t('workbench.idle.noPhoneHint')}
      />
    );
  if (!hasSoftphone(phone) || phone.link.at !== 'ready')
    return (
      <EmptyState
        icon={<Unplug size={22} />}
        title={t('workbench.idle.starting')}
        hint={t('workbench.idle.startingHint')}
      />
    );
  if (agent?.status === AgentStatus.available)
    return (
      <EmptyState
        icon={<Headset size={22} />}
        title={t('workbench.idle.ready')}
        hint={t('workbench.idle.readyHint')}
        action={dial}
      />
    );
  return (
    <EmptyState
      icon={<CirclePause size={22} />}
      title={t('workbench.idle.away')}
      hint={agent ? t('workbench.idle.awayHint', { status: textOf(AgentStatus.row(agent.status).key) }) : undefined}
      action={
        <span className="bench-actions">
          <Button onClick={() => desk?.chooseStatus(AgentStatus.available)}>{t('workbench.idle.available')}</Button>
          {dial}
        </span>
      }
    />
  );
}
