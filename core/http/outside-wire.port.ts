import type { StopSignal } from '../speech/stop-signal.ts';
import type { OutsideFailure } from './outside-fetch.port.ts';

/** A call to a server somebody named in a form whose answer is read while it comes. */
export interface OutsideStreamRequest {
  /** http or https; an address with a name and password in it is refused. */
  url: string;
  method: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

export interface OutsideStream {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  /** Ends with an `OutsideFailure` when the way breaks before the end; whoever stops reading hangs up. */
  body: AsyncIterable<Uint8Array>;
}

export interface OutsideSocketRequest {
  /** ws or wss. */
  url: string;
  headers?: Record<string, string>;
  protocols?: readonly string[];
}

/** What a socket tells; nothing after `onClosed`. */
export interface OutsideSocketListener {
  onText(text: string): void;
  /** Null: the server said goodbye properly. `status` where it refused to open with one. */
  onClosed(problem: OutsideFailure | null, status: number | null): void;
}

export interface OutsideSocket {
  /** What is sent before the way is open is kept and sent then. */
  send(message: string | Uint8Array): void;
  /** Hangs up; nothing is told any more. */
  close(): void;
}

/**
 * Ways to servers that somebody named in a form, kept open while they are used: never to ours, and without encryption only
 * where private addresses are allowed. Redirects are not followed: they would carry a key elsewhere.
 */
export interface OutsideWire {
  /** Answers once the status is there, whatever it is; throws an `OutsideFailure` when there is none. */
  stream(request: OutsideStreamRequest, signal: StopSignal): Promise<OutsideStream>;
  socket(request: OutsideSocketRequest, listener: OutsideSocketListener): OutsideSocket;
  close(): Promise<void>;
}
