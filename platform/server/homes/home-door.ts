import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { PassedOn } from './passed-on.ts';

/** Brings what came to this process to the home of its tenant. */
export interface HomeDoor {
  /** Null: it is to be answered here. Throws `unavailable` while the home cannot be reached. */
  passOn(tenantId: number, asked: PassedRequest): Promise<AnswerOfHome | null>;
  /** A socket that wants to be opened, led to its home; false: it is to be opened here. Throws as `passOn`. */
  lead(tenantId: number, opening: SocketOpening): Promise<boolean>;
  /** Somebody is served at the desk of this tenant, until they have left. */
  enter(tenantId: number): () => void;
  /** What another process of ours said of this request; null for what came by itself. */
  seen(request: IncomingMessage): PassedOn | null;
  stop(): void;
}

export interface PassedRequest {
  request: IncomingMessage;
  seen: PassedOn;
  /** As it was read; undefined: none. */
  body: unknown;
}

export interface SocketOpening {
  request: IncomingMessage;
  socket: Duplex;
  head: Buffer;
  seen: PassedOn;
}

/** An answer of the home, as it came. */
export class AnswerOfHome {
  readonly status: number;
  readonly mediaType: string;
  readonly requestId: string;
  readonly body: Buffer;
  constructor(status: number, mediaType: string, requestId: string, body: Buffer) {
    this.status = status;
    this.mediaType = mediaType;
    this.requestId = requestId;
    this.body = body;
  }
}

/** Said to a process that took us for the home of a tenant. */
export const NOT_HOME = 421;
