import type { NetworkWord } from './network-word.ts';
import type { Sound } from './sound.ts';

/**
 * What the product needs from a telephone exchange. Implemented in `adapters/telephony/*`.
 *
 * Rules every exchange keeps (`telephony.suite.ts` shows them):
 * 1. A leg is one party's half of a call. Its id is chosen by whoever makes the leg, so no event can come before
 *    its maker knows the name.
 * 2. Asking something of a leg that is gone does nothing: both sides may hang up at once. `legEnded` comes exactly once.
 * 3. Events of one leg come in order: offered or ringing, answered, …, ended. Nothing comes after `legEnded` but
 *    `recorded`, which waits for the file to be closed.
 * 4. What a leg hears is one thing at a time: its bridge, a hold's music, a sound, or a stream. The newest wins;
 *    a sound that ends gives back what was before.
 * 5. The exchange decides nothing about business: it neither routes, nor limits, nor transfers by itself. An
 *    offered leg waits until it is answered, refused or bridged.
 */
export interface Telephony {
  /** Do legs live on when the process that leads them dies? Whoever leads next then finds them by `legs`. */
  readonly outlivesProcess: boolean;
  /** Rings an account or an outside number. The outcome arrives as events of the leg. */
  ring(leg: LegId, target: Target, options: RingOptions): Promise<void>;
  /** Tells an offered leg that the other side rings (SIP 180). */
  announceRinging(leg: LegId): Promise<void>;
  /** Opens the sound of an offered leg before it is answered (SIP 183): ringback, announcements, the far side's own. */
  openEarlyMedia(leg: LegId): Promise<void>;
  /** Resolves when the answer has left; `legAnswered` follows once the other side confirmed. */
  answer(leg: LegId): Promise<void>;
  /** Refuses an offered leg with a SIP status from 300 to 699; `shared/call-rejection.ts` knows the status of an 8NN code. */
  refuse(leg: LegId, sipStatus: number, reason?: string): Promise<void>;
  hangUp(leg: LegId): Promise<void>;

  /**
   * Lets legs hear each other, two or more; each may have been in another bridge or on hold before. Keys pressed by one reach the
   * others. Those who are gone are left out, and with one alone nothing changes.
   */
  bridge(a: LegId, b: LegId, ...more: LegId[]): Promise<void>;
  /** Takes a leg out of its bridge: it hears nothing until told otherwise, and of a bridge of two neither does the other. */
  separate(leg: LegId): Promise<void>;
  /** Takes a leg out of its bridge and plays music to it, over and over. */
  hold(leg: LegId, music: Sound): Promise<void>;
  /** What a leg says is heard by nobody and recorded nowhere until told otherwise, wherever it is bridged. It hears as before, and its keys count. */
  mute(leg: LegId, muted: boolean): Promise<void>;
  /** Plays a sound; `played` comes when it ended or was stopped, with an empty `playId` if none was given. A second `play` replaces the first. */
  play(leg: LegId, sound: Sound, options?: { playId?: string; loop?: boolean }): Promise<void>;
  stopPlaying(leg: LegId): Promise<void>;
  /** Presses keys towards the leg, `gapMs` apart. `,` waits two seconds. */
  sendKeys(leg: LegId, keys: string, gapMs?: number): Promise<void>;

  /**
   * Records one leg as a stereo file: left what it says, right what it hears. Goes on through holds and transfers.
   * The leg of the customer is recorded, so a whisper to the agent is never in it. One that runs goes on when it is asked for again.
   */
  record(leg: LegId, recordingId: string): Promise<void>;
  stopRecording(recordingId: string): Promise<void>;

  /** Joins a supervisor's answered leg to the conversation of `target`; again with another mode to change it. */
  monitor(supervisor: LegId, target: LegId, mode: MonitorMode): Promise<void>;
  /** Tells the phone that asked for a transfer how it goes (SIP NOTIFY): 100 trying, 180 ringing, 200 done, else failed. */
  reportTransfer(leg: LegId, sipStatus: number): Promise<void>;
  /** Sound in and out of a leg for a program that speaks: 8 kHz, 16 bit, 20 ms a frame. */
  openStream(leg: LegId): Promise<PcmStream>;

  /**
   * Legs that exist now; after losing the line to the exchange the product compares. With a tenant, where legs outlive their process: those
   * that are led for it.
   */
  legs(tenantId?: number): Promise<LegId[]>;
  /** Does this leg live, and was it answered? So what happened while nobody listened can be made up for. */
  isAnswered(leg: LegId): boolean;
  /** Is there a phone registered under this account? */
  isRegistered(account: string): boolean;
  /** Ends every registration and leg of an account, as after a sign-out by force. */
  forget(account: string): Promise<void>;
  /**
   * Ends the registrations of an account whose sign-in is over, and whatever was not answered. A conversation lasts until
   * somebody ends it: nobody is hung up on because of a session.
   */
  retire(account: string): Promise<void>;
  /**
   * Cuts the phones of an account off, as when another device takes over: no registration, no connection. Conversations wait as
   * after a lost network; legs that were not answered end.
   */
  cutOff(account: string): Promise<void>;
  /**
   * The calls of this tenant are led here from now on: those it has (`legs`) and those that come. Resolves when those it has are known.
   * An exchange within the process leads whoever comes to it, and need not be told.
   */
  serve(tenantId: number): Promise<void>;
  /** They are led by another process now. Their legs are forgotten here without a word; where they outlive processes, they live on. */
  release(tenantId: number): void;
  onEvent(listener: (event: TelephonyEvent) => void): () => void;
}

