import type { PcmStream } from '#core/telephony/telephony.port.ts';
import type { PlaysAsk } from './asks.ts';
import type { CallHands } from './call-hands.ts';
import type { Talk, TalkAsk, TextTalk, VoiceTalk } from './talk.ts';

/** Every conversation of this node. */
export interface Talks {
  /** `plays` answers in place of the world. */
  beginText(ask: TalkAsk, plays?: PlaysAsk): Promise<TextTalk>;
  /** On the sound of a leg; the stream is closed when the conversation is over. */
  beginVoice(ask: TalkAsk, stream: PcmStream, hands: CallHands, plays?: PlaysAsk): Promise<VoiceTalk>;
  /** Speaks what such a conversation begins with before anybody is called, and keeps it for them; false: it cannot be spoken. */
  speakAhead(ask: Pick<TalkAsk, 'tenantId' | 'flow' | 'caller' | 'values' | 'language' | 'timeZone'>): Promise<boolean>;
  /** One that goes on. */
  find(tenantId: number, talkId: string): Talk | null;
  /** Closes what a crash left open beside calls. */
  start(): Promise<void>;
  /** Closes conversations on calls that were cut off with the process the desk of this tenant was in. */
  moveIn(tenantId: number): Promise<void>;
  /** Ends all of them; what was told is stored. */
  stop(): Promise<void>;
}
