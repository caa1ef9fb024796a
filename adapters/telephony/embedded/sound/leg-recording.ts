import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FRAME_MS, FRAME_SAMPLES } from '#core/telephony/sound.ts';
import { SILENCE } from '#core/telephony/g711.ts';
import { HEADER_BYTES, lasting, wavHeader } from './wav.ts';

const FRAME_BYTES = FRAME_SAMPLES * 2;
/** Written once a second, not fifty times. */
const BATCH_FRAMES = 50;
/** Ticks that a stall swallowed are filled in when the recording is this far behind the clock. */
const BEHIND_MS = 200;

/** One recording being written: left what the leg says, right what it hears, one frame of both a tick. */
export class LegRecording {
  readonly path: string;
  readonly #onFault: (error: unknown) => void;
  readonly #now: () => number;
  readonly #beganMs: number;
  readonly #file: Promise<FileHandle | null>;
  #batch = Buffer.allocUnsafe(BATCH_FRAMES * FRAME_BYTES);
  #batched = 0;
  #frames = 0;
  #written = 0;
  #failed = false;
  #work: Promise<void> = Promise.resolve();

  constructor(path: string, now: () => number, onFault: (error: unknown) => void) {
    this.path = path;
    this.#now = now;
    this.#onFault = onFault;
    this.#beganMs = now();
    this.#file = this.#open();
  }

  tick(left: Uint8Array | null, right: Uint8Array | null): void {
    while ((this.#frames + 1) * FRAME_MS + BEHIND_MS < this.#now() - this.#beganMs) this.#append(null, null);
    this.#append(left, right);
  }

  /** Fixes the header and closes; what could not be written (a full disk) is missing at the end, never the whole. */
  async end(): Promise<{ durationMs: number; bytes: number }> {
    this.#flush();
    await this.#work;
    const file = await this.#file;
    if (file) {
      try {
        await file.write(wavHeader(this.#written), 0, HEADER_BYTES, 0);
      } catch (error) {
        this.#onFault(error);
      }
      await file.close().catch(this.#onFault);
    }
    return { durationMs: lasting(this.#written), bytes: file ? HEADER_BYTES + this.#written : 0 };
  }

  #append(left: Uint8Array | null, right: Uint8Array | null): void {
    const start = this.#batched * FRAME_BYTES;
    for (let at = 0; at < FRAME_SAMPLES; at++) {
      this.#batch[start + at * 2] = left?.[at] ?? SILENCE;
      this.#batch[start + at * 2 + 1] = right?.[at] ?? SILENCE;
    }
    this.#frames++;
    if (++this.#batched === BATCH_FRAMES) this.#flush();
  }

  #flush(): void {
    if (this.#batched === 0) return;
    const bytes = this.#batch.subarray(0, this.#batched * FRAME_BYTES);
    this.#batch = Buffer.allocUnsafe(BATCH_FRAMES * FRAME_BYTES);
    this.#batched = 0;
    this.#work = this.#work.then(async () => {
      const file = await this.#file;
      if (!file || this.#failed) return;
      try {
        await file.write(bytes, 0, bytes.length, HEADER_BYTES + this.#written);
        this.#written += bytes.length;
      } catch (error) {
        this.#failed = true;
        this.#onFault(error);
      }
    });
  }

  async #open(): Promise<FileHandle | null> {
    try {
      await mkdir(dirname(this.path), { recursive: true });
      const file = await open(this.path, 'w');
      await file.write(wavHeader(0), 0, HEADER_BYTES, 0);
      return file;
    } catch (error) {
      this.#onFault(error);
      return null;
    }
  }
}
