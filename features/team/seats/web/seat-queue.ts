import { useSyncExternalStore } from 'react';
import { drive } from '#core/machine.ts';
import { noSeatWait, seatKinds, seatWait, type SeatWait, type SeatWaitEffect } from '../core/seat-wait.ts';
import type { SeatKind } from '#shared/codes/seat-kind.ts';
import { Failure } from '#shared/failure.ts';
import { call, type DataOf } from '#platform/web/call.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { text } from '#platform/web/i18n.ts';
import { shellDialogs } from '#platform/web/shell-dialogs.ts';
import { toast, type Toast } from '#platform/web/toast.ts';
import { EVENTS_BEGIN, onEvent } from '#platform/web/user-events.ts';
import { SEAT_ALLOCATED, seatsApi, type SeatAllocated } from '../contract.ts';

/** Specification W8: queue retry countdown 5 s. */
const RETRY_SEC = 5;

const driven = drive(seatWait, noSeatWait, perform);
/** How often something was learnt of each kind: an answer that was overtaken is not believed. */
const learntCounts: Record<SeatKind, number> = { text: 0, voice: 0 };
const onGiven = new Map<() => void, SeatKind>();

function perform(effect: SeatWaitEffect): void {
  const { kind } = effect;
  switch (effect.type) {
    case 'ask':
      return void ask(kind);
    case 'showDialog':
      return shellDialogs.show({
        kind: 'busy',
        seat: kind,
        ahead: effect.ahead,
        waitSec: RETRY_SEC,
        retry: () => ask(kind),
        giveUp: () => void giveUp(kind),
      });
    case 'updateDialog': {
      const shown = shellDialogs.current();
      if (shown?.kind === 'busy' && shown.seat === kind) shellDialogs.show({ ...shown, ahead: effect.ahead });
      return;
    }
    case 'closeDialog': {
      const shown = shellDialogs.current();
      if (shown?.kind === 'busy' && shown.seat === kind) shellDialogs.close('busy');
      return;
    }
    case 'tip':
      return say(kind, 'success', text(kind === 'text' ? 'seats.granted.text' : 'seats.granted.voice'));
    case 'sayQueued':
      return say(
        kind,
        'info',
        text(kind === 'text' ? 'seats.queued.text' : 'seats.queued.voice', { ahead: effect.ahead }),
      );
    case 'sayLost':
      return say(kind, 'warning', text(kind === 'text' ? 'seats.lost.text' : 'seats.lost.voice'));
  }
}

/** Where the person looks: other tabs are told as well. */
function say(kind: SeatKind, tone: Toast['tone'], words: string): void {
  if (document.visibilityState === 'visible') toast({ tone, text: words, id: `seats.queue.${kind}` });
}

/** Asks the server for a seat; answers whether it is granted. */
async function ask(kind: SeatKind): Promise<boolean> {
  const before = learntCounts[kind];
  try {
    const { granted, ahead } = await call(seatsApi.seatAllocation, { type: kind });
    const isOvertaken = learntCounts[kind] !== before;
    learntCounts[kind] += 1;
    if (granted) driven.send({ type: 'granted', kind });
    else if (!isOvertaken) driven.send({ type: 'queued', kind, ahead });
    return granted;
  } catch (error) {
    if (error instanceof Failure && error.name === 'seatMissing') driven.send({ type: 'ended', kind, isLost: false });
    else handleFailure(error);
    return false;
  }
}

async function giveUp(kind: SeatKind): Promise<void> {
  driven.send({ type: 'ended', kind, isLost: false });
  await call(seatsApi.giveUpSeat, { type: kind }).catch(handleFailure);
}

/** Reads what the server knows of this person's places, as the page comes or comes back. Where a seat was asked for meanwhile, that may be older. */
async function read(): Promise<void> {
  const before = { ...learntCounts };
  const places = await call(seatsApi.seatPlaces, {}).catch(() => null);
  if (!places) return;
  for (const kind of seatKinds) if (learntCounts[kind] === before[kind]) learn(kind, places[kind]);
  if (seatKinds.some((kind) => learntCounts[kind] !== before[kind])) return read();
}

function learn(kind: SeatKind, { at, ahead }: DataOf<typeof seatsApi.seatPlaces>[SeatKind]): void {
  if (at === 'waiting') driven.send({ type: 'queued', kind, ahead });
  else if (driven.current()[kind] !== null)
    driven.send(at === 'granted' ? { type: 'granted', kind } : { type: 'ended', kind, isLost: false });
}

/** Follows what the server tells this person's pages; the answer stops it. */
function follow(): () => void {
  const ends = [
    onEvent<SeatAllocated>(SEAT_ALLOCATED, ({ type, at, ahead, isLost }) => {
      learntCounts[type] += 1;
      if (at === 'waiting') return driven.send({ type: 'queued', kind: type, ahead });
      if (at === 'none') return driven.send({ type: 'ended', kind: type, isLost });
      driven.send({ type: 'granted', kind: type });
      for (const [given, kind] of onGiven) if (kind === type) given();
    }),
    onEvent(EVENTS_BEGIN, () => void read()),
  ];
  return () => {
    for (const end of ends) end();
    for (const kind of seatKinds) driven.send({ type: 'ended', kind, isLost: false });
  };
}

/** Seats the team shares, as this page waits for them: one for all of its parts. */
export const seatQueue = {
  current: driven.current,
  watch: driven.watch,
  follow,
  read,
  giveUp,
  /** Asks for a seat; true when it is granted at once. Otherwise the page waits, and `onGiven` tells when it comes. */
  want(kind: SeatKind): Promise<boolean> {
    driven.send({ type: 'wanted', kind });
    return ask(kind);
  },
  moved: (path: string): void => driven.send({ type: 'moved', path }),
  onGiven(kind: SeatKind, given: () => void): () => void {
    onGiven.set(given, kind);
    return () => void onGiven.delete(given);
  },
};

/** How many are ahead, by kind of seat; null where nothing is waited for. */
export const useSeatWait = (): SeatWait => useSyncExternalStore(driven.watch, driven.current);