export type LegId = string & { readonly kind: 'leg' };
export const legId = (id: string): LegId => id as LegId;

/** An account is the SIP number of an agent; a number is outside and leaves through a line. */
export type Target = { account: string } | { number: string; line: string };

export interface RingOptions {
  /** Whose call it is: it is led where the calls of this tenant are (`serve`). */
  tenantId: number;
  /** The number the called party sees. */
  callerId: string;
  callerName?: string;
  /** Nobody answered in this time: the leg ends with `noAnswer`. */
  timeoutMs: number;
  /**
   * What the carrier shall know an outside call by (SIP Call-ID), where the line has such names: what it wrote down can then be found
   * again. A line that tries several ways adds to it.
   */
  sipCallId?: string;
  /** Extra headers by name (`shared/call-headers.ts`). */
  headers?: Readonly<Record<string, string>>;
}

/** `listen` hears both sides; `whisper` speaks to the target alone; `barge` speaks to both. */
export type MonitorMode = 'listen' | 'whisper' | 'barge';

export interface PcmStream {
  /** Every 20 ms, whether the other side sends or not: 160 samples; none where they are late and may yet come. */
  onFrame(listener: (frame: Int16Array) => void): void;
  /** Any length; played in order, 20 ms at a time. */
  write(samples: Int16Array): void;
  /** Forgets what was written and not yet played: somebody interrupts. Answers how many milliseconds were dropped. */
  clear(): number;
  /** Milliseconds written and not yet played. */
  bufferedMs(): number;
  /** The leg stays; it hears what it heard before. */
  close(): void;
}

/** Who offers a call: one of our own accounts, an outside line to one of our numbers, or a guest who was let in for this one call. */
export type CallOrigin = { account: string } | OutsideCaller | { guest: string };

export interface OutsideCaller {
  line: string;
  from: string;
  /** What the network says of the call beside its numbers, where the line can tell. */
  networkWord?: NetworkWord | null;
}

export type TelephonyEvent =
  | {
      type: 'legOffered';
      leg: LegId;
      from: CallOrigin;
      to: string;
      headers: Readonly<Record<string, string>>;
      sipCallId: string;
    }
  | { type: 'legRinging'; leg: LegId }
  /** The far side speaks before it answered; bridging now lets it be heard. */
  | { type: 'legEarlyMedia'; leg: LegId }
  | { type: 'legAnswered'; leg: LegId }
  /** The party at this leg put us on hold, or took us back. */
  | { type: 'legHeld'; leg: LegId }
  | { type: 'legResumed'; leg: LegId }
  | { type: 'keyPressed'; leg: LegId; key: string; by: 'rfc4733' | 'info' }
  | { type: 'played'; leg: LegId; playId: string; completed: boolean }
  /** The phone asks to hand its partner to somebody else; with `replaces`, to whom another of its legs talks. */
  | { type: 'transferAsked'; leg: LegId; to: string; replaces: LegId | null }
  | { type: 'recorded'; recordingId: string; leg: LegId; path: string; durationMs: number; bytes: number }
  | { type: 'legQuality'; leg: LegId; quality: MediaQuality }
  /** The signalling of the phone is away; its sound may go on. `legReconnected` or `legEnded` follows. */
  | { type: 'legDisconnected'; leg: LegId }
  | { type: 'legReconnected'; leg: LegId }
  /**
   * It lives, and was led by nobody for a while: its part of the exchange was out of reach, and `legs` did not name it, or its end was told
   * though nobody ended it. Whoever leads the tenant's calls decides what becomes of it.
   */
  | { type: 'legFound'; leg: LegId; tenantId: number }
  | { type: 'legEnded'; leg: LegId; cause: EndCause; sipStatus: number | null; by: 'them' | 'us' }
  | { type: 'accountRegistered'; account: string; contacts: number }
  | { type: 'accountUnregistered'; account: string }
  /** Another phone registered in the place of the account's own, from elsewhere. */
  | { type: 'accountReplaced'; account: string; address: string };

/**
 * Why a leg ended. `cancelled`: the caller gave up before an answer. `rejected`: the called party declined.
 * `deviceError`: its phone could not take the call (no microphone, no codec). `lost`: signalling or sound went away
 * and did not come back. `refused`: we answered with a refusal.
 */
export type EndCause =
  | 'normal'
  | 'cancelled'
  | 'busy'
  | 'rejected'
  | 'noAnswer'
  | 'unreachable'
  | 'deviceError'
  | 'refused'
  | 'lost'
  | 'failed'
  | 'server';

/** What we saw of the sound of a leg since it was answered. */
export interface MediaQuality {
  packetsReceived: number;
  packetsSent: number;
  /** Of those the phone sent, as we count them. */
  packetsLost: number;
  jitterMs: number;
  /** Null until the phone has reported. */
  roundTripMs: number | null;
  /** As the phone reports it of what we sent, 0 to 1. */
  remoteLossFraction: number | null;
  /** The last moment a packet came, by the exchange's clock; silence longer than a second or two is a fault. */
  silentMs: number;
}
