import type { Peer } from './peer.ts';
import type { OfferedSound } from './sdp.ts';

export interface PeerLink {
  peer: Peer;
  /** The phone's ICE user and certificate. */
  identity: string;
  local: string;
  connected: boolean;
}

type LinkState = 'connected' | 'lost';

/** The connection in use, and one that shall take its place once it works. */
export class PeerLinks {
  readonly #openPeer: (onState: (to: LinkState) => void) => Peer;
  readonly #become: (state: LinkState) => void;
  #current: PeerLink | null = null;
  #coming: PeerLink | null = null;
  #isClosed = false;

  constructor(openPeer: (onState: (to: LinkState) => void) => Peer, become: (state: LinkState) => void) {
    this.#openPeer = openPeer;
    this.#become = become;
  }

  /** What packets are sent through now. */
  get peer(): Peer | null {
    return this.#current?.peer ?? null;
  }

  /** The connection this offer is about, opened if there is none yet. */
  async for(offered: OfferedSound): Promise<PeerLink> {
    const same = [this.#coming, this.#current].find((link) => link?.identity === offered.identity);
    if (same) return same;
    const link = await this.#connect(offered);
    this.#adopt(link);
    return link;
  }

  close(): void {
    this.#isClosed = true;
    this.#coming?.peer.close();
    this.#current?.peer.close();
    this.#coming = this.#current = null;
  }

  async #connect(offered: OfferedSound): Promise<PeerLink> {
    const link: PeerLink = {
      identity: offered.identity,
      local: '',
      connected: false,
      peer: this.#openPeer((to) => this.#changed(link, to)),
    };
    try {
      link.local = await link.peer.answer(offered.sdp);
    } catch (error) {
      link.peer.close();
      throw error;
    }
    return link;
  }

  #adopt(link: PeerLink): void {
    if (this.#isClosed) {
      link.peer.close();
      throw new Error('The leg is closed.');
    }
    this.#coming?.peer.close();
    this.#coming = null;
    // Before anything was connected there is nothing to keep.
    if (this.#current?.connected) this.#coming = link;
    else {
      this.#current?.peer.close();
      this.#current = link;
      if (link.connected) this.#become('connected');
    }
  }

  #changed(link: PeerLink, to: LinkState): void {
    link.connected = to === 'connected';
    if (link === this.#coming && to === 'connected') {
      this.#current?.peer.close();
      this.#current = link;
      this.#coming = null;
    } else if (link === this.#coming) {
      this.#coming = null;
      link.peer.close();
    }
    if (this.#current?.connected) this.#become('connected');
    else if (!this.#coming && to === 'lost') this.#become('lost');
  }
}
