/** The rehearsal carrier, as the product uses it: documented numbers to call, and virtual customers who call in. */
export interface Rehearsal {
  numbers(): readonly RehearsalNumber[];
  /** A virtual customer calls one of our numbers. Resolves when the call was offered, with an id to follow it by; null when too many are on the phone. */
  callIn(order: {
    did: string;
    from?: string;
    script?: CallInScript;
    seed?: number;
  }): Promise<{ customerId: string; from: string } | null>;
  /** Virtual customers on the phone now. */
  customers(): readonly VirtualCustomer[];
  hangUp(customerId: string): void;
  /** A person took the call of whoever called `did` from `from`. A noisy room never pauses, so sound alone does not tell. */
  pickedUp(call: { did: string; from: string }): void;
  /** A customer called, was answered or hung up. */
  onChange(listener: (customer: VirtualCustomer) => void): () => void;
}

/** A number whose last digits decide what happens when it is called. */
export interface RehearsalNumber {
  number: string;
  behaviour: RehearsalBehaviour;
  /** The failure code a refusing number gives. */
  refusal: number | null;
}

export type RehearsalBehaviour =
  | 'answersAndSpeaks'
  | 'echoes'
  | 'ringsLong'
  | 'isBusy'
  | 'rejects'
  | 'playsEarlyMedia'
  | 'voicemail'
  | 'pressesKeys'
  | 'hangsUpSoon'
  | 'unreachable'
  | 'holds'
  | 'refuses'
  | 'takesOffer'
  | 'declinesOffer'
  | 'person';

/** What a virtual customer does once somebody answers. */
export const callInScripts = ['talks', 'impatient', 'long', 'silent', 'pressesKeys'] as const;
export type CallInScript = (typeof callInScripts)[number];

export interface VirtualCustomer {
  customerId: string;
  did: string;
  from: string;
  script: CallInScript;
  state: 'calling' | 'talking' | 'ended';
  sinceMs: number;
  /** What came through the line so far: proof that somebody was heard. */
  heard: { frames: number; loudFrames: number };
}
