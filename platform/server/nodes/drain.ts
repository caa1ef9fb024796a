/**
 * Whether this process is on its way out. Rules:
 * 1. While it drains nobody begins a call here; those that go on may end by themselves.
 * 2. Who was told to stop by a signal cannot be taken back; who was told by an operator can.
 */
export interface Drain {
  /** Null while it works. */
  current(): Draining | null;
  /** `untilMs`: when whatever goes on is ended, by the wall; null: never. A signal overrules an operator, and nothing a signal. */
  begin(by: Draining['by'], untilMs: number | null): void;
  /** Works again; false where a signal said otherwise. */
  takeBack(): boolean;
  onChange(listener: () => void): () => void;
}

export interface Draining {
  by: 'signal' | 'operator';
  sinceMs: number;
  untilMs: number | null;
}
