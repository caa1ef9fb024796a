import type { NetworkWord } from '#core/telephony/network-word.ts';
import type { SoundEnd } from './embedded/sound/sound-end.ts';

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
  /** Told along with the call, by name. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the carrier knows the call by, or shall; null: by any name. */
  readonly sipCallId: string | null;
  /** What the network says of a call that comes in; null where it says nothing. */
  readonly networkWord: NetworkWord | null;
  /** What we tell the other end. */
  ringing(): void;
  earlyMedia(): void;
  /** A promise where the other end still has to confirm it (SIP's ACK); it stays open when the call ends before. */
  answer(): Promise<void> | void;
  /** A SIP status; 486 busy, 603 declined, 404 no such number, 614 stands for our 814. And the network's own reason (Q.850). */
  refuse(sipStatus: number, q850?: number | null): void;
  hangUp(q850?: number | null): void;
  hold(held: boolean): void;
  /** From now on sound goes through this end, which knows times and losses; `send` and `frame` are not used any more. */
  speakThrough(end: SoundEnd): void;
  send(frame: Uint8Array): void;
  pressKey(key: string): void;
  /** What the other end tells us; set before the first event can come. */
  listener: CarrierListener;
}

export interface CarrierListener {
  ringing?(): void;
  earlyMedia?(): void;
  answered?(): Promise<void> | void;
  /** The call is over; null for an ordinary end. `q850` is the network's own reason, where it said one. */
  ended?(sipStatus: number | null, q850: number | null): void;
  held?(held: boolean): void;
  sound?(end: SoundEnd): void;
  frame?(frame: Uint8Array): void;
  key?(key: string): void;
}

/** Calls back every 20 ms, never twice at once and never drifting: one timer for every sound of the process. */
export interface Metronome {
  subscribe(tick: () => void): () => void;
}

/** Two mirrored ends. What one says the other hears, in order, before the call returns; nothing is said after the end. */
export function carrierCall(
  to: string,
  from: string,
  headers: Readonly<Record<string, string>> = {},
  networkWord: NetworkWord | null = null,
  sipCallId: string | null = null,
): { near: CarrierLeg; far: CarrierLeg } {
  let over = false;
  const end = (peer: CarrierLeg, status: number | null, q850: number | null = null): void => {
    if (over) return;
    over = true;
    peer.listener.ended?.(status, q850);
  };
  const make = (peer: () => CarrierLeg): CarrierLeg => ({
    to,
    from,
    headers,
    sipCallId,
    networkWord,
    listener: {},
    ringing: () => void (over || peer().listener.ringing?.()),
    earlyMedia: () => void (over || peer().listener.earlyMedia?.()),
    answer: () => (over ? undefined : peer().listener.answered?.()),
    refuse: (status, q850) => end(peer(), status, q850),
    hangUp: (q850) => end(peer(), null, q850),
    hold: (held) => void (over || peer().listener.held?.(held)),
    speakThrough: (sound) => void (over || peer().listener.sound?.(sound)),
    send: (frame) => void (over || peer().listener.frame?.(frame)),
    pressKey: (key) => void (over || peer().listener.key?.(key)),
  });
  const near: CarrierLeg = make(() => far);
  const far: CarrierLeg = make(() => near);
  return { near, far };
}
