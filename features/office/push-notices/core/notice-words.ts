import type { NoticeKind } from '#core/push/notice-kinds.ts';

/** What a device gets: words to show, the place they lead to, and what an earlier one is known by that this one replaces. */
export interface PushedNotice {
  title: string;
  body: string;
  /** A path of the product. */
  address: string;
  tag: string;
}

/** How long a notice is worth something, and how much it hurries; a visitor waits, a follow-up waited for days. */
export const noticeManners: Record<NoticeKind | 'trial', { ttlSec: number; urgency: 'normal' | 'high' }> = {
  chat: { ttlSec: 3_600, urgency: 'high' },
  missedCall: { ttlSec: 12 * 3_600, urgency: 'high' },
  followUp: { ttlSec: 12 * 3_600, urgency: 'normal' },
  trial: { ttlSec: 300, urgency: 'high' },
};

/** Unread for so long, a message is told of. */
export const UNREAD_MS = 20_000;

/** Longer names are cut: a message has 4096 bytes, and a lock screen two lines. */
const LONGEST = 120;
const cut = (text: string): string => {
  const letters = [...text.replaceAll(/\s+/g, ' ').trim()];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join('')}…` : letters.join('');
};

/** `who` it is about is said only where the team wants names on lock screens. */
export const noticeFor = ({
  title,
  who,
  saysNames,
  address,
  tag,
}: Omit<PushedNotice, 'body'> & { who: string; saysNames: boolean }): PushedNotice => ({
  title: cut(title),
  body: saysNames ? cut(who) : '',
  address,
  tag,
});
