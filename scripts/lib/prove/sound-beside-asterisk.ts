import { openTrunkTalks, type TrunkBridge } from '../../../bench/trunk-talks.ts';
import { brokenBy, soundPromises } from './promises.ts';
import type { SoundStep } from './proof.ts';

/** Calls at once; each step keeps those before it. */
const SIZES = [20, 50, 100, 150, 200, 250, 300, 400];
const FRAMES_A_SECOND = 50;
/** What a step takes besides measuring: setting up its calls, and a moment of rest. */
const AROUND_SEC = 3;
const LEAST_SEC = 3;

/** The same calls of the same carriers through the embedded exchange and through plain Asterisk, more until the sound suffers. */
export async function proveSound(seconds: number, say: (line: string) => void): Promise<SoundStep[]> {
  const each = Math.floor(seconds / 2 / SIZES.length) - AROUND_SEC;
  const sizes =
    each >= LEAST_SEC ? SIZES : SIZES.slice(0, Math.max(1, Math.floor(seconds / 2 / (LEAST_SEC + AROUND_SEC))));
  const measureSec = Math.min(10, Math.max(LEAST_SEC, each));
  const steps: SoundStep[] = [];
  const talks = await openTrunkTalks();
  try {
    await through('embedded', await talks.embedded('rtp'));
    const asterisk = await talks.asterisk();
    if (asterisk) await through('asterisk', asterisk);
  } finally {
    talks.close();
  }
  return steps;

  async function through(name: SoundStep['through'], bridge: TrunkBridge): Promise<void> {
    // What has just begun compiles its code while it carries sound: the first calls are heard once before they count.
    let isWarm = false;
    try {
      await talks.measure(bridge, 'rtp', { sizes: [sizes[0]!, ...sizes], seconds: measureSec }, (calls, talk) => {
        if (!isWarm) {
          isWarm = true;
          return false;
        }
        const figures = {
          heardShare: talk.heard / (2 * calls * measureSec * FRAMES_A_SECOND),
          lateP99Ms: talk.lateP99Ms,
        };
        const broken = brokenBy(soundPromises, figures).map((one) => one.name);
        steps.push({ through: name, calls, ...figures, percentACall: talk.percent, broken });
        say(`${calls} calls through ${name}: ${broken.join(', ') || 'kept'}`);
        return broken.length > 0;
      });
    } finally {
      await bridge.close();
    }
  }
}
