import type { RecognizerAbilities } from '#core/speech/recognizer.port.ts';
import type { Speech, TenantSpeech } from '#core/speech/speech.port.ts';
import type { SpeechDetector } from '#core/speech/speech-detector.port.ts';
import { fakeBrain, type FakeBrain } from './fake-brain.ts';
import { fakeDetector } from './fake-detector.ts';
import { fakeRecognizer, type FakeRecognizer } from './fake-recognizer.ts';
import { fakeVoice, type FakeVoice } from './fake-voice.ts';

/** The same fakes for every tenant and language, to be told what to hear, say and answer. */
export interface FakeSpeech extends Speech {
  readonly recognizer: FakeRecognizer;
  readonly voice: FakeVoice;
  readonly brain: FakeBrain;
  readonly detector: SpeechDetector;
}

export function fakeSpeech(can: Partial<RecognizerAbilities> = {}): FakeSpeech {
  const [recognizer, voice, brain, detector] = [fakeRecognizer(can), fakeVoice(), fakeBrain(), fakeDetector()];
  const tenant: TenantSpeech = {
    recognizer: () => recognizer,
    voice: () => voice,
    brain: () => brain,
    model: () => (brain.isScripted ? null : brain),
    detector,
  };
  return { recognizer, voice, brain, detector, of: async () => tenant };
}
