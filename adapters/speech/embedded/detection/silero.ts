/** What an ear remembers: the end of the last frame, and what the model made of everything before. */
export interface EarMemory {
  context: Float32Array;
  state: Float32Array;
}

export interface Silero {
  /** One frame of each of several ears, answered in their order; their memories are changed. */
  listen(frames: readonly { memory: EarMemory; frame: Int16Array }[]): Promise<number[]>;
}
