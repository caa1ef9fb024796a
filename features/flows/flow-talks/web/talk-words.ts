import { MessageFamily } from '#shared/codes/message-family.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import type { AiCallMessage } from '../contract.ts';

export const familyOf = ({ msgType }: Pick<AiCallMessage, 'msgType'>): MessageFamily =>
  MessageType.row(msgType).family as MessageFamily;

/** What everybody wants to read; the rest is there for those who look for a fault. */
export const shownFamilies: ReadonlySet<MessageFamily> = new Set([
  'user',
  'ai',
  'detection',
  'tags',
  'sms',
  'whatsapp',
  'maxTimes',
  'languageDetect',
]);

const WORDS = ['text', 'keys', 'name', 'note', 'why', 'person', 'language', 'branch'] as const;

/** The words of a row: what was said, or the plainest of what is known, as `word` names it. */
export function wordsOf(
  { msgType, msgInfo, time_ms: ms }: AiCallMessage,
  word: (field: string, value: string) => string = (_, value) => value,
): string {
  const family = familyOf({ msgType });
  if (family === MessageFamily.timing || family === MessageFamily.latency) return `${ms} ms`;
  if (msgType === MessageType.variableSet) return `${String(msgInfo['attrKey'])} = ${String(msgInfo['value'])}`;
  return WORDS.flatMap((key) =>
    typeof msgInfo[key] === 'string' && msgInfo[key] !== '' ? [word(key, msgInfo[key])] : [],
  )
    .filter(Boolean)
    .join(' · ');
}

/** What the steps of a conversation are called on the canvas. */
export function stepNames(messages: readonly AiCallMessage[]): ReadonlyMap<string, string> {
  const named = messages.flatMap(({ msgType, stepId, msgInfo }) =>
    stepId !== null &&
    familyOf({ msgType }) === MessageFamily.triggerNode &&
    typeof msgInfo['name'] === 'string' &&
    msgInfo['name'] !== ''
      ? [[stepId, msgInfo['name']] as const]
      : [],
  );
  return new Map(named);
}

/** Keys pressed one after another are read as one row. */
export function keysJoined(messages: readonly AiCallMessage[]): AiCallMessage[] {
  const joined: AiCallMessage[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (
      last?.msgType === MessageType.userPressedKeys &&
      message.msgType === MessageType.userPressedKeys &&
      last.stepId === message.stepId
    )
      joined[joined.length - 1] = {
        ...last,
        msgInfo: { ...last.msgInfo, keys: `${String(last.msgInfo['keys'])}${String(message.msgInfo['keys'])}` },
      };
    else joined.push(message);
  }
  return joined;
}

export interface TimingRow {
  type: MessageType;
  times: number;
  low: number;
  mean: number;
  high: number;
}

const TIMINGS = [MessageType.asrTiming, MessageType.llmTiming, MessageType.ttsTiming, MessageType.latency] as const;

/** How long each part took; parts that never happened are left out. */
export function timingsOf(messages: readonly AiCallMessage[]): TimingRow[] {
  return TIMINGS.flatMap((type) => {
    const all = messages.filter(({ msgType }) => msgType === type).map(({ time_ms: ms }) => ms);
    if (all.length === 0) return [];
    return [
      {
        type,
        times: all.length,
        low: Math.min(...all),
        mean: Math.round(all.reduce((sum, ms) => sum + ms, 0) / all.length),
        high: Math.max(...all),
      },
    ];
  });
}
