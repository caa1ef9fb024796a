import { codes, type CodeOf } from '../codes.ts';

/** What the browser withholds, one variant of the permission guide each (specification W2). */
export const BlockedMedia = codes({
  audio: { code: 'audio', key: 'blockedMedia.audio' },
  microphone: { code: 'microphone', key: 'blockedMedia.microphone' },
  both: { code: 'both', key: 'blockedMedia.both' },
  /** Ours. */
  notification: { code: 'notification', key: 'blockedMedia.notification' },
});
export type BlockedMedia = CodeOf<typeof BlockedMedia>;
