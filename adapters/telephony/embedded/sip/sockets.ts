import type { PhoneSocket } from './phone.ts';
import type { Wire } from './wire.ts';

/** The connections there are: how many from where, and which of them still live. */
export interface OpenSockets {
  /** Closed again at once when there are too many. */
  add(wire: Wire): PhoneSocket;
  /** The connection is gone. */
  forget(socket: PhoneSocket): void;
  hangUp(socket: PhoneSocket, code: number): void;
  hangUpAll(): void;
  /** Pings who was silent, closes who does not answer or never signed in. */
  sweep(nowMs: number): void;
  readonly size: number;
}
