import { codes, type CodeOf } from '../codes.ts';

/** The line of text on the small call window, by index (specification W4 and P4). 4 is blank there too. */
export const CallStateText = codes({
  dialing: { code: 0, key: 'callStateText.dialing' },
  newCall: { code: 1, key: 'callStateText.newCall' },
  inCall: { code: 2, key: 'callStateText.inCall' },
  rejected: { code: 3, key: 'callStateText.rejected' },
  blank: { code: 4, key: 'callStateText.blank' },
  hungUp: { code: 5, key: 'callStateText.hungUp' },
  ringing: { code: 6, key: 'callStateText.ringing' },
});
export type CallStateText = CodeOf<typeof CallStateText>;
