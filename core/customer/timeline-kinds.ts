/** What can happen with a customer, as the timeline tells it. */
export const timelineKinds = ['call', 'ai', 'follow', 'change', 'chat', 'sms', 'note'] as const;
export type TimelineKind = (typeof timelineKinds)[number];
