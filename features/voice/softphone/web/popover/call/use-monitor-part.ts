import { useState } from 'react';
import { callsApi, type LiveCall } from '#features/voice/calls/contract.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { usePhoneDesk, type PhoneView } from '../../desk/phone-desk.ts';
import { liveOf } from './who.ts';

export type MonitorMode = NonNullable<LiveCall['monitorMode']>;
export const monitorModes: readonly MonitorMode[] = ['listen', 'whisper', 'barge'];

/** How I take part in a call I listen to, as the server has it; a wish is shown until it is true or refused. */
export function useMonitorPart(view: PhoneView) {
  const desk = usePhoneDesk();
  const { callId = null, monitor } = view.phone.call ?? {};
  const now = liveOf(view)?.monitorMode ?? monitor?.action ?? 'listen';
  const [wished, setWished] = useState<MonitorMode | null>(null);
  if (wished === now) setWished(null);
  const change = useCommand(callsApi.monitorMode, { onFailed: () => setWished(null) });
  const takeOver = useCommand(callsApi.monitorTakeOver);
  return {
    mode: wished ?? now,
    choose(mode: MonitorMode): void {
      // The specification's toggle is a tone; what the phone believes already, or a tone cannot say, is asked of the server.
      if (mode !== 'barge' && mode !== monitor?.action) return desk?.press({ type: 'monitorSwitched', action: mode });
      if (callId === null) return;
      setWished(mode);
      change.mutate({ callId, mode });
    },
    takeOver: () => callId !== null && takeOver.mutate({ callId }),
    isTakingOver: takeOver.isPending,
  };
}
