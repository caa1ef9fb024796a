import { codes, type CodeOf } from '../codes.ts';

/** The colours tags, labels and other marks of people's own making can have; ours. */
export const MarkColour = codes({
  green: { code: 'green', key: 'markColour.green', tone: 'green' },
  blue: { code: 'blue', key: 'markColour.blue', tone: 'blue' },
  violet: { code: 'violet', key: 'markColour.violet', tone: 'violet' },
  amber: { code: 'amber', key: 'markColour.amber', tone: 'warning' },
  red: { code: 'red', key: 'markColour.red', tone: 'red' },
  grey: { code: 'grey', key: 'markColour.grey', tone: 'grey' },
});
export type MarkColour = CodeOf<typeof MarkColour>;
