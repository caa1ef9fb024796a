import { randomUUID } from 'node:crypto';
import type { LegId } from '#core/telephony/telephony.port.ts';
import { isTooLate } from './ari-client.ts';
import { cellOf, companyOf, sideOf, standOf, type HeardSound, type Stand } from './hearing.ts';
import type { AriLeg, LegBook } from './leg-book.ts';
import { PART_ARGUMENT } from './leg-orders.ts';

interface ArrangerOptions {
  book: LegBook;
  /** What a node is told to play for a sound: addresses it fetches, in order. */
  mediaOf(sound: HeardSound): string[];
  /** Resolves when a channel of this name can be commanded. */
  starts(channel: string): Promise<void>;
  report(problem: unknown): void;
}

const GONE: Stand = { at: null, ghostIn: null, spiesOn: null, isMuted: false, playing: null, stream: null };
const BRIDGE = 'mixing,dtmf_events';
/** Of sounds: in the leg's own, what it hears would be lost from its recording. */
const ANNOUNCED = 'slin';

/** Brings channels, snoops and sounds to where `hearing.ts` wants them. */
export class Arranger {
  readonly #options: ArrangerOptions;
  readonly #bridges = new Set<string>();
  /** What an earlier process left at a node has other names. */
  readonly #run = randomUUID().slice(0, 8);
  #made = 0;

  constructor(options: ArrangerOptions) {
    this.#options = options;
  }

  /** Bridges that were there before us. */
  adopt(bridges: Iterable<string>): void {
    for (const bridge of bridges) this.#bridges.add(bridge);
  }

  /** Others lead these legs, and make and remove their bridges. */
  left(legs: readonly AriLeg[]): void {
    for (const { id, room, stands } of legs)
      for (const bridge of [cellOf(id), sideOf(id), room, stands.at, stands.ghost?.room])
        if (bridge) this.#bridges.delete(bridge);
  }

  /** Makes it so for these legs and everybody whose place hangs together with theirs. `also` are legs that just ended. */
  settle(legs: Iterable<AriLeg>, also: readonly AriLeg[] = []): Promise<void> {
    const { book, report } = this.#options;
    const company = [...(companyOf(legs, book.all()) as Set<AriLeg>), ...also];
    return book.inTurn(company, async () => {
      await Promise.all(company.map(({ ready }) => ready));
      await this.#arrange(company).catch(report);
    });
  }

