export interface Party {
  /** Twenty milliseconds pass. */
  tick(): void;
  hangUp(): void;
  readonly over: boolean;
  readonly heard: { frames: number; loudFrames: number };
}
