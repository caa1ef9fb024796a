/** The two ways an agent works. */
export type Seat = 'text' | 'voice';

const QUEUE_ROUTE: Record<Seat, string> = { text: '/interactive/chat', voice: '/workBench' };

/** Whether the dialog of a queue for seats may be open on a page; leaving the page closes it. */
export const queueDialogFor = (path: string, kind: Seat): boolean => path === QUEUE_ROUTE[kind];
