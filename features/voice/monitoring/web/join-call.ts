import { agentStatusApi } from '#features/team/agent-status/contract.ts';
import { callsApi } from '#features/voice/calls/contract.ts';
import { call } from '#platform/web/call.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';

/** Ways to take part in a colleague's call. */
export const parts = ['listen', 'whisper', 'barge', 'takeOver'] as const;
export type MonitorPart = (typeof parts)[number];

/** "Monitoring only works on /workBench" (specification W4): there first, then my phone is rung and answers by itself. */
export async function joinCall(
  go: (address: string) => void,
  sipNumber: string,
  callId: string,
  part: MonitorPart,
): Promise<void> {
  go('/workBench?tabIndex=call');
  try {
    // The nodes of my socket and of the call, by their ids: there is one of each so far, and it is the same.
    const { asmIp, asmPort } = await call(agentStatusApi.asmLookup, { sipNumber });
    await call(callsApi.monitorStart, {
      sipNumber,
      uuid: callId,
      asmIp,
      asmPort,
      cmsIp: asmIp,
      action: part === 'whisper' ? 'whisper' : 'listen',
      part,
    });
  } catch (error) {
    handleFailure(error);
  }
}
