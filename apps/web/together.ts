import type { Together } from '#platform/web/fetch-together.ts';

/**
 * What is drawn or begun at the same moment, by whom: fetched as one file of code and one of words for each language. Dozens of small files
 * take longer to ask for than to read. Whatever stands in the header of every page belongs here (a test looks after it).
 */
export const together: Together = {
  // Around every page of a session.
  around: {
    parts: [
      'chat/chat/web/header/qr-codes.tsx',
      'chat/sms/web/refetch-on-push.ts',
      'customers/customer-files/web/import-news.ts',
      'customers/customers/web/refetch-on-push.ts',
      'money/ledger/web/low-notice.tsx',
      'office/downloads/web/downloads-menu.tsx',
      'office/echo/web/storage-notice.tsx',
      'office/help/web/help-button.tsx',
      'operator/nodes/web/draining-banner.tsx',
      'operator/operator-help/web/help-banner.tsx',
      'outbound/ai-tasks/web/ai-task-news.ts',
      'outbound/dialer/web/dialer-news.ts',
      'outbound/preview/web/task-news.ts',
      'team/announcements/web/unread-announcements.tsx',
      'team/second-factor/web/proof-host.tsx',
    ],
    words: [
      'chat/chat/web/text',
      'money/ledger/web/text',
      'office/downloads/web/text',
      'office/echo/web/text',
      'office/help/web/text',
      'operator/nodes/web/text',
      'operator/operator-help/web/text',
      'team/announcements/web/text',
      'team/second-factor/web/text',
      'voice/voicemails/web/text',
    ],
  },
  // Whoever has a seat for calls.
  phone: {
    parts: [
      'team/agents/web/replaced-phone.ts',
      'team/seats/web/keep-seat.ts',
      'team/seats/web/seat-menu.tsx',
      'team/seats/web/seat-queue-host.tsx',
      'team/seats/web/seat-queue.ts',
      'chat/sms/web/header/sender-button.tsx',
      'voice/self-test/web/header/line-check-button.tsx',
      'voice/self-test/web/lines/quiet-check.ts',
      'voice/softphone/web/desk/open-phone-desk.ts',
      'voice/softphone/web/header/auto-answer.tsx',
      'voice/softphone/web/header/line-pill.tsx',
      'voice/softphone/web/notes/watch-notes.ts',
      'voice/softphone/web/popover/phone-host.tsx',
    ],
    words: ['team/seats/web/text', 'voice/self-test/web/text', 'voice/softphone/web/text'],
  },
  // The desk, where it is shown what waits.
  desk: {
    parts: [
      'chat/chat/web/parts/waiting-chats.tsx',
      'customers/follow-records/web/waiting-follow-ups.tsx',
      'outbound/preview/web/work/waiting-tasks.tsx',
    ],
    words: ['customers/follow-records/web/text', 'outbound/preview/web/text', 'voice/workbench/web/text'],
  },
  'start-page': {
    parts: [
      'voice/dashboard/web/home/own-days-card.tsx',
      'voice/dashboard/web/home/team-day-card.tsx',
      'voice/rehearsal/web/stage-card.tsx',
    ],
    words: ['office/home/web/text', 'voice/dashboard/web/home/text', 'voice/rehearsal/web/text'],
  },
};
