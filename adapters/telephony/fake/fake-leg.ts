import type { EndCause, LegId, MonitorMode, RingOptions, Target } from '#core/telephony/telephony.port.ts';
import type { Sound } from '#core/telephony/sound.ts';
import type { FakeStream } from './fake-stream.ts';

/** One party's half of a call, as the fake exchange knows it. */
export interface FakeLeg {
  readonly id: LegId;
  /** `offered` to the product, or `placed` by it. */
  readonly made: 'offered' | 'placed';
  readonly account: string | null;
  /** Who is called: a number, or what the phone dialled. */
  readonly to: string;
  /** What the called party is shown; null for offered legs. */
  readonly shown: RingOptions | null;
  at: 'waiting' | 'answered' | 'ended';
  ringing: boolean;
  /** Sound flows before the answer: towards an offered leg, from a placed one. */
  early: boolean;
  held: boolean;
  muted: boolean;
  disconnected: boolean;
  /** It lives where the product reaches nobody. */
  isOutOfReach: boolean;
  /** What its party says, as tones. */
  saysHz: readonly number[];
  base:
    | { at: 'nothing' }
    | { at: 'bridge'; partners: readonly LegId[] }
    | { at: 'hold'; music: Sound; sinceMs: number }
    | { at: 'monitor'; target: LegId; mode: MonitorMode };
  playing: { sound: Sound; playId: string; loop: boolean; sinceMs: number; cancel: () => void } | null;
  stream: FakeStream | null;
  keysHeard: string;
  transferReports: number[];
  /** Statuses before the final one that its phone was told. */
  provisionalStatuses: number[];
  end: { cause: EndCause; sipStatus: number | null; by: 'them' | 'us' } | null;
  cancelTimer: () => void;
  cancelLost: () => void;
}

export function fakeLeg(
  id: LegId,
  made: FakeLeg['made'],
  account: string | null,
  to: string,
  shown: RingOptions | null,
): FakeLeg {
  return {
    id,
    made,
    account,
    to,
    shown,
    at: 'waiting',
    ringing: false,
    early: false,
    held: false,
    muted: false,
    disconnected: false,
    isOutOfReach: false,
    saysHz: [],
    base: { at: 'nothing' },
    playing: null,
    stream: null,
    keysHeard: '',
    transferReports: [],
    provisionalStatuses: [],
    end: null,
    cancelTimer: () => {},
    cancelLost: () => {},
  };
}

export const accountOf = (target: Target): string | null => ('account' in target ? target.account : null);
