/**
 * An outside line, as the embedded exchange sees it: calls go out through `place`, come in through `onCall`.
 * Sound is PCMU, 160 bytes every 20 ms, at the pace of the exchange's metronome.
 */
export interface Carrier {
  /** The exchange calls an outside number. */
  place(leg: CarrierLeg): void;
  /** Somebody outside calls one of our numbers. */
  onCall(listener: (leg: CarrierLeg) => void): void;
  stop(): void;
}

/** One call between the exchange and the carrier. Both ends hold the same kind of object, mirrored. */
export interface CarrierLeg {
  readonly to: string;
  readonly from: string;
  /** What we tell the other end. */
  ringing(): void;
  earlyMedia(): void;
  answer(): void;
  /** A SIP status; 486 busy, 603 declined, 404 no such number, 614 stands for our 814. */
  refuse(sipStatus: number): void;
  hangUp(): void;
  hold(held: boolean): void;
  send(frame: Uint8Array): void;
  pressKey(key: string): void;
  /** What the other end tells us; set before the first event can come. */
  heard: CarrierListener;
}

export interface CarrierListener {
  ringing?(): void;
  earlyMedia?(): void;
  answered?(): void;
  /** The call is over; null for an ordinary end. */
  ended?(sipStatus: number | null): void;
  held?(held: boolean): void;
  frame?(frame: Uint8Array): void;
  key?(key: string): void;
}

/** Calls back every 20 ms, never twice at once and never drifting: one timer for every sound of the process. */
export interface Metronome {
  subscribe(tick: () => void): () => void;
}

/** Two mirrored ends. What one says the other hears, in order, before the call returns; nothing is said after the end. */
export function carrierCall(to: string, from: string): { near: CarrierLeg; far: CarrierLeg } {
  let over = false;
  const end = (peer: CarrierLeg, status: number | null): void => {
    if (over) return;
    over = true;
    peer.heard.ended?.(status);
  };
  const make = (peer: () => CarrierLeg): CarrierLeg => ({
    to,
    from,
    heard: {},
    ringing: () => void (over || peer().heard.ringing?.()),
    earlyMedia: () => void (over || peer().heard.earlyMedia?.()),
    answer: () => void (over || peer().heard.answered?.()),
    refuse: (status) => end(peer(), status),
    hangUp: () => end(peer(), null),
    hold: (held) => void (over || peer().heard.held?.(held)),
    send: (frame) => void (over || peer().heard.frame?.(frame)),
    pressKey: (key) => void (over || peer().heard.key?.(key)),
  });
  const near: CarrierLeg = make(() => far);
  const far: CarrierLeg = make(() => near);
  return { near, far };
}
