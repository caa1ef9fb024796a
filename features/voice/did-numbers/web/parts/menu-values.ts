import type { MenuGoal } from '#core/call/call-plan.ts';
import type { Menu } from '../../contract.ts';

/** Keys of a phone, in the order they are offered. */
export const phoneKeys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '*', '#'] as const;
export type PhoneKey = (typeof phoneKeys)[number];

export const STANDARD_PROMPT = 'menu.main';

/** A menu nobody edited yet: one key, the rest may leave a message. */
export const newMenu = (groupId: number | null): Menu => ({
  prompt: STANDARD_PROMPT,
  keys: { 1: groupId === null ? { kind: 'voicemail' } : { kind: 'group', groupId } },
  otherwise: { kind: 'voicemail' },
  waitMs: 5_000,
  tries: 3,
});

/** A goal as a word of a list one chooses from. */
export const goalWord = (goal: MenuGoal): string => (goal.kind === 'group' ? `group:${goal.groupId}` : goal.kind);

export function goalFromWord(word: string): Menu['otherwise'] {
  if (word.startsWith('group:')) return { kind: 'group', groupId: Number(word.slice(6)) };
  return { kind: word === 'hangUp' ? 'hangUp' : 'voicemail' };
}

/** The first key nothing leads from. */
export const freeKey = (keys: Menu['keys']): PhoneKey | null => phoneKeys.find((key) => !(key in keys)) ?? null;

/** Keys as they stand on a phone. */
export const keysInOrder = (keys: Menu['keys']): PhoneKey[] => phoneKeys.filter((key) => key in keys);

/** The same goal under another key. */
export function movedKey(keys: Menu['keys'], from: PhoneKey, to: PhoneKey): Menu['keys'] {
  const { [from]: goal, ...rest } = keys;
  return goal ? { ...rest, [to]: goal } : rest;
}
