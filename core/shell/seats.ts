import type { SeatKind } from '#shared/codes/seat-kind.ts';

const QUEUE_ROUTE: Record<SeatKind, string> = { text: '/interactive/chat', voice: '/workBench' };

/** Whether the dialog of a queue for seats may be open on a page; leaving the page closes it. */
export const queueDialogFor = (path: string, kind: SeatKind): boolean => path === QUEUE_ROUTE[kind];
