export interface RehearsalParty {
  /** Twenty milliseconds pass. */
  tick(): void;
  hangUp(): void;
  /** A person is on the line: they are spoken to before long, whatever is heard. */
  pickedUp(): void;
  readonly over: boolean;
  readonly heard: { frames: number; loudFrames: number };
}
