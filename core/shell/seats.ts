/** The two ways an agent works. */
export type Seat = 'text' | 'voice';

/** What a user's seats start: a text seat the chat socket, a voice seat the softphone. */
export const connectionsFor = ({
  textSeat,
  voiceSeat,
}: {
  textSeat: boolean;
  voiceSeat: boolean;
}): { chat: boolean; softphone: boolean } => ({ chat: textSeat, softphone: voiceSeat });

const QUEUE_ROUTE: Record<Seat, string> = { text: '/interactive/chat', voice: '/workBench' };

/** Whether the dialog of a queue for seats may be open on a page; leaving the page closes it. */
export const queueDialogFor = (path: string, kind: Seat): boolean => path === QUEUE_ROUTE[kind];
