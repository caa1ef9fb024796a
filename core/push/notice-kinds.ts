/** What people are told of on their devices while none of their pages is before them. */
export const noticeKinds = ['chat', 'missedCall', 'followUp'] as const;
export type NoticeKind = (typeof noticeKinds)[number];
