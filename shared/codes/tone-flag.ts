import { codes, type CodeOf } from '../codes.ts';

/** Sounds the softphone plays, one bit each so that a set is a sum (specification W9). */
export const ToneFlag = codes({
  ringIn: { code: 1, key: 'toneFlag.ringIn' },
  ringOut: { code: 2, key: 'toneFlag.ringOut' },
  inConnected: { code: 4, key: 'toneFlag.inConnected' },
  hangup: { code: 8, key: 'toneFlag.hangup' },
  online: { code: 16, key: 'toneFlag.online' },
  offline: { code: 32, key: 'toneFlag.offline' },
  outConnected: { code: 64, key: 'toneFlag.outConnected' },
  custom: { code: 128, key: 'toneFlag.custom' },
  outRouting: { code: 256, key: 'toneFlag.outRouting' },
});
export type ToneFlag = CodeOf<typeof ToneFlag>;
