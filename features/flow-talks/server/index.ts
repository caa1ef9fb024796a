export type { CallHands } from '#core/flow/flow-host.port.ts';
export { openFlowHost } from './flow-host.ts';
export type { FlowShelf, ShelvedFlow } from './flow-shelf.ts';
export { openTalks, type TalksParts } from './open-talks.ts';
export type { Talk, TalkAsk, TextTalk, VoiceTalk } from './talk.ts';
export type { TalkMessage } from './talk-message.ts';
export type { Talks } from './talks.ts';
export type { SoundShelf } from './voice-mouth.ts';
