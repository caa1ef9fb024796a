import { z } from 'zod';
import { idField, templateField } from './fields.ts';
import type { TransferTo } from './flow-events.ts';
import type { Problem } from './node-kind.ts';
import { lacksPrefixes, outsideNumber, prefixesField } from './outside-number.ts';
import type { FlowRun } from './run.ts';

/** Where somebody is sent, as it is designed. */
export const Destination = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('group'), groupId: idField('group').nullable().default(null) }),
  z.object({ kind: z.literal('agent'), userId: idField('agent').nullable().default(null) }),
  z.object({ kind: z.literal('number'), number: templateField(100).default(''), prefixes: prefixesField }),
]);
export type Destination = z.infer<typeof Destination>;

/** Why not: nobody was chosen, the number is none, or it is not one the conversation may fill in. */
export function transferTo(
  run: Pick<FlowRun, 'values' | 'caller'>,
  to: Destination,
): { to: TransferTo } | { why: 'noDestination' | 'numberNotAllowed' } {
  if (to.kind === 'number') {
    const found = outsideNumber(run, to);
    return 'why' in found ? found : { to: { kind: 'number', number: found.number } };
  }
  if (isNowhere(to)) return { why: 'noDestination' };
  return { to: to.kind === 'group' ? { kind: 'group', groupId: to.groupId! } : { kind: 'agent', userId: to.userId! } };
}

/** Nobody was chosen. */
const isNowhere = (to: Destination): boolean =>
  to.kind === 'group' ? to.groupId === null : to.kind === 'agent' ? to.userId === null : to.number.trim() === '';

/** What is wrong with a destination; `field` is where it is set. */
export function destinationProblems(to: Destination, field: string): Problem[] {
  if (isNowhere(to)) return [{ text: 'noDestination', field }];
  return to.kind === 'number' && lacksPrefixes(to) ? [{ text: 'noPrefixes', field: `${field}.prefixes` }] : [];
}
