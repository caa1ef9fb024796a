import { useState } from 'react';
import type { MonitorMode } from '#core/telephony/telephony.port.ts';
import { callsApi } from '#features/voice/calls/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { usePhoneDesk, type PhoneView } from '../../desk/phone-desk.ts';
import { liveOf } from './who.ts';

export const monitorModes: readonly MonitorMode[] = ['listen', 'whisper', 'barge'];

/** How I take part in a call I listen to, as the server has it; a wish is shown until it is true or refused. */
export function useMonitorPart(view: PhoneView) {
  const t = useText();
  const desk = usePhoneDesk();
  const { callId = null, monitor } = view.phone.call ?? {};
  const now = liveOf(view)?.monitorMode ?? monitor?.action ?? 'listen';
  const [wished, setWished] = useState<MonitorMode | null>(null);
  if (wished === now) setWished(null);
  const change = useCommand(callsApi.monitorMode, { onFailed: () => setWished(null) });
  const takeOver = useCommand(callsApi.monitorTakeOver);
  /** Says whom it cuts off: a click beside "Join" must not end a colleague's conversation. */
  async function askAndTakeOver(): Promise<void> {
    if (callId === null) return;
    const name = liveOf(view)?.agentName ?? t('softphone.monitor.agent');
    const yes = await confirm({
      title: t('softphone.monitor.takeOver.title', { name }),
      body: t('softphone.monitor.takeOver.body', { name }),
      yes: t('softphone.monitor.takeOver'),
      danger: true,
    });
    if (yes) takeOver.mutate({ callId });
  }
  return {
    mode: wished ?? now,
    choose(mode: MonitorMode): void {
      // The specification's toggle is a tone; what the phone believes already, or a tone cannot say, is asked of the server.
      if (mode !== 'barge' && mode !== monitor?.action) return desk?.press({ type: 'monitorSwitched', action: mode });
      if (callId === null) return;
      setWished(mode);
      change.mutate({ callId, mode });
    },
    takeOver: () => void askAndTakeOver(),
    isTakingOver: takeOver.isPending,
  };
}
