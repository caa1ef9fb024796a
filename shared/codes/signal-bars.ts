import { codes, type CodeOf } from '../codes.ts';

/** Bars a line shows for its MOS score (specification W5): [1,2) one, [2,3) two, [3,4) three, [4,4.5] four, above five. */
export const SignalBars = codes({
  one: { code: 1, key: 'signalBars.one', tone: 'red' },
  two: { code: 2, key: 'signalBars.two', tone: 'red' },
  three: { code: 3, key: 'signalBars.three', tone: 'warning' },
  four: { code: 4, key: 'signalBars.four', tone: 'green' },
  five: { code: 5, key: 'signalBars.five', tone: 'green' },
});
export type SignalBars = CodeOf<typeof SignalBars>;
