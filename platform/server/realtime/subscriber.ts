import type { UserChannelDown } from '#shared/user-channel.ts';
import type { Identity } from '../http/caller.ts';

/** How a channel tells events where the specification gives it shapes of its own. */
export interface OwnWords<Down = unknown> {
  /** Only events whose kind begins so. */
  about: string;
  /** The `data` of a frame; null: nothing is said. */
  say(down: UserChannelDown): Down | null;
}

/** A channel that tells events as they are, save for those of these kinds: another channel of the same page tells them. */
export interface Without {
  without: ReadonlySet<string>;
}

/** A socket as the hub sees it. */
export interface Subscriber {
  readonly identity: Identity;
  readonly words?: OwnWords | Without | undefined;
  readonly unreadBytes: number;
  /** Its place, which the hub keeps here: a table of them would weigh more than they do. */
  reader?: RoomReader | null;
  /** What `frameOf` made. Without effect on a closed socket; `taken` is called when the bytes left this process, or never will. */
  write(frame: Buffer, taken?: () => void): void;
  /** What is written from here to there leaves in one piece. */
  holdBack?(): void;
  letGo?(): void;
  giveUp(why: 'tooSlow' | 'unavailable'): void;
}

/** A subscriber in its room. */
export interface RoomReader {
  readonly subscriber: Subscriber;
  readonly room: Room;
  live: boolean;
  /** Events up to here are not for it any more. */
  position: number;
  /** Its neighbours among the readers of one person. */
  before: RoomReader | null;
  after: RoomReader | null;
}

/** The subscribers of one tenant at this process. */
export interface Room {
  tenantId: number;
  /** Events up to here were given to the live readers. */
  sent: number;
  /** Events up to here are known to exist. */
  known: number;
  opened: Promise<void>;
  isOpen: boolean;
  /** The first of each person's. */
  readers: Map<number, RoomReader>;
  /** Those of them who hear what is meant for everybody: there may be thousands of guests beside them. */
  people: Set<RoomReader>;
}
