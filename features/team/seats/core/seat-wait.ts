import { queueDialogFor } from '#core/shell/seats.ts';
import type { SeatKind } from '#shared/codes/seat-kind.ts';
import type { Step } from '#core/machine.ts';

/**
 * What a page does about a seat it has to wait for; each kind of seat by itself.
 *
 *   at rest ── wanted ──┬── granted: tip ──────────────────────────────────▶ at rest
 *      ▲                └── not granted ──▶ queued ── told granted: tip ──▶ at rest
 *      └── given up, place lost ──────────────┘
 *
 * 1. The dialog of a kind is open on the page of that kind only, while queued. Leaving the page closes it, coming to it opens it again.
 * 2. Moving to any page while queued asks again.
 * 3. Whichever tab asked: all of them are told, and follow. What is told is never older than an answer, as the server says both in order.
 * 4. On other pages a notice says that somebody waits, once. A dialog that was put away comes back with the page, or when they ask again.
 */
export interface SeatWait {
  path: string;
  /** How many are ahead; null when nothing is waited for. */
  text: number | null;
  voice: number | null;
}

export type SeatWaitEvent =
  /** Somebody asks for a seat; the answer follows. */
  | { type: 'wanted'; kind: SeatKind }
  | { type: 'moved'; path: string }
  /** The answer to `ask`, or what the server tells every page of the person. */
  | { type: 'granted'; kind: SeatKind }
  | { type: 'queued'; kind: SeatKind; ahead: number }
  /** The place is gone; `isLost` when nobody wanted that. */
  | { type: 'ended'; kind: SeatKind; isLost: boolean };

export type SeatWaitEffect =
  | { type: 'ask'; kind: SeatKind }
  | { type: 'showDialog'; kind: SeatKind; ahead: number }
  /** Only if it is open: somebody may have put it away. */
  | { type: 'updateDialog'; kind: SeatKind; ahead: number }
  | { type: 'closeDialog'; kind: SeatKind }
  | { type: 'tip'; kind: SeatKind }
  | { type: 'sayQueued'; kind: SeatKind; ahead: number }
  | { type: 'sayLost'; kind: SeatKind };

export const noSeatWait: SeatWait = { path: '', text: null, voice: null };
export const seatKinds: readonly SeatKind[] = ['text', 'voice'];

export function seatWait(wait: SeatWait, event: SeatWaitEvent): Step<SeatWait, SeatWaitEffect> {
  switch (event.type) {
    case 'wanted':
      return { state: wait, effects: dialogOf(wait, event.kind) };
    case 'moved':
      return moved(wait, event.path);
    case 'granted':
      return end(wait, event.kind, [{ type: 'tip', kind: event.kind }]);
    case 'queued':
      return queued(wait, event.kind, event.ahead);
    case 'ended':
      return end(
        wait,
        event.kind,
        event.isLost && wait[event.kind] !== null ? [{ type: 'sayLost', kind: event.kind }] : [],
      );
  }
}

function moved(wait: SeatWait, path: string): Step<SeatWait, SeatWaitEffect> {
  if (path === wait.path) return { state: wait, effects: [] };
  const effects = seatKinds.flatMap((kind): SeatWaitEffect[] => {
    const ahead = wait[kind];
    if (ahead === null) return [];
    const dialog: SeatWaitEffect[] = queueDialogFor(path, kind)
      ? [{ type: 'showDialog', kind, ahead }]
      : [{ type: 'closeDialog', kind }];
    // The first page is not moved to: what it knows has just been read.
    return wait.path === '' ? dialog : [...dialog, { type: 'ask', kind }];
  });
  return { state: { ...wait, path }, effects };
}

function queued(wait: SeatWait, kind: SeatKind, ahead: number): Step<SeatWait, SeatWaitEffect> {
  const state = { ...wait, [kind]: ahead };
  if (wait[kind] !== null) return { state, effects: [{ type: 'updateDialog', kind, ahead }] };
  return {
    state,
    effects: queueDialogFor(wait.path, kind)
      ? [{ type: 'showDialog', kind, ahead }]
      : [{ type: 'sayQueued', kind, ahead }],
  };
}

/** Whoever waits already and asks once more may have put the dialog away. */
function dialogOf(wait: SeatWait, kind: SeatKind): SeatWaitEffect[] {
  const ahead = wait[kind];
  return ahead !== null && queueDialogFor(wait.path, kind) ? [{ type: 'showDialog', kind, ahead }] : [];
}

const end = (wait: SeatWait, kind: SeatKind, effects: SeatWaitEffect[]): Step<SeatWait, SeatWaitEffect> => ({
  state: wait[kind] === null ? wait : { ...wait, [kind]: null },
  effects: wait[kind] === null ? effects : [{ type: 'closeDialog', kind }, ...effects],
});
