import { daysRange } from '#core/calendar/day-range.ts';
import { maskName, maskNumbersIn } from '#core/privacy/name-mask.ts';
import { maskPhone } from '#core/privacy/phone-mask.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import {
  LOST_CALLERS_CHANGED,
  LOST_COUNT_CAP,
  type LostCaller,
  type LostWish,
  type statisticsApi,
} from '../contract.ts';
import { lostCallersRepo, type LostRow, type LostSearch } from './lost-callers.repo.ts';

type LostReader = Pick<Caller, 'userId' | 'needsMasking' | 'isOwner' | 'functions'>;

export const lostSearch = ({ from, to, zone, ...wish }: LostWish, { userId }: Pick<Caller, 'userId'>): LostSearch => ({
  range: daysRange(from, to, zone),
  group_id: wish.group_id,
  number_id: wish.number_id,
  place: wish.place,
  state: wish.state,
  userId,
});

/** A lost caller as one reader may see them. */
export function shownLost(row: LostRow, { needsMasking, isOwner, functions }: LostReader): LostCaller {
  const { claimUserId, claimUserName, claimedAt, doneUserId, doneUserName, doneAt, note, number, country, ...rest } =
    row;
  return {
    ...rest,
    number: needsMasking ? '' : number,
    displayNumber: needsMasking ? maskPhone(number) : number,
    hasEncrypt: needsMasking,
    country: country ?? '',
    customerName: needsMasking ? maskName(rest.customerName) : rest.customerName,
    canCallback: number !== '' && (isOwner || functions.has('call-records.view')),
    claimed:
      claimUserId === null || claimedAt === null
        ? null
        : { userId: claimUserId, userName: claimUserName, at: claimedAt },
    done:
      doneUserId === null || doneAt === null
        ? null
        : {
            userId: doneUserId,
            userName: doneUserName,
            at: doneAt,
            note: needsMasking ? maskNumbersIn(note) : note,
          },
  };
}

/** The worklist of callers who were lost. */
export function lostCallerHandlers({
  db,
}: Pick<World, 'db'>): Handlers<
  Pick<typeof statisticsApi, 'lostCallers' | 'claimLost' | 'releaseLost' | 'finishLost'>
> {
  const change = async (caller: Caller, work: (tx: TenantTx) => Promise<void>): Promise<null> => {
    await db.tenant(caller, async (tx) => {
      await work(tx);
      await tx.push({ kind: LOST_CALLERS_CHANGED, body: {}, access: 'statistics.view' });
    });
    return null;
  };
  return {
    lostCallers: (caller, { page, size, ...wish }) =>
      db.tenant(caller, async (tx) => {
        const search = lostSearch(wish, caller);
        const total = await lostCallersRepo(tx).count(search);
        const list = await lostCallersRepo(tx).page(search, { size, offset: (page - 1) * size });
        return {
          list: list.map((row) => shownLost(row, caller)),
          total: Math.min(total, LOST_COUNT_CAP),
          totalCapped: total > LOST_COUNT_CAP,
        };
      }),
    claimLost: (caller, { callId, takeOver }) =>
      change(caller, async (tx) => {
        caller.operation.note(callId);
        if (!(await lostCallersRepo(tx).claim(callId, caller.userId, takeOver))) throw new Failure('conflict');
      }),
    releaseLost: (caller, { callId }) =>
      change(caller, async (tx) => {
        caller.operation.note(callId);
        await lostCallersRepo(tx).release(callId);
      }),
    finishLost: (caller, { callId, note }) =>
      change(caller, async (tx) => {
        caller.operation.note(callId);
        await lostCallersRepo(tx).finish(callId, caller.userId, note);
      }),
  };
}
