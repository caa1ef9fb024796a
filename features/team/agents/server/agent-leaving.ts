import {
  changeByCompany,
  holdSeatsOf,
  memberBelow,
  takeVoiceSeats,
  applyAccessChanges,
} from '#features/team/access/server/index.ts';
import { takeOffline } from '#features/team/seats/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { Failure } from '#shared/errors.ts';
import type { rosterApi } from '../contract/roster.ts';
import type { RosterParts } from './roster-parts.ts';
import { namesOf, refuseInCall, refuseOwners, retireAfter } from './roster-rules.ts';
import { rosterRepo } from './roster.repo.ts';

/*
 * Taking phones away. Rules:
 * 1. Somebody in a call is named first; whoever says it is meant takes the phone, and the conversation goes on until
 *    somebody ends it.
 * 2. What was offered and not taken goes back to its line: calls and callbacks because the board lets the agent go, chats
 *    because the text seat goes offline.
 * 3. All or nobody: an id that is no agent here refuses the whole call.
 * 4. An owner's phone is taken by owners alone, and a member is shut out only by somebody who holds all their keys; nobody
 *    shuts out themselves.
 */
type LeavingCalls = 'delete' | 'batchDelete' | 'batchStatus';

export function leavingHandlers({ world, needs }: RosterParts): Handlers<Pick<typeof rosterApi, LeavingCalls>> {
  const { db } = world;

  /** Rule 4. */
  async function shutOut(tx: TenantTx, caller: Caller, userId: number): Promise<void> {
    if (userId === caller.userId) throw new Failure('notYourself');
    await memberBelow(tx, caller, userId);
    await takeOffline(tx, userId);
    await changeByCompany(world, tx, userId, { enabled: false });
  }

  const leave = async (
    caller: Caller,
    userIds: readonly number[],
    { alsoMembers, evenInCall }: { alsoMembers: boolean; evenInCall: boolean },
  ): Promise<null> => {
    await db.tenant(caller, async (tx) => {
      const seats = await holdSeatsOf(tx, userIds);
      const repo = rosterRepo(tx, needs);
      const agents = await repo.hold(userIds);
      const ids = agents.map(({ userId }) => userId);
      refuseOwners(caller, agents);
      refuseInCall(agents, evenInCall);
      await takeVoiceSeats(world, tx, ids);
      if (alsoMembers) for (const userId of ids) await shutOut(tx, caller, userId);
      // Who writes with customers needs their groups; nobody else does.
      const leaving = ids.filter((userId) => alsoMembers || !seats.get(userId)!.textSeat);
      const groups = await repo.groups();
      await needs.regroup(tx, leaving, { into: [], outOf: groups.map(({ id }) => id) });
      await repo.remove(ids);
      retireAfter(world, tx, agents);
      caller.operation.note(namesOf(agents), { before: { agents: agents.map(({ sipNum }) => sipNum), alsoMembers } });
    });
    return null;
  };

  return {
    delete: (caller, { userId, alsoMember, evenInCall }) =>
      leave(caller, [userId], { alsoMembers: alsoMember, evenInCall }),
    batchDelete: (caller, { userIds, ...wish }) => leave(caller, userIds, wish),

    batchStatus: (caller, { userIds, enabled, evenInCall }) =>
      db.tenant(caller, async (tx) => {
        const repo = rosterRepo(tx, needs);
        const agents = (await repo.hold(userIds)).filter((agent) => agent.enabled !== enabled);
        refuseOwners(caller, agents);
        if (!enabled) refuseInCall(agents, evenInCall);
        const ids = agents.map(({ userId }) => userId);
        await repo.change(ids, { enabled });
        await applyAccessChanges(world, tx, ids);
        if (!enabled) retireAfter(world, tx, agents);
        caller.operation.note(namesOf(agents), { before: { enabled: !enabled }, after: { enabled } });
        return { userIds: ids };
      }),
  };
}
