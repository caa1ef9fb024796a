import { randomUUID } from 'node:crypto';
import { SpeechFailure } from '#core/speech/speech-failure.ts';
import type { Voice } from '#core/speech/voice.port.ts';
import { joinedSamples } from '#core/sound/joined-samples.ts';
import { legId, type LegId, type TelephonyEvent } from '#core/telephony/telephony.port.ts';
import type { CallPlans } from '#features/voice/call-routes/server/index.ts';
import type { World } from '#platform/server/world.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { Failure } from '#shared/errors.ts';
import type { CodeCalls } from './code-calls.ts';

/** The voice a tenant has for a language. */
export type CodeVoice = (tenantId: number, language: CustomerLanguage) => Promise<Voice>;

const SPEAK_MS = 30_000;
const RING_MS = 40_000;

interface OpenCall {
  tenantId: number;
  number: string;
  samples: Int16Array;
  answered: boolean;
}

/** Calls that say a code: legs of our own, which no call of anybody is about. They count for the limits of the tenant. */
export function openCodeCalls(
  { telephony, log }: Pick<World, 'telephony' | 'log'>,
  plans: Pick<CallPlans, 'onward' | 'outboundEnded'>,
  voiceOf: CodeVoice,
): CodeCalls {
  const open = new Map<LegId, OpenCall>();
  /** Nobody listens before the first call. */
  let stopListening: (() => void) | null = null;
  const report = (problem: unknown): void => log.warn({ err: problem }, 'a call that says a code failed');

  function handleEvent(event: TelephonyEvent): void {
    const call = 'leg' in event ? open.get(event.leg) : undefined;
    if (!call || !('leg' in event)) return;
    if (event.type === 'legAnswered') {
      call.answered = true;
      telephony.play(event.leg, { samples: call.samples }, { playId: 'code' }).catch(report);
    } else if (event.type === 'played') telephony.hangUp(event.leg).catch(report);
    else if (event.type === 'legEnded') {
      open.delete(event.leg);
      plans.outboundEnded(call.tenantId, null, call.number, call.answered).catch(report);
    }
  }

  return {
    async spoken(tenantId, language, text) {
      const pieces: Int16Array[] = [];
      const spokenIn = language.slice(0, 2) as CustomerLanguage;
      try {
        const voice = await voiceOf(tenantId, spokenIn);
        await voice.speak(
          { text, language: spokenIn, voice: null, speed: 1 },
          (samples) => void pieces.push(samples.slice()),
          AbortSignal.timeout(SPEAK_MS),
        );
      } catch (thrown) {
        if (!(thrown instanceof SpeechFailure)) throw thrown;
        throw new Failure('voiceMissing');
      }
      const whole = joinedSamples(pieces);
      if (whole.length === 0) throw new Failure('voiceMissing');
      return whole;
    },
    async call(tenantId, number, samples) {
      const plan = await plans.onward({ tenantId, number, shown: '' });
      if ('refused' in plan) throw new Failure(plan.refused);
      const leg = legId(`code-${randomUUID()}`);
      stopListening ??= telephony.onEvent(handleEvent);
      open.set(leg, { tenantId, number, samples, answered: false });
      await telephony.ring(
        leg,
        { number: plan.number, line: plan.trunks[0]!.name },
        { tenantId, callerId: plan.displayNumber, timeoutMs: RING_MS },
      );
    },
    stop() {
      stopListening?.();
    },
  };
}
