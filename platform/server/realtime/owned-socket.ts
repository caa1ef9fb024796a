import { WebSocket, type RawData } from 'ws';

/** Who hears what happens at a socket. */
export interface SocketOwner {
  onMessage(data: RawData, isBinary: boolean): void;
  /** A ping of the other end, or its answer to ours. */
  onAlive(): void;
  onClose(): void;
}

/**
 * A socket that tells one owner instead of listeners: lists of listeners for each of twenty thousand sockets would be a good part of
 * what they weigh. What goes wrong needs no telling, the close follows it.
 */
export class OwnedSocket extends WebSocket {
  owner: SocketOwner | null = null;

  override emit(event: string | symbol, first?: unknown, second?: unknown): boolean {
    switch (event) {
      case 'message':
        this.owner?.onMessage(first as RawData, second as boolean);
        return true;
      case 'ping':
      case 'pong':
        this.owner?.onAlive();
        return true;
      case 'close':
        this.owner?.onClose();
        return true;
      case 'error':
        return true;
      default:
        return super.emit(event, first, second);
    }
  }
}
