// A program of its own: espeak-ng is under the GPL-3, and whatever it does to itself, calls go on.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { asInts, resampler } from '#core/speech/resampler.ts';
import { insideEngine } from '../inside-engine.ts';
import { KIT_FILES } from '../kit/packages.ts';

/** To the program: one piece of text at a time. */
export interface ToEspeak {
  id: number;
  text: string;
  voice: string;
  wordsPerMinute: number;
}
/** From the program: that it is loaded, then sound for the piece, then that it is said. */
export type FromEspeak =
  | { type: 'ready' }
  | { type: 'samples'; id: number; samples: Int16Array }
  | { type: 'said'; id: number };

interface Espeak {
  set_voice(name: string, options: string): number;
  set_rate(wordsPerMinute: number): void;
  get_samplerate(): number;
  synthesize(text: string, onSound: (samples: Int16Array | null) => boolean): void;
}
interface EspeakModule {
  eSpeakNGWorker: new () => Espeak | Promise<Espeak>;
}

const LINE_HZ = 8_000;
const ESPEAK_HZ = 22_050;
const { kit, send } = insideEngine<FromEspeak>();
const { default: load } = (await import(pathToFileURL(join(kit, KIT_FILES.voice)).href)) as {
  default: () => Promise<EspeakModule>;
};
const espeak = await new (await load()).eSpeakNGWorker();

process.on('message', (ask: ToEspeak) => {
  say(ask, (samples) => send({ type: 'samples', id: ask.id, samples }));
  send({ type: 'said', id: ask.id });
});
// The first words are slow: let them be nobody's.
say({ id: 0, text: 'Good morning, how can I help you?', voice: 'en-us', wordsPerMinute: 175 }, () => undefined);
send({ type: 'ready' });

function say({ text, voice, wordsPerMinute }: ToEspeak, onSamples: (samples: Int16Array) => void): void {
  espeak.set_voice(voice, '');
  espeak.set_rate(wordsPerMinute);
  const rates = resampler(ESPEAK_HZ, LINE_HZ);
  const give = (sound: Float32Array) => {
    if (sound.length > 0) onSamples(asInts(sound));
  };
  espeak.synthesize(text, (samples) => {
    if (samples && samples.length > 0) give(rates.push(Float32Array.from(samples, (sample) => sample / 32_768)));
    return false;
  });
  give(rates.end());
}
