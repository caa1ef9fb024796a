import { codes, type CodeOf } from '../codes.ts';

/**
 * The keys of the dial pad in reading order, with the letters under them (specification P9). The letters
 * are those every telephone has; the label is what a screen reader says.
 */
export const DialKey = codes({
  one: { code: '1', key: 'dialKey.one', letters: '' },
  two: { code: '2', key: 'dialKey.two', letters: 'ABC' },
  three: { code: '3', key: 'dialKey.three', letters: 'DEF' },
  four: { code: '4', key: 'dialKey.four', letters: 'GHI' },
  five: { code: '5', key: 'dialKey.five', letters: 'JKL' },
  six: { code: '6', key: 'dialKey.six', letters: 'MNO' },
  seven: { code: '7', key: 'dialKey.seven', letters: 'PQRS' },
  eight: { code: '8', key: 'dialKey.eight', letters: 'TUV' },
  nine: { code: '9', key: 'dialKey.nine', letters: 'WXYZ' },
  star: { code: '*', key: 'dialKey.star', letters: '' },
  zero: { code: '0', key: 'dialKey.zero', letters: '+' },
  hash: { code: '#', key: 'dialKey.hash', letters: '' },
});
export type DialKey = CodeOf<typeof DialKey>;
