import { maskEmail } from '#core/privacy/email-mask.ts';
import { maskNamesIn, maskNumbersIn } from '#core/privacy/name-mask.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import type { AiCallMessage } from '../contract.ts';
import type { TalkRow } from './read-talks.repo.ts';

/** Of more keys pressed at one node a number may be put together again. */
const KEYS_SHOWN = 5;
const EMAIL = /[^\s@<>"']+@[^\s@<>"']+\.[^\s@<>"']+/g;
const NAMES = ['customer_full_name', 'customer_first_name', 'customer_last_name'] as const;

/**
 * What was said, as people see it who may not know the customer: numbers, addresses and the names we know are hidden wherever they
 * stand, and keys that together are a number. `alsoNamed`: names of the customer beside ours, as in a list.
 */
export function maskedTalk(
  { customerName, variables }: Pick<TalkRow, 'customerName' | 'variables'>,
  messages: readonly AiCallMessage[],
  alsoNamed: readonly string[] = [],
): { messages: AiCallMessage[]; variables: Record<string, unknown> } {
  const names = [customerName, ...alsoNamed, ...NAMES.map((key) => variables[key])].filter(
    (name): name is string => typeof name === 'string' && name.trim() !== '',
  );
  const mask = (value: unknown): unknown => {
    if (typeof value === 'string') return maskNamesIn(maskNumbersIn(value.replace(EMAIL, maskEmail)), names);
    if (typeof value === 'number') return String(Math.abs(value)).length > 6 ? maskNumbersIn(String(value)) : value;
    if (Array.isArray(value)) return value.map(mask);
    return typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mask(one)]))
      : value;
  };
  const pressed = new Map<string | null, number>();
  for (const { msgType, stepId } of messages)
    if (msgType === MessageType.userPressedKeys) pressed.set(stepId, (pressed.get(stepId) ?? 0) + 1);
  const infoOf = ({ msgType, stepId, msgInfo }: AiCallMessage): Record<string, unknown> =>
    msgType === MessageType.userPressedKeys && pressed.get(stepId)! > KEYS_SHOWN
      ? { keys: '*' }
      : (mask(msgInfo) as Record<string, unknown>);
  return {
    messages: messages.map((message) => ({ ...message, msgInfo: infoOf(message) })),
    variables: mask(variables) as Record<string, unknown>,
  };
}
