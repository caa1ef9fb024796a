import type { LegId, MediaQuality, TelephonyEvent } from '#core/telephony/telephony.port.ts';
import type { FoundEnd } from './ari-events.ts';
import { takeSound } from './hearing.ts';
import type { AriLeg } from './leg-book.ts';

interface LegTellerOptions {
  emit(event: TelephonyEvent): void;
  nowMs(): number;
  /** Everything of the leg is freed before its end is told. */
  onEnd(leg: AriLeg): void;
}

/** Turns what happens to a leg into events, and keeps their order: offered or ringing, answered, …, ended once. */
export class LegTeller {
  readonly #options: LegTellerOptions;

  constructor(options: LegTellerOptions) {
    this.#options = options;
  }

  rings(leg: AriLeg): void {
    if (leg.at !== 'waiting' || leg.isRinging || leg.made === 'offered') return;
    leg.isRinging = true;
    this.#emit({ type: 'legRinging', leg: leg.id });
  }

  speaksEarly(leg: AriLeg): void {
    if (leg.at !== 'waiting' || leg.isEarly || leg.made === 'offered') return;
    leg.isEarly = true;
    this.#emit({ type: 'legEarlyMedia', leg: leg.id });
  }

  answered(leg: AriLeg): void {
    if (leg.at !== 'waiting') return;
    leg.at = 'answered';
    clearTimeout(leg.ringTimer);
    leg.sinceMs = this.#options.nowMs();
    this.#emit({ type: 'legAnswered', leg: leg.id });
  }

  held(leg: AriLeg, isHeld: boolean): void {
    if (leg.at !== 'answered' || leg.isHeld === isHeld) return;
    leg.isHeld = isHeld;
    this.#emit({ type: isHeld ? 'legHeld' : 'legResumed', leg: leg.id });
  }

  /** How the key came Asterisk does not say. */
  pressed(leg: AriLeg, key: string): void {
    if (leg.at !== 'ended') this.#emit({ type: 'keyPressed', leg: leg.id, key, by: 'rfc4733' });
  }

  asksTransfer(leg: AriLeg, to: string, replaces: LegId | null): void {
    if (leg.at === 'answered') this.#emit({ type: 'transferAsked', leg: leg.id, to, replaces });
  }

  away(leg: AriLeg, isAway: boolean): void {
    if (leg.at === 'ended' || leg.isAway === isAway) return;
    leg.isAway = isAway;
    this.#emit({ type: isAway ? 'legDisconnected' : 'legReconnected', leg: leg.id });
  }

  played(leg: AriLeg, playId: string, completed: boolean): void {
    if (leg.at !== 'ended') this.#emit({ type: 'played', leg: leg.id, playId, completed });
  }

  found(leg: AriLeg, tenantId: number): void {
    if (leg.at !== 'ended') this.#emit({ type: 'legFound', leg: leg.id, tenantId });
  }

  quality(leg: AriLeg, quality: MediaQuality): void {
    if (leg.at === 'answered') this.#emit({ type: 'legQuality', leg: leg.id, quality });
  }

  ended(leg: AriLeg, end: FoundEnd): void {
    if (leg.at === 'ended') return;
    const cut = takeSound(leg);
    if (cut) this.played(leg, cut.playId, false);
    leg.at = 'ended';
    clearTimeout(leg.ringTimer);
    this.#options.onEnd(leg);
    this.#emit({ type: 'legEnded', leg: leg.id, ...end });
  }

  #emit(event: TelephonyEvent): void {
    this.#options.emit(event);
  }
}
