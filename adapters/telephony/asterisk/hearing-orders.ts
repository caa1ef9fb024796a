import { randomUUID } from 'node:crypto';
import type { LegId, MonitorMode, PcmStream } from '#core/telephony/telephony.port.ts';
import type { Sound } from '#core/telephony/sound.ts';
import type { Arranger } from './arranger.ts';
import { isTooLate } from './ari-client.ts';
import type { ChannelStarts } from './channel-starts.ts';
import {
  companyOf,
  hear,
  NOTHING,
  roomFor,
  stayBehind,
  takeSound,
  withoutStream,
  type ListeningLeg,
  type HeardSound,
} from './hearing.ts';
import type { AriLeg, LegBook } from './leg-book.ts';
import type { LegTeller } from './leg-teller.ts';
import type { AudioStreams } from './audio-streams.ts';
import type { SoundServer } from './sound-server.ts';

interface HearingOrdersOptions {
  book: LegBook;
  arranger: Arranger;
  teller: LegTeller;
  sounds: SoundServer;
  streams: AudioStreams;
  starts: ChannelStarts;
  report(problem: unknown): void;
}

/** A sound that is repeated is asked for so often at once: without a gap, and long enough that a gap is rare. */
const LOOP_MS = 120_000;
const MOST_TIMES = 60;
/** So long after a sound should be over, its end is taken for granted. */
const GRACE_MS = 2_000;

/** What legs hear, as it is commanded; the arranger brings it about. */
export class HearingOrders {
  readonly #options: HearingOrdersOptions;
  readonly #ends = new Map<string, NodeJS.Timeout>();
  readonly #streams = new Map<string, AriLeg>();

  constructor(options: HearingOrdersOptions) {
    this.#options = options;
  }

  async bridge(ids: readonly LegId[]): Promise<void> {
    const { book } = this.#options;
    const living = ids.flatMap((id) => book.get(id) ?? []);
    const node = living[0]?.node;
    const legs = living.filter((leg) => leg.node === node);
    if (legs.length < living.length) this.#options.report(new Error('Legs of two nodes cannot be joined.'));
    if (legs.length < 2) return;
    const before = companyOf(legs, book.all());
    const room = roomFor(legs, book.all(), `room-${randomUUID()}`);
    for (const leg of legs) {
      leg.room = room;
      this.#hear(leg, { from: 'room' });
    }
    await this.#settle([...before, ...legs]);
  }

