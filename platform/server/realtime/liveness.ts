/** A socket as far as being alive is concerned. */
export interface Living {
  readonly channel: { ping: { silenceMs: number } };
  readonly lineHeardMs: number;
  readonly pageHeardMs: number;
  ping(): void;
  terminate(): void;
}

export interface Liveness {
  add(socket: Living): void;
  delete(socket: Living): void;
  tick(): void;
  stop(): void;
}
