import { ActionIcon } from '@mantine/core';
import { Ear, Headphones, Mic, UserRoundCheck } from 'lucide-react';
import { useNavigate } from 'react-router';
import { usePhoneView } from '#features/voice/softphone/web/index.ts';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { useCan, useViewer } from '#platform/web/viewer.ts';
import type { MonitorCall } from '../../contract.ts';
import { joinCall, parts, type MonitorPart } from '../join-call.ts';

const icons = { listen: Headphones, whisper: Ear, barge: Mic, takeOver: UserRoundCheck };

/** Ways into a colleague's conversation, a click each. My own calls have none, and without a phone nobody can listen. */
export function CallActions({ call, name }: { call: MonitorCall | undefined; name: string }) {
  const t = useText();
  const navigate = useNavigate();
  const can = useCan();
  const me = useViewer()?.userId;
  const sipNumber = usePhoneView()?.agent?.sipNumber ?? null;
  if (!can('calls.monitor') || call?.state !== 'talking' || !call.agents.some(({ at }) => at === 'talking'))
    return null;
  if (call.agents.some(({ userId }) => userId === me) || call.supervisors.some(({ userId }) => userId === me))
    return null;
  const join = async (sipNum: string, callId: string, part: MonitorPart): Promise<void> => {
    // Whoever takes over cuts a colleague off: that is no slip of the hand.
    const isMeant =
      part !== 'takeOver' ||
      (await confirm({
        title: t('monitoring.takeOver.title', { name }),
        body: t('monitoring.takeOver.body', { name }),
        yes: t('monitoring.part.takeOver'),
        danger: true,
      }));
    if (isMeant) await joinCall((address) => void navigate(address), sipNum, callId, part);
  };
  return (
    <span className="monitor-actions" role="group" aria-label={t('monitoring.joinCallOf', { name })}>
      {parts.map((part) => {
        const Icon = icons[part];
        const label = sipNumber === null ? t('monitoring.needsPhone') : t(`monitoring.part.${part}`);
        return (
          <ActionIcon
            key={part}
            variant="default"
            aria-label={t(`monitoring.part.${part}`)}
            title={label}
            disabled={sipNumber === null}
            onClick={() => void (sipNumber !== null && join(sipNumber, call.callId, part))}
          >
            <Icon size={16} aria-hidden />
          </ActionIcon>
        );
      })}
    </span>
  );
}
