import { rejectionCodes } from '#shared/call-rejection.ts';
import type { RehearsalBehaviour, RehearsalNumber } from '#core/rehearsal/rehearsal.port.ts';

/**
 * What a number does is written in its last seven digits, whatever country stands before them:
 * 555 01NN behaves as the table says, 555 0NNN with NNN a rejection code is refused with that code. The crowd has numbers of its own
 * (`core/rehearsal/crowd.ts`), everybody else is a person whose manners follow from the number itself.
 */
const byLastDigits: Readonly<Record<string, RehearsalBehaviour>> = {
  5550100: 'answersAndSpeaks',
  5550101: 'echoes',
  5550102: 'ringsLong',
  5550103: 'isBusy',
  5550104: 'rejects',
  5550105: 'playsEarlyMedia',
  5550106: 'voicemail',
  5550107: 'pressesKeys',
  5550108: 'hangsUpSoon',
  5550109: 'unreachable',
  5550110: 'holds',
  5550111: 'takesOffer',
  5550112: 'declinesOffer',
};

const refusalByLastDigits: Readonly<Record<string, number>> = Object.fromEntries(
  rejectionCodes.map((code) => [`5550${code}`, code]),
);
const SIGNIFICANT = 7;
/** Numbers of this area are kept for stories: nobody real is ever called. */
const SHOWN_WITH = '1415';

export function behaviourOf(number: string): Omit<RehearsalNumber, 'number'> {
  const last = number.replace(/\D/g, '').slice(-SIGNIFICANT);
  const refusal = refusalByLastDigits[last] ?? null;
  return refusal === null ? { behaviour: byLastDigits[last] ?? 'person', refusal } : { behaviour: 'refuses', refusal };
}

/** The documented numbers, as a person in the demo would dial them. */
export const rehearsalNumbers: readonly RehearsalNumber[] = [
  ...Object.keys(byLastDigits),
  ...Object.keys(refusalByLastDigits),
].map((last) => ({
  number: SHOWN_WITH + last,
  ...behaviourOf(last),
}));
