import { isPhoneWord } from '#features/team/agents/server/index.ts';
import { isMaskedNumber } from '#features/voice/call-routes/server/index.ts';
import type { UnbegunCall } from './unbegun-calls.ts';

/** What stands in the book of a call that an agent was refused. `number`: whom it was for, where what they dialled only stood for it. */
export const refusedDial = (
  { tenantId, userId, sipNum }: { tenantId: number; userId: number; sipNum: string },
  dialled: string,
  { number }: { number?: string },
): UnbegunCall => ({
  tenantId,
  direction: 'outbound',
  customerNumber: number ?? (standsForNumber(dialled) ? '' : dialled),
  ourNumber: '',
  userId,
  sipNum,
});

/** A word or stars: no number to write down. */
const standsForNumber = (to: string): boolean => isPhoneWord(to) || isMaskedNumber(to);
