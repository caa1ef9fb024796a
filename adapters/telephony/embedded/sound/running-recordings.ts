import { join } from 'node:path';
import type { RunningRecording, SwitchedLeg } from './plan.ts';
import { LegRecording } from './leg-recording.ts';
import type { SwitchboardEvent } from './switchboard.ts';

interface RecordingsOptions {
  folder: string;
  now: () => number;
  emit: (event: SwitchboardEvent) => void;
  onFault: (error: unknown) => void;
}

/** The recordings of a switchboard's legs, until the last of them is on disk. */
export class RunningRecordings {
  readonly #options: RecordingsOptions;
  readonly #running = new Map<string, RunningRecording>();
  readonly #ending = new Set<Promise<void>>();

  constructor(options: RecordingsOptions) {
    this.#options = options;
  }

  get(id: string): RunningRecording | undefined {
    return this.#running.get(id);
  }

  start(leg: SwitchedLeg, id: string): void {
    const { folder, now, onFault } = this.#options;
    const running = { id, leg, recording: new LegRecording(join(folder, `${id}.wav`), now, onFault), heard: [] };
    this.#running.set(id, running);
    leg.recordings.add(running);
  }

  end(running: RunningRecording): void {
    const { emit, onFault } = this.#options;
    const { id, leg, recording } = running;
    this.#running.delete(id);
    leg.recordings.delete(running);
    const work = recording.end().then(({ durationMs, bytes }) => {
      this.#ending.delete(work);
      emit({ type: 'recorded', leg: leg.id, recordingId: id, path: recording.path, durationMs, bytes });
    }, onFault);
    this.#ending.add(work);
  }

  /** Until all that ended are written. */
  async written(): Promise<void> {
    await Promise.all(this.#ending);
  }
}
