import { causeOfStatus } from '#core/telephony/end-causes.ts';
import type { EndCause } from '#core/telephony/telephony.port.ts';
import type { AriEvent } from './ari-client.ts';
import { OFFERED_ARGUMENT } from './config/house-names.ts';

/** A channel as events and lists carry it. */
export interface AriChannel {
  id: string;
  name: string;
  state: string;
  caller: { number: string; name: string };
  channelvars?: Readonly<Record<string, string>>;
}

/** What an event of ARI means for us; most mean nothing. */
export type AriNews =
  | { is: 'offered'; channel: AriChannel; to: string }
  /** A channel of our own making can be commanded now. */
  | { is: 'started'; channel: AriChannel }
  | { is: 'ringing'; channel: string }
  | { is: 'early'; channel: string }
  | { is: 'answered'; channel: string }
  | { is: 'held'; channel: string; held: boolean }
  | { is: 'key'; channel: string; key: string; lengthMs: number; atMs: number }
  | { is: 'transferAsked'; channel: string; to: string; replaces: string | null }
  | { is: 'soundOver'; playback: string; failed: boolean }
  | { is: 'gone'; channel: string; cause: number; status: number | null }
  /** Another process leads the application now. */
  | { is: 'replaced' };

interface Carried {
  channel?: AriChannel;
  peer?: AriChannel;
  args?: string[];
  dialstatus?: string;
  digit?: string;
  duration_ms?: number;
  timestamp?: string;
  cause?: number;
  tech_cause?: number;
  playback?: { id: string; state: string };
  refer_to?: { requested_destination?: { destination?: string }; destination_channel?: AriChannel };
  referred_by?: { source_channel?: AriChannel };
}

const DIALLED: Readonly<Record<string, 'ringing' | 'early' | 'answered'>> = {
  RINGING: 'ringing',
  PROGRESS: 'early',
  ANSWER: 'answered',
};

/** Null for what is none of our business. */
export function readAriEvent(event: AriEvent): AriNews | null {
  const { channel, peer, args = [], playback, ...more } = event as AriEvent & Carried;
  switch (event.type) {
    case 'StasisStart':
      if (!channel) return null;
      return args[0] === OFFERED_ARGUMENT ? { is: 'offered', channel, to: args[1] ?? '' } : { is: 'started', channel };
    case 'Dial': {
      const is = DIALLED[more.dialstatus ?? ''];
      return peer && is ? { is, channel: peer.id } : null;
    }
    case 'ChannelStateChange':
      return channel?.state === 'Up' ? { is: 'answered', channel: channel.id } : null;
    case 'ChannelHold':
    case 'ChannelUnhold':
      return channel ? { is: 'held', channel: channel.id, held: event.type === 'ChannelHold' } : null;
    case 'ChannelDtmfReceived':
      if (!channel || !more.digit) return null;
      return {
        is: 'key',
        channel: channel.id,
        key: more.digit,
        lengthMs: more.duration_ms ?? 0,
        atMs: Date.parse(more.timestamp ?? ''),
      };
    case 'ChannelTransfer': {
      const asking = more.referred_by?.source_channel;
      if (!asking) return null;
      const to = userOf(more.refer_to?.requested_destination?.destination ?? '');
      return { is: 'transferAsked', channel: asking.id, to, replaces: more.refer_to?.destination_channel?.id ?? null };
    }
    case 'PlaybackFinished':
      return playback ? { is: 'soundOver', playback: playback.id, failed: playback.state === 'failed' } : null;
    case 'ChannelDestroyed':
      if (!channel) return null;
      return { is: 'gone', channel: channel.id, cause: more.cause ?? 0, status: more.tech_cause || null };
    case 'ApplicationReplaced':
      return { is: 'replaced' };
    default:
      return null;
  }
}

/** `sip:1003@example.com;…` and `1003@example.com` are 1003. */
const userOf = (destination: string): string => destination.replace(/^sips?:/, '').replace(/[@;?].*$/, '');

/** Why a leg ended that we did not end. */
export interface FoundEnd {
  cause: EndCause;
  sipStatus: number | null;
  by: 'them' | 'us';
}

/** No sound came for so long that the node gave the channel up (`rtp_timeout`). */
const NO_SOUND = 44;
/** Reasons of the network (Q.850) where no status was heard. */
const STATUS_OF_CAUSE: Readonly<Record<number, number>> = {
  1: 404,
  16: 480,
  17: 486,
  18: 408,
  19: 480,
  20: 480,
  21: 603,
  27: 480,
  34: 503,
  38: 503,
  127: 500,
};

export function endOfChannel(
  made: 'offered' | 'rung',
  isAnswered: boolean,
  { cause, status }: { cause: number; status: number | null },
): FoundEnd {
  if (isAnswered) return { cause: cause === NO_SOUND ? 'lost' : 'normal', sipStatus: null, by: 'them' };
  if (made === 'offered') return { cause: 'cancelled', sipStatus: 487, by: 'them' };
  const sipStatus = status !== null && status >= 300 ? status : (STATUS_OF_CAUSE[cause] ?? 480);
  return { cause: causeOfStatus(sipStatus), sipStatus, by: 'them' };
}
