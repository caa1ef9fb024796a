import type { DialOrder } from '#core/phone/phone.ts';
import { callsApi } from '#features/voice/calls/contract.ts';
import { call } from '#platform/web/call.ts';
import { failureText, handleFailure } from '#platform/web/failure-handler.ts';
import { text } from '#platform/web/i18n.ts';
import { Failure } from '#shared/failure.ts';
import { learnCalls } from './agent-and-calls.ts';
import type { EngineWorld } from './desk-engine.ts';

/** The server rings the agent's mobile, and whom they call when they took it. */
export async function callByMobile(engine: EngineWorld, order: DialOrder): Promise<void> {
  const { number, countryCode, routerId, displayNumber, callbackCallId = '', task } = order;
  if (number === '') return;
  try {
    const { calls } = await call(callsApi.dial, {
      number,
      countryCode: countryCode.replace(/\D/g, ''),
      routerId,
      shown: displayNumber && displayNumber.id !== 0 ? displayNumber.number : '',
      callbackCallId,
      taskId: task?.taskId ?? '',
      customerId: task?.customerId ?? '',
    });
    learnCalls(engine, calls);
    engine.show({
      kind: 'toast',
      toast: { tone: 'info', text: text('softphone.elsewhere.rings'), id: 'softphone.elsewhere' },
    });
  } catch (error) {
    if (!(error instanceof Failure) || error.name !== 'emergencyOnMobile') return handleFailure(error);
    // Somebody who needs help must not miss where to dial.
    const warning = {
      tone: 'error',
      text: failureText(error),
      id: 'softphone.emergency',
      stayMs: EMERGENCY_STAYS_MS,
    } as const;
    engine.show({ kind: 'toast', toast: warning });
  }
}
const EMERGENCY_STAYS_MS = 60_000;
