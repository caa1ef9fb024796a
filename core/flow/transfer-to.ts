import { z } from 'zod';
import { idField, templateField } from './fields.ts';
import type { TransferTo } from './flow-events.ts';

/** Where somebody is sent, as it is designed. */
export const Destination = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('group'), groupId: idField('group').nullable().default(null) }),
  z.object({ kind: z.literal('agent'), userId: idField('agent').nullable().default(null) }),
  z.object({ kind: z.literal('number'), number: templateField(100).default('') }),
]);
export type Destination = z.infer<typeof Destination>;

/** Null when nobody was chosen, or the number is none. */
export function transferTo(to: Destination, fill: (text: string) => string): TransferTo | null {
  if (to.kind === 'group') return to.groupId === null ? null : { kind: 'group', groupId: to.groupId };
  if (to.kind === 'agent') return to.userId === null ? null : { kind: 'agent', userId: to.userId };
  const number = fill(to.number).replace(/[\s().\-/]/g, '');
  return /^\+?\d{3,20}$/.test(number) ? { kind: 'number', number } : null;
}

/** Nobody was chosen. */
export const isNowhere = (to: Destination): boolean =>
  to.kind === 'group' ? to.groupId === null : to.kind === 'agent' ? to.userId === null : to.number.trim() === '';