  async separate(leg: AriLeg): Promise<void> {
    const before = companyOf([leg], this.#options.book.all());
    leg.room = null;
    this.#hear(leg, NOTHING);
    await this.#settle(before);
  }

  async hold(leg: AriLeg, sound: Sound): Promise<void> {
    const before = companyOf([leg], this.#options.book.all());
    this.#options.sounds.put(sound);
    leg.room = null;
    this.#hear(leg, { from: 'hold', music: { key: randomUUID(), playId: '', sound, loop: true } });
    await this.#settle(before);
  }

  async mute(leg: AriLeg, isMuted: boolean): Promise<void> {
    leg.isMuted = isMuted;
    await this.#settle([leg]);
  }

  async play(leg: AriLeg, sound: Sound, { playId, loop }: { playId: string; loop: boolean }): Promise<void> {
    // What cannot be rendered throws before anything is stopped for it.
    const { durationMs } = this.#options.sounds.put(sound);
    this.#cut(leg, takeSound(leg));
    const played: HeardSound = { key: randomUUID(), playId, sound, loop };
    leg.sound = played;
    await this.#settle([leg]);
    if (loop || leg.sound !== played) return;
    const timer = setTimeout(() => this.#over(leg, played.key, true), durationMs + GRACE_MS);
    timer.unref();
    this.#ends.set(played.key, timer);
  }

  async stopPlaying(leg: AriLeg): Promise<void> {
    if (!leg.sound) return;
    this.#cut(leg, takeSound(leg));
    await this.#settle([leg]);
  }

  async monitor(supervisorId: LegId, targetId: LegId, mode: MonitorMode): Promise<void> {
    const { book } = this.#options;
    const [supervisor, target] = [book.get(supervisorId), book.get(targetId)];
    if (!supervisor || !target) return;
    const before = companyOf([supervisor], book.all());
    supervisor.room = null;
    this.#hear(supervisor, { from: 'monitor', target: target.id, mode });
    await this.#settle([...before, target]);
  }

  async openStream(id: LegId, unique: string): Promise<PcmStream> {
    const { book, streams, starts, report } = this.#options;
    const leg = book.get(id);
    const channel = `stream-${unique}`;
    const isOpen = (stream: string): boolean => this.#streams.has(stream);
    const close = async (): Promise<void> => {
      if (!leg || !this.#streams.delete(channel)) return;
      leg.hears = withoutStream(leg.hears, isOpen);
      if (leg.at !== 'ended') await this.#settle([leg]);
      await leg.node.ari.delete(`/channels/${channel}`).catch((problem: unknown) => {
        if (!isTooLate(problem)) throw problem;
      });
    };
    const stream = streams.open(unique, {
      isCovered: () => leg?.sound !== null,
      closed: () => void close().catch(report),
    });
    if (!leg) {
      stream.close();
      return stream;
    }
    this.#streams.set(channel, leg);
    await leg.ready;
    const started = starts.of(channel);
    await leg.node.ari.post('/channels/externalMedia', {
      channelId: channel,
      app: leg.application,
      external_host: streams.address,
      encapsulation: 'audiosocket',
      transport: 'tcp',
      format: 'slin',
      data: unique,
    });
    await started;
    const before = leg.hears.from === 'monitor' ? NOTHING : leg.hears;
    this.#hear(leg, before);
    leg.hears = { from: 'stream', stream: channel, before };
    await this.#settle([leg]);
    return stream;
  }

  /** The node says that a sound is over. */
  soundOver(playback: string, failed: boolean): void {
    const leg = this.#options.book.all().find(({ stands }) => stands.playing?.playback === playback);
    if (!leg) return;
    const { key } = leg.stands.playing!;
    leg.stands.playing = null;
    // A call that ends takes its sound along, and is told a moment later.
    if (failed)
      setTimeout(() => {
        if (leg.at !== 'ended') this.#options.report(new Error('A node could not play a sound.'));
      }, GRACE_MS).unref();
    // Repeated sounds begin again, music and others alike.
    if (leg.sound?.key === key && !leg.sound.loop) this.#over(leg, key, !failed);
    else if (!failed) this.#settle([leg]).catch(this.#options.report);
  }

  mediaOf({ sound, loop }: HeardSound): string[] {
    const { url, durationMs } = this.#options.sounds.put(sound);
    const times = loop ? Math.min(MOST_TIMES, Math.max(2, Math.ceil(LOOP_MS / Math.max(1, durationMs)))) : 1;
    return Array.from({ length: times }, () => `sound:${url}`);
  }

  /** Those whose place changes when this one ends. */
  companions(leg: AriLeg): AriLeg[] {
    const { book } = this.#options;
    return [...(companyOf([leg as ListeningLeg], book.all()) as Set<AriLeg>)].filter((one) => one !== leg);
  }

  /** Nothing of it is heard any more: who overheard it hears nothing, who had joined it stays with those it leaves; its streams are closed. */
  forget(leg: AriLeg): void {
    stayBehind(leg, this.#options.book.all());
    for (const [channel, owner] of this.#streams) {
      if (owner !== leg) continue;
      this.#streams.delete(channel);
      leg.node.ari.delete(`/channels/${channel}`).catch(() => {});
    }
  }

  /** Others lead it now. Sounds play on; streams lead to this process, and end. */
  left(leg: AriLeg): void {
    if (leg.sound) this.#unwatch(leg.sound.key);
    this.forget(leg);
  }

  #hear(leg: AriLeg, hears: AriLeg['hears']): void {
    this.#cut(leg, hear(leg, hears));
  }

  #cut(leg: AriLeg, sound: HeardSound | null): void {
    if (!sound) return;
    this.#unwatch(sound.key);
    this.#options.teller.played(leg, sound.playId, false);
  }

  #over(leg: AriLeg, key: string, completed: boolean): void {
    this.#unwatch(key);
    if (leg.sound?.key !== key) return;
    const { playId } = leg.sound;
    leg.sound = null;
    this.#options.teller.played(leg, playId, completed);
    this.#settle([leg]).catch(this.#options.report);
  }

  #unwatch(key: string): void {
    clearTimeout(this.#ends.get(key));
    this.#ends.delete(key);
  }

  #settle(legs: Iterable<ListeningLeg>): Promise<void> {
    return this.#options.arranger.settle(legs as Iterable<AriLeg>);
  }
}
