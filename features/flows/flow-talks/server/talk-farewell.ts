import type { After } from '#platform/server/timer.ts';
import type { Mouth } from './mouth.ts';
import type { TalkTranscript } from './talk-transcript.ts';

/** What becomes of the caller. `hangUp`: the call is to end. `broken`: somebody else must have the caller. */
export type Afterwards = 'hangUp' | 'handedOver' | 'gone' | 'broken';

interface FarewellParts {
  mouth: Pick<Mouth, 'drained' | 'close'>;
  transcript: Pick<TalkTranscript, 'close'>;
  after: After;
  left(afterwards: Afterwards): void;
  report(problem: unknown): void;
}

/** Longer than any line is said: then whoever should have said it is taken to be dead. */
const FAREWELL_MS = 60_000;

/** Lets the last words sound where a call is to end with them, and leaves. `unheard`: nobody is there any more to hear them. */
export async function sayFarewell(
  { mouth, transcript, after, left, report }: FarewellParts,
  afterwards: Afterwards,
  unheard: Promise<void>,
): Promise<void> {
  try {
    if (afterwards === 'hangUp')
      await Promise.race([mouth.drained(), unheard, new Promise<void>((resolve) => void after(FAREWELL_MS, resolve))]);
    // From here on the mouth tells nothing more.
    const closing = mouth.close();
    transcript.close();
    await closing;
    left(afterwards);
  } catch (problem) {
    report(problem);
  }
  transcript.close();
}
