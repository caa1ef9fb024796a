import type { Flow } from '#core/flow/flow.ts';
import type { FlowCall } from '#core/flow/flow-host.port.ts';
import type { VoiceArrival } from '#core/speech/speech.port.ts';
import { FRAME_SAMPLES } from '#core/telephony/sound.ts';
import type { PcmStream } from '#core/telephony/telephony.port.ts';
import { cadences, renderTones } from '#core/telephony/tones.ts';
import type { After } from '#platform/server/timer.ts';
import type { World } from '#platform/server/world.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';

/** Resolves when a flow may begin: at once where it has a voice. One that is still being fetched is waited for, and the caller hears it ring. */
export type VoiceHold = (
  call: Pick<FlowCall, 'tenantId' | 'flowId' | 'stream' | 'left'>,
  flow: Pick<Flow, 'speech'>,
  language: CustomerLanguage,
) => Promise<void>;

/** As long as people let a phone ring; the flow then does what one without a voice does. */
export const VOICE_HOLD_MS = 60_000;

export const openVoiceHold =
  (speech: VoiceArrival, log: Pick<World['log'], 'info' | 'warn'>, after: After): VoiceHold =>
  async ({ tenantId, flowId, stream, left }, flow, language) => {
    const coming = await speech.coming(tenantId, language, flow.speech);
    if (!coming) return;
    log.info({ tenantId, flowId }, 'a caller waits for a flow whose voice is being fetched');
    const { promise: isOver, resolve: end } = Promise.withResolvers<'late' | 'left'>();
    const stopTimer = after(VOICE_HOLD_MS, () => end('late'));
    const leave = (): void => end('left');
    left.addEventListener('abort', leave, { once: true });
    if (left.aborted) leave();
    const hush = ringOn(stream);
    const how = await Promise.race([coming.there, isOver]);
    hush();
    stopTimer();
    left.removeEventListener('abort', leave);
    if (how === 'late' || how === 'failed')
      log.warn(
        { tenantId, flowId, why: how },
        'a flow answers without a voice: it was not fetched in time, or cannot be (npm run speech fetches it)',
      );
  };

const RINGING = renderTones(cadences.ringback);
const AHEAD_MS = 60;

/** Rings until told otherwise; nothing of it is heard after that. */
function ringOn(stream: PcmStream): () => void {
  let at = 0;
  stream.onFrame(() => {
    while (stream.bufferedMs() < AHEAD_MS) {
      stream.write(RINGING.subarray(at, at + FRAME_SAMPLES));
      at = (at + FRAME_SAMPLES) % RINGING.length;
    }
  });
  return () => {
    stream.onFrame(() => {});
    stream.clear();
  };
}
