import type { EndCause, LegId, Telephony, TelephonyEvent } from '#core/telephony/telephony.port.ts';
import { fakeClock } from './fake-clock.ts';
import { hearingHz, sayingHz } from './fake-hearing.ts';
import type { FakeLeg } from './fake-leg.ts';
import { recordFor, writeRecording, type FakeRecording } from './fake-recording.ts';

/** A command the product gave. */
export interface FakeCommand {
  command: keyof Telephony;
  args: readonly unknown[];
}

/** Everything the fake exchange knows, and what may happen to it. Events wait until `emitAll`. */
export class FakeRoom {
  readonly legs = new Map<LegId, FakeLeg>();
  /** Phones registered, by account. */
  readonly contacts = new Map<string, number>();
  readonly recordings = new Map<string, FakeRecording & { leg: FakeLeg }>();
  readonly listeners = new Set<(event: TelephonyEvent) => void>();
  readonly log: FakeCommand[] = [];
  readonly clock = fakeClock();
  private readonly waiting: TelephonyEvent[] = [];
  private isTelling = false;

  emit(event: TelephonyEvent): void {
    this.waiting.push(event);
  }

  emitAll(): void {
    if (this.isTelling) return;
    this.isTelling = true;
    try {
      for (let next = this.waiting.shift(); next; next = this.waiting.shift())
        for (const listener of this.listeners) listener(next);
    } finally {
      this.isTelling = false;
    }
  }

  passMs(ms: number): void {
    this.clock.passMs(ms, (stretchMs) => {
      for (const recording of this.recordings.values())
        recordFor(
          recording,
          stretchMs,
          sayingHz(recording.leg),
          hearingHz(this.legs, recording.leg, this.clock.nowMs()),
        );
    });
    this.emitAll();
  }

  /** Does something later, by the fake's time. */
  after(ms: number, run: () => void): () => void {
    return this.clock.after(ms, () => {
      run();
      this.emitAll();
    });
  }

  /** A leg that still is; commands and parties may speak to one that is gone. */
  living(id: LegId): FakeLeg | undefined {
    const leg = this.legs.get(id);
    return leg && leg.at !== 'ended' ? leg : undefined;
  }

  rings(leg: FakeLeg): void {
    if (leg.at !== 'waiting' || leg.ringing) return;
    leg.ringing = true;
    this.emit({ type: 'legRinging', leg: leg.id });
  }

  answered(leg: FakeLeg): void {
    if (leg.at !== 'waiting') return;
    leg.at = 'answered';
    leg.cancelTimer();
    this.emit({ type: 'legAnswered', leg: leg.id });
  }

  hangUp(leg: FakeLeg): void {
    if (leg.at === 'answered') this.end(leg, 'normal', null, 'us');
    else if (leg.made === 'placed') this.end(leg, 'cancelled', 487, 'us');
    else this.end(leg, 'refused', 480, 'us');
  }

  end(leg: FakeLeg, cause: EndCause, sipStatus: number | null, by: 'them' | 'us'): void {
    this.stopSound(leg);
    leg.cancelTimer();
    leg.cancelLost();
    unbridge(this.legs, leg);
    leg.stream = null;
    leg.at = 'ended';
    leg.end = { cause, sipStatus, by };
    this.emit({ type: 'legEnded', leg: leg.id, cause, sipStatus, by });
    for (const [recordingId, recording] of this.recordings)
      if (recording.leg === leg) this.finishRecording(recordingId);
  }

  stopSound(leg: FakeLeg, completed = false): void {
    const { playing } = leg;
    if (!playing) return;
    leg.playing = null;
    playing.cancel();
    this.emit({ type: 'played', leg: leg.id, playId: playing.playId, completed });
  }

  /** The newest thing to hear: whatever was heard before is over. */
  hear(leg: FakeLeg, base: FakeLeg['base']): void {
    this.stopSound(leg);
    leg.stream = null;
    unbridge(this.legs, leg);
    leg.base = base;
  }

  /** Those of them that still are hear each other, if they are two at least. */
  bridge(ids: readonly LegId[]): void {
    const legs = [...new Set(ids)].flatMap((id) => this.living(id) ?? []);
    if (legs.length < 2) return;
    for (const leg of legs) this.hear(leg, { at: 'nothing' });
    for (const leg of legs)
      leg.base = { at: 'bridge', partners: legs.filter((other) => other !== leg).map(({ id }) => id) };
  }

  finishRecording(recordingId: string): void {
    const recording = this.recordings.get(recordingId);
    if (!recording) return;
    this.recordings.delete(recordingId);
    this.emit({
      type: 'recorded',
      recordingId,
      leg: recording.leg.id,
      durationMs: recording.durationMs,
      ...writeRecording(recordingId, recording),
    });
  }
}

function unbridge(legs: ReadonlyMap<LegId, FakeLeg>, leg: FakeLeg): void {
  for (const id of leg.base.at === 'bridge' ? leg.base.partners : []) {
    const partner = legs.get(id)!;
    const left = partner.base.at === 'bridge' ? partner.base.partners.filter((other) => other !== leg.id) : [];
    partner.base = left.length > 0 ? { at: 'bridge', partners: left } : { at: 'nothing' };
  }
  leg.base = { at: 'nothing' };
}
