/** A socket as far as being alive is concerned. */
export interface Living {
  readonly channel: { ping: { silenceMs: number } };
  readonly lineAliveMs: number;
  readonly pageAliveMs: number;
  /** Where it stands among the others, which is kept here: `openLiveness` alone writes it. */
  slot: number;
  slotPlace: number;
  ping(): void;
  terminate(): void;
}

export interface Liveness {
  add(socket: Living): void;
  delete(socket: Living): void;
  tick(): void;
  stop(): void;
}
