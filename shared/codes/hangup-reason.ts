import { codes, type CodeOf } from '../codes.ts';

/** Why a call of the softphone ended (specification W4). */
export const HangupReason = codes({
  normal: { code: 'normal', key: 'hangupReason.normal', tone: 'grey' },
  unsupported: { code: 'unsupported', key: 'hangupReason.unsupported', tone: 'red' },
  reject: { code: 'reject', key: 'hangupReason.reject', tone: 'warning' },
  peerReject: { code: 'peer reject', key: 'hangupReason.peerReject', tone: 'warning' },
});
export type HangupReason = CodeOf<typeof HangupReason>;