  async #arrange(legs: readonly AriLeg[]): Promise<void> {
    const { book } = this.#options;
    const wanted = legs.map((leg) => ({ leg, stand: leg.at === 'ended' ? GONE : standOf(leg, book.get) }));
    // Sounds stop before anybody moves: a cell that is left while it plays does not always tell the end.
    await each(wanted, ({ leg, stand }) => this.#stopSound(leg, stand));
    await each(wanted, ({ leg, stand }) => this.#openBridges(leg, stand));
    await each(wanted, ({ leg, stand }) => this.#standIn(leg, stand));
    const left = wanted.flatMap(({ leg: { stands } }) => [stands.at, stands.ghost?.room]);
    await each(wanted, ({ leg, stand }) => this.#move(leg, stand));
    await each(wanted, ({ leg, stand }) => this.#bringStream(leg, stand));
    await each(wanted, ({ leg, stand }) => this.#standOut(leg, stand));
    await each(wanted, ({ leg, stand }) => this.#play(leg, stand));
    await this.#sweep(legs, left);
  }

  async #stopSound({ stands, node }: AriLeg, { playing }: Stand): Promise<void> {
    const had = stands.playing;
    if (!had || had.key === playing?.key) return;
    stands.playing = null;
    await tried(node.ari.delete(`/playbacks/${had.playback}`));
  }

  async #openBridges(leg: AriLeg, { at, ghostIn }: Stand): Promise<void> {
    for (const bridge of [at, ghostIn]) {
      if (bridge === null || this.#bridges.has(bridge)) continue;
      this.#bridges.add(bridge);
      await leg.node.ari.post(`/bridges/${bridge}`, { type: BRIDGE, name: leg.application });
    }
  }

  /** Snoops come before their leg goes: nobody misses a word. */
  async #standIn(leg: AriLeg, { ghostIn, spiesOn, isMuted }: Stand): Promise<void> {
    const { stands, node } = leg;
    if (ghostIn !== null && stands.ghost?.room !== ghostIn) {
      if (stands.ghost) await this.#hangUp(leg, stands.ghost.channel);
      const channel = await this.#snoop(leg, leg, 'ghost', { spy: 'in' });
      stands.ghost = channel === null ? null : { channel, room: ghostIn };
      if (channel !== null)
        await tried(node.ari.post(`/bridges/${ghostIn}/addChannel`, { channel, inhibitConnectedLineUpdates: 'true' }));
    }
    if (isMuted && !stands.isMuted) await this.#mute(leg, true);
    if (spiesOn !== null && stands.spy?.target !== spiesOn) {
      if (stands.spy) await this.#hangUp(leg, stands.spy.channel);
      const target = this.#options.book.get(spiesOn);
      const channel = target ? await this.#snoop(leg, target, 'spy', { spy: 'both', whisper: 'out' }) : null;
      stands.spy = channel === null ? null : { channel, target: spiesOn };
      if (channel !== null)
        await tried(
          node.ari.post(`/bridges/${sideOf(leg.id)}/addChannel`, { channel, inhibitConnectedLineUpdates: 'true' }),
        );
    }
  }

  async #move(leg: AriLeg, { at }: Stand): Promise<void> {
    const { stands, node, channel } = leg;
    if (stands.at === at) return;
    const before = stands.at;
    stands.at = at;
    if (leg.at === 'ended') return;
    // Who talks to whom is ours to show: a phone would be asked anew at every move.
    const joining = { channel, inhibitConnectedLineUpdates: 'true' };
    if (at !== null) await tried(node.ari.post(`/bridges/${at}/addChannel`, joining));
    else if (before !== null) await tried(node.ari.post(`/bridges/${before}/removeChannel`, { channel }));
  }

  async #bringStream(leg: AriLeg, { stream }: Stand): Promise<void> {
    const { stands, node } = leg;
    if (stands.stream === stream) return;
    stands.stream = stream;
    if (stream !== null)
      await tried(
        node.ari.post(`/bridges/${cellOf(leg.id)}/addChannel`, {
          channel: stream,
          inhibitConnectedLineUpdates: 'true',
        }),
      );
  }

  /** Whose leg is back where it belongs, or gone. */
  async #standOut(leg: AriLeg, { ghostIn, spiesOn, isMuted }: Stand): Promise<void> {
    const { stands } = leg;
    if (ghostIn === null && stands.ghost) {
      const { channel } = stands.ghost;
      stands.ghost = null;
      await this.#hangUp(leg, channel);
    }
    if (spiesOn === null && stands.spy) {
      const { channel } = stands.spy;
      stands.spy = null;
      await this.#hangUp(leg, channel);
    }
    if (!isMuted && stands.isMuted && leg.at !== 'ended') await this.#mute(leg, false);
  }

  async #play(leg: AriLeg, { playing }: Stand): Promise<void> {
    const { stands, node } = leg;
    if (!playing || stands.playing) return;
    const playback = this.#name('play', leg.id);
    stands.playing = { key: playing.key, playback };
    await tried(
      node.ari.post(
        `/bridges/${cellOf(leg.id)}/play/${playback}`,
        { announcer_format: ANNOUNCED },
        { media: this.#options.mediaOf(playing) },
      ),
    );
  }

  async #mute(leg: AriLeg, isMuted: boolean): Promise<void> {
    leg.stands.isMuted = isMuted;
    const path = `/channels/${leg.channel}/mute`;
    await tried(
      isMuted ? leg.node.ari.post(path, { direction: 'in' }) : leg.node.ari.delete(path, { direction: 'in' }),
    );
  }

  /** Null where the channel is gone. */
  async #snoop(
    leg: AriLeg,
    target: AriLeg,
    word: string,
    ways: { spy: string; whisper?: string },
  ): Promise<string | null> {
    const channel = this.#name(word, leg.id);
    const started = this.#options.starts(channel);
    const made = await tried(
      leg.node.ari.post(`/channels/${target.channel}/snoop/${channel}`, {
        ...ways,
        app: leg.application,
        appArgs: PART_ARGUMENT,
      }),
    );
    if (!made) return null;
    await started;
    return channel;
  }

  async #hangUp({ node }: AriLeg, channel: string): Promise<void> {
    await tried(node.ari.delete(`/channels/${channel}`));
  }

  /** Rooms nobody is in any more, and what only a leg that is gone had. */
  async #sweep(legs: readonly AriLeg[], left: readonly (string | null | undefined)[]): Promise<void> {
    const { book } = this.#options;
    const used = new Set(
      book.all().flatMap(({ id, stands, room }) => [stands.at, stands.ghost?.room, room, cellOf(id)]),
    );
    const own = legs.flatMap(({ id, at }) => (at === 'ended' ? [cellOf(id), sideOf(id)] : []));
    const node = legs[0]?.node;
    for (const bridge of new Set([...left, ...own])) {
      if (!bridge || used.has(bridge) || !this.#bridges.delete(bridge)) continue;
      await tried(node!.ari.delete(`/bridges/${bridge}`));
    }
  }

  #name = (word: string, leg: LegId): string => `${word}-${leg}~${this.#run}${++this.#made}`;
}

const each = async <T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<void> =>
  void (await Promise.all(all.map(act)));

/** False where the other side was gone before. */
async function tried(asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked;
    return true;
  } catch (problem) {
    if (isTooLate(problem)) return false;
    throw problem;
  }
}
