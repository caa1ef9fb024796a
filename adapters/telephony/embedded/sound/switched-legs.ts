import type { LegId } from '#core/telephony/telephony.port.ts';
import type { Metronome } from '../../carrier.ts';
import { KEY_MS } from './key-presser.ts';
import { silence } from './leg-hearing.ts';
import { company, isBusy, planLeg, planNothing, type SwitchedLeg } from './plan.ts';
import type { SwitchboardEvent } from './switchboard.ts';
import { silentFrame, mixVoices, type StreamVoice } from './voices.ts';

/** The legs at the switchboard: everybody hears according to what was changed, and those who need it are served at every tick. */
export class SwitchedLegs {
  readonly #legs = new Map<LegId, SwitchedLeg>();
  /** Legs the tick has work for. */
  readonly #busy = new Set<SwitchedLeg>();
  readonly #metronome: Metronome;
  readonly #emit: (event: SwitchboardEvent) => void;
  #tickNumber = 0;
  #stopTicking: (() => void) | null = null;

  constructor(metronome: Metronome, emit: (event: SwitchboardEvent) => void) {
    this.#metronome = metronome;
    this.#emit = emit;
  }

  get(id: LegId): SwitchedLeg | undefined {
    return this.#legs.get(id);
  }

  all(): SwitchedLeg[] {
    return [...this.#legs.values()];
  }

  add(leg: SwitchedLeg): void {
    this.#legs.set(leg.id, leg);
  }

  delete(leg: SwitchedLeg): void {
    this.#legs.delete(leg.id);
  }

  /** Does something with a leg that is there. */
  with(id: LegId, work: (leg: SwitchedLeg) => SwitchboardEvent | null): void {
    const leg = this.#legs.get(id);
    if (leg) this.change([leg], () => [work(leg)]);
  }

  /** Does something with those of the legs that are there, if they are two at least. */
  withSeveral(
    ids: readonly LegId[],
    work: (legs: readonly [SwitchedLeg, SwitchedLeg, ...SwitchedLeg[]]) => readonly (SwitchboardEvent | null)[],
  ): void {
    const [a, b, ...more] = [...new Set(ids)].flatMap((id) => this.#legs.get(id) ?? []);
    if (a && b) this.change([a, b, ...more], () => work([a, b, ...more]));
  }

  /** Changes something about these legs; then everybody concerned hears accordingly, and then the world is told. */
  change(involved: readonly SwitchedLeg[], work: () => readonly (SwitchboardEvent | null)[]): void {
    const concerned = company(involved);
    const events = work();
    for (const leg of company(concerned)) {
      const present = this.#legs.get(leg.id) === leg;
      if (present) planLeg(leg);
      else planNothing(leg);
      if (present && isBusy(leg)) this.#busy.add(leg);
      else this.#busy.delete(leg);
    }
    if (this.#busy.size > 0) this.#stopTicking ??= this.#metronome.subscribe(() => this.#tick());
    else {
      this.#stopTicking?.();
      this.#stopTicking = null;
    }
    for (const event of events) if (event) this.#emit(event);
  }

  #tick(): void {
    const number = ++this.#tickNumber;
    const finished: SwitchedLeg[] = [];
    const heard: { stream: StreamVoice; frame: Uint8Array | null }[] = [];
    for (const leg of this.#busy) {
      const { made } = leg.plan;
      if (made.length > 0) leg.end.send(mixVoices(made, number) ?? silentFrame);
      if (leg.keys.busy) {
        const key = leg.keys.tick();
        if (key !== null) leg.end.sendKey(key, KEY_MS);
      }
      for (const { recording, heard: right } of leg.recordings)
        recording.tick(leg.voice.frame(number), mixVoices(right, number));
      for (const stream of leg.streams) heard.push({ stream, frame: leg.voice.frame(number) });
      if (leg.sound?.ended || !isBusy(leg)) finished.push(leg);
    }
    if (finished.length > 0)
      this.change(finished, () => finished.map((leg) => (leg.sound?.ended ? silence(leg, true) : null)));
    // Last, because whoever listens may change who hears what.
    for (const { stream, frame } of heard) stream.hear(frame);
  }
}
