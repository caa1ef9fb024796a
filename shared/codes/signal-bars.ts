import { codes, type CodeOf } from '../codes.ts';

/**
 * Bars a line shows for its MOS score (specification W5): [1,2) one, [2,3) two, [3,4) three, [4,4.5] four, above five. Calls are of
 * telephone band (PCMU), whose scores end at 4.41 (`core/quality/narrow-band-mos.ts`): five is for the wide band, which no line of
 * ours carries yet, so that four bars are all there is to reach.
 */
export const SignalBars = codes({
  one: { code: 1, key: 'signalBars.one', tone: 'red' },
  two: { code: 2, key: 'signalBars.two', tone: 'red' },
  three: { code: 3, key: 'signalBars.three', tone: 'warning' },
  four: { code: 4, key: 'signalBars.four', tone: 'green' },
  five: { code: 5, key: 'signalBars.five', tone: 'green' },
});
export type SignalBars = CodeOf<typeof SignalBars>;
