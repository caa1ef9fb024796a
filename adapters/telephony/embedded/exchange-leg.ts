import type { LegId, TelephonyEvent } from '#core/telephony/telephony.port.ts';
import type { LegEnd } from './end-causes.ts';
import type { SoundEnd } from './sound/sound-end.ts';

/** What can be said to the far side of a leg, by SIP or through a carrier. */
export interface LegSignal {
  ring(): void;
  openEarly(): Promise<void>;
  accept(): Promise<void>;
  refuse(sipStatus: number, reason?: string): void;
  /** Ends the call, whatever it takes at this moment. */
  end(): void;
  reportTransfer(sipStatus: number): void;
}

export interface LegSound {
  end: SoundEnd;
  close(): void;
}

type LegEmitted = Extract<TelephonyEvent, { leg: LegId }>;

/**
 * One leg. It turns what its far side does into events and keeps their order:
 *
 *   waiting ──▶ answered ──▶ ended
 *      └────────────────────────▲
 */
export class ExchangeLeg {
  readonly id: LegId;
  readonly made: 'offered' | 'placed';
  readonly account: string | null;
  readonly sound: LegSound;
  at: 'waiting' | 'answered' | 'ended' = 'waiting';
  /** Set right after making it: signal and leg know each other. */
  signal!: LegSignal;
  /** When it was made, then when it was answered. */
  sinceMs: number;
  /** The product did something about it: an offered leg may wait longer. */
  isAttended = false;
  isAway = false;
  /** Since when its sound has no connection. */
  soundLostMs: number | null = null;
  reportedMs: number;
  /** Runs until the far side answers. */
  ringTimer: NodeJS.Timeout | undefined;
  private isRinging = false;
  private isEarly = false;
  private isHeld = false;
  private readonly emit: (event: LegEmitted) => void;
  private readonly nowMs: () => number;
  private readonly onEnd: (leg: ExchangeLeg) => void;

  constructor(options: {
    id: LegId;
    made: ExchangeLeg['made'];
    account: string | null;
    sound: LegSound;
    nowMs(): number;
    emit(event: LegEmitted): void;
    onEnd(leg: ExchangeLeg): void;
  }) {
    this.id = options.id;
    this.made = options.made;
    this.account = options.account;
    this.sound = options.sound;
    this.emit = options.emit;
    this.onEnd = options.onEnd;
    this.nowMs = () => options.nowMs();
    this.sinceMs = this.nowMs();
    this.reportedMs = this.sinceMs;
  }

  rings(): void {
    if (this.at !== 'waiting' || this.isRinging) return;
    this.isRinging = true;
    this.emit({ type: 'legRinging', leg: this.id });
  }

  speaksEarly(): void {
    if (this.at !== 'waiting' || this.isEarly) return;
    this.isEarly = true;
    this.emit({ type: 'legEarlyMedia', leg: this.id });
  }

  answered(): void {
    if (this.at !== 'waiting') return;
    this.at = 'answered';
    clearTimeout(this.ringTimer);
    this.sinceMs = this.nowMs();
    this.reportedMs = this.sinceMs;
    this.emit({ type: 'legAnswered', leg: this.id });
  }

  held(held: boolean): void {
    if (this.at !== 'answered' || this.isHeld === held) return;
    this.isHeld = held;
    this.emit({ type: held ? 'legHeld' : 'legResumed', leg: this.id });
  }

  asksTransfer(to: string, replaces: LegId | null): void {
    if (this.at === 'answered') this.emit({ type: 'transferAsked', leg: this.id, to, replaces });
  }

  away(isAway: boolean): void {
    if (this.at === 'ended' || this.isAway === isAway) return;
    this.isAway = isAway;
    this.emit({ type: isAway ? 'legDisconnected' : 'legReconnected', leg: this.id });
  }

  soundIs(connected: boolean): void {
    if (connected) this.soundLostMs = null;
    else this.soundLostMs ??= this.nowMs();
  }

  reportQuality(): void {
    if (this.at !== 'answered') return;
    this.reportedMs = this.nowMs();
    this.emit({ type: 'legQuality', leg: this.id, quality: this.sound.end.quality() });
  }

  /** The end, once. Everything of the leg is freed before it is told. */
  ended(end: LegEnd): void {
    if (this.at === 'ended') return;
    this.at = 'ended';
    clearTimeout(this.ringTimer);
    this.onEnd(this);
    this.emit({ type: 'legEnded', leg: this.id, ...end });
  }
}
