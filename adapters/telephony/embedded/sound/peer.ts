/**
 * One WebRTC connection, answering. Every callback is wrapped, because an exception inside one ends the process.
 * The library cannot restart ICE: a phone that begins anew gets a new peer.
 */
export interface Peer {
  /** Our own description, with the addresses found so far. */
  answer(offer: string): Promise<string>;
  /** False when the connection does not carry sound now. */
  send(packet: Buffer): boolean;
  close(): void;
}

export interface PeerOptions {
  /** One UDP port for every peer of the process. */
  udpPort?: number | undefined;
  bindAddress?: string | undefined;
  /** STUN and TURN servers, as URLs. */
  iceServers?: readonly string[] | undefined;
  onPacket(packet: Buffer): void;
  onState(state: 'connected' | 'lost'): void;
  onFault(error: unknown): void;
}
