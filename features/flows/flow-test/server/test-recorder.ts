import { rm } from 'node:fs/promises';
import { isTestRecording, TEST_RECORDING_MAX_MS } from '#core/flow-test/test-recording.ts';
import type { LegId, Telephony } from '#core/telephony/telephony.port.ts';
import { recordingMessage, type TalkMessage } from '#features/flows/flow-talks/server/index.ts';
import { systemTimer, type After } from '#platform/server/timer.ts';
import type { World } from '#platform/server/world.ts';
import { flowTestApi } from '../contract.ts';
import { keepTestRecording, type TestOf } from './test-recordings.ts';

/** Records tests by voice. Rules:
 * 1. A recording is named after its leg, begins with the conversation and ends with the leg, or when it is long enough.
 * 2. It is told once it is stored with a conversation that is over; whatever breaks before leaves a conversation without one.
 * 3. Nobody who talks waits for any of it.
 */
export interface TestRecorder {
  begin(leg: LegId): Promise<void>;
  /** Stores it when conversation and recording are over, and tells that it is there. */
  keep(
    leg: LegId,
    test: TestOf & { startedMs: number; over: Promise<unknown> },
    onMessage: (message: TalkMessage) => void,
  ): void;
  /** Hangs up; resolves when what was recorded is stored. */
  stop(): Promise<void>;
}

const STOP_MS = 5_000;

export function openTestRecorder(
  world: Pick<World, 'db' | 'files' | 'clock' | 'log'>,
  telephony: Telephony,
  after: After = systemTimer,
): TestRecorder {
  const { clock, log } = world;
  const running = new Map<
    string,
    { recorded: PromiseWithResolvers<{ path: string; durationMs: number }>; unlimit(): void; isKept: boolean }
  >();
  const keeping = new Set<Promise<void>>();

  const unhear = telephony.onEvent((event) => {
    if (event.type !== 'recorded' || !isTestRecording(event.recordingId)) return;
    const recording = running.get(event.recordingId);
    running.delete(event.recordingId);
    recording?.unlimit();
    if (recording?.isKept) recording.recorded.resolve(event);
    // A conversation that never began.
    else void rm(event.path, { force: true }).catch(() => {});
  });

  return {
    async begin(leg) {
      const unlimit = after(TEST_RECORDING_MAX_MS, () => void telephony.stopRecording(leg));
      running.set(leg, { recorded: Promise.withResolvers(), unlimit, isKept: false });
      await telephony.record(leg, leg);
    },
    keep(leg, { startedMs, over, ...test }, onMessage) {
      const recording = running.get(leg);
      if (!recording) return;
      recording.isKept = true;
      const work = (async () => {
        const [{ path, durationMs }] = await Promise.all([recording.recorded.promise, over]);
        if (durationMs === 0) return rm(path, { force: true });
        const bytes = await keepTestRecording(world, test, { path, durationMs });
        onMessage(
          recordingMessage(
            { callId: test.talkId, startedMs, nowMs: clock.nowMs() },
            {
              recordingId: 'recording',
              recordUrl: flowTestApi.recording.path.replace('{talkId}', test.talkId),
              durationMs,
              bytes,
            },
          ),
        );
      })()
        .catch((problem: unknown) => log.error({ err: problem }, 'the recording of a test could not be stored'))
        .finally(() => keeping.delete(work));
      keeping.add(work);
    },
    async stop() {
      for (const leg of running.keys()) void telephony.hangUp(leg as LegId);
      await Promise.race([Promise.all(keeping), new Promise<void>((resolve) => void after(STOP_MS, resolve))]);
      unhear();
    },
  };
}
