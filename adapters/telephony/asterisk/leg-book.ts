import type { LegId } from '#core/telephony/telephony.port.ts';
import type { ExchangeNode } from './exchange-node.ts';
import { newListener, type ListeningLeg } from './hearing.ts';
import { KeyPresses } from './key-presses.ts';

/** Where its channel stands, as far as we had it done. */
export interface LegStanding {
  at: string | null;
  ghost: { channel: string; room: string } | null;
  spy: { channel: string; target: LegId } | null;
  isMuted: boolean;
  playing: { key: string; playback: string } | null;
  stream: string | null;
}

/** One leg: a channel of one node, and what the product was told of it. */
export interface AriLeg extends ListeningLeg {
  readonly application: string;
  readonly node: ExchangeNode;
  readonly channel: string;
  readonly made: 'offered' | 'rung';
  readonly account: string | null;
  /** The line it goes over; null: a phone's. */
  readonly line: string | null;
  at: 'waiting' | 'answered' | 'ended';
  isRinging: boolean;
  isEarly: boolean;
  isHeld: boolean;
  isAway: boolean;
  /** It lived before we knew of it, and nobody was told that it is offered. */
  isFound: boolean;
  readonly keys: KeyPresses;
  /** Its channel can be commanded. Never rejects: a channel that did not come to be is gone. */
  ready: Promise<void>;
  stands: LegStanding;
  ringTimer: NodeJS.Timeout | undefined;
  sinceMs: number;
}

export type LegBirth = Pick<AriLeg, 'id' | 'application' | 'node' | 'made' | 'account' | 'line'> & {
  channel: string;
  sinceMs: number;
};

export const newAriLeg = (birth: LegBirth): AriLeg => ({
  ...newListener(birth.id),
  ...birth,
  at: 'waiting',
  isRinging: false,
  isEarly: false,
  isHeld: false,
  isAway: false,
  isFound: false,
  keys: new KeyPresses(),
  ready: Promise.resolve(),
  stands: { at: null, ghost: null, spy: null, isMuted: false, playing: null, stream: null },
  ringTimer: undefined,
});

/** Every leg that lives. What is done to a leg, and to those it stands with, is done in turn. */
export class LegBook {
  readonly #legs = new Map<LegId, AriLeg>();
  readonly #byChannel = new Map<string, AriLeg>();
  readonly #turns = new Map<LegId, Promise<unknown>>();

  add(leg: AriLeg): void {
    this.#legs.set(leg.id, leg);
    this.#byChannel.set(leg.channel, leg);
  }

  remove(leg: AriLeg): void {
    this.#legs.delete(leg.id);
    if (this.#byChannel.get(leg.channel) === leg) this.#byChannel.delete(leg.channel);
  }

  get = (id: LegId): AriLeg | undefined => this.#legs.get(id);
  ofChannel = (channel: string): AriLeg | undefined => this.#byChannel.get(channel);
  all = (): AriLeg[] => [...this.#legs.values()];

  /** How many are on a line now. */
  callsOn(line: string): { outgoing: number; incoming: number } {
    const legs = this.all().filter((leg) => leg.line === line);
    const outgoing = legs.filter(({ made }) => made === 'rung').length;
    return { outgoing, incoming: legs.length - outgoing };
  }

  /** After everything that was begun with any of them. */
  inTurn<T>(legs: Iterable<AriLeg>, act: () => Promise<T>): Promise<T> {
    const ids = [...legs].map(({ id }) => id);
    const before = Promise.all(ids.map((id) => this.#turns.get(id)));
    const done = before.then(act);
    const settled = done.catch(() => {});
    for (const id of ids) this.#turns.set(id, settled);
    void settled.then(() => {
      for (const id of ids) if (this.#turns.get(id) === settled) this.#turns.delete(id);
    });
    return done;
  }
}
