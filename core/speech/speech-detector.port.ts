/** How likely somebody speaks, 32 ms at a time (256 samples at 8 kHz). One ear belongs to one caller; frames go in in order. */
export interface SpeechDetector {
  readonly name: string;
  open(): Ear;
  close(): Promise<void>;
}

export interface Ear {
  /** 0 to 1. */
  probability(frame: Int16Array): Promise<number>;
  close(): void;
}

export const EAR_SAMPLES = 256;
export const EAR_MS = 32;
