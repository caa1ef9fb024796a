import type { OutsideStreamRequest, OutsideWire } from '#core/http/outside-wire.port.ts';
import { rateChange } from '#core/speech/sound-pipe.ts';
import { SpeechFailure } from '#core/speech/speech-failure.ts';
import type { SpeechAccount } from '#core/speech/speech-provider.port.ts';
import { timeStretch } from '#core/speech/time-stretch.ts';
import type { Voice, VoiceAsk } from '#core/speech/voice.port.ts';
import { SAMPLE_RATE } from '#core/telephony/sound.ts';
import { openProviderCalls } from './open-provider-calls.ts';

/** Pieces of a tenth of a second: whoever is interrupted is silent that soon. */
const PIECE_SAMPLES = SAMPLE_RATE / 10;
/** Longer than anybody listens. */
const LONGEST_SAMPLES = SAMPLE_RATE * 600;
/** A file of another kind in place of bare samples would be noise in somebody's ear. */
const FILES = ['RIFF', 'ID3', 'OggS', 'fLaC'];

/** What one protocol has of its own. */
export interface VoiceProtocol {
  /** Samples come so many a second, 16 bit, little end first. */
  rate: number;
  /** The slowest and the fastest it speaks by itself; what is missing is stretched here. */
  speeds: readonly [number, number];
  request(ask: VoiceAsk & { voice: string }): OutsideStreamRequest;
}

/** A voice that is asked for by HTTP and comes as bare samples. */
export function openHttpVoice(
  wire: OutsideWire,
  { name, languages, voices, patienceMs }: SpeechAccount,
  protocol: VoiceProtocol,
): Voice {
  const calls = openProviderCalls(wire, patienceMs);
  return {
    name,
    can: { languages, isStreaming: true },
    async speak(ask, onSamples, signal) {
      if (signal.aborted) throw new SpeechFailure('cancelled');
      if (!/[\p{L}\p{N}]/u.test(ask.text)) return;
      const ownSpeed = Math.min(protocol.speeds[1], Math.max(protocol.speeds[0], ask.speed));
      const [rate, stretch, bytes] = [
        rateChange(protocol.rate, SAMPLE_RATE),
        timeStretch(ask.speed / ownSpeed),
        wholeSamples(),
      ];
      let count = 0;
      const emitSamples = (samples: Int16Array): void => {
        for (let at = 0; at < samples.length; at += PIECE_SAMPLES) {
          if (signal.aborted) throw new SpeechFailure('cancelled');
          onSamples(samples.slice(at, at + PIECE_SAMPLES));
        }
        if ((count += samples.length) > LONGEST_SAMPLES) throw new SpeechFailure('garbage', 'too long');
      };
      const request = protocol.request({ ...ask, voice: ask.voice ?? voices[ask.language] ?? '', speed: ownSpeed });
      for await (const piece of calls.ask(request, signal, { accepts: /^(audio\/|application\/octet-stream|$)/ }))
        emitSamples(stretch.push(rate.push(bytes(piece))));
      emitSamples(stretch.push(rate.end()));
      emitSamples(stretch.end());
      if (signal.aborted) throw new SpeechFailure('cancelled');
      if (count === 0) throw new SpeechFailure('garbage', 'no sound');
    },
    async close() {
      calls.close();
    },
  };
}

/** Bytes come cut anywhere; a sample is two of them. */
function wholeSamples(): (piece: Uint8Array) => Int16Array {
  let held = Buffer.alloc(0);
  let isFirst = true;
  return (piece) => {
    const joined = held.length === 0 ? Buffer.from(piece) : Buffer.concat([held, piece]);
    if (isFirst && joined.length < 4) {
      held = joined;
      return new Int16Array(0);
    }
    if (isFirst && FILES.some((mark) => joined.toString('latin1', 0, 4).startsWith(mark)))
      throw new SpeechFailure('garbage', 'a file, not samples');
    isFirst = false;
    const whole = joined.length - (joined.length % 2);
    held = joined.subarray(whole);
    return Int16Array.from({ length: whole / 2 }, (_, at) => joined.readInt16LE(at * 2));
  };
}
