import {
  findCampaign,
  findMember,
  memberDeeds,
  memberMoves,
  reopenMembers,
  stopMembers,
  pushCampaignChanged,
  publishMember,
  writtenNote,
} from '#features/outbound/campaigns/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { personOf, type Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import type { z } from 'zod';
import { Failure } from '#shared/errors.ts';
import type { aiTasksApi } from '../contract.ts';

type Operation = z.output<typeof aiTasksApi.operateCustomers.input>;

/** What is done with the customers of AI tasks one by one. */
export function customerHandlers({
  db,
  clock,
}: Pick<World, 'db' | 'clock'>): Handlers<Pick<typeof aiTasksApi, 'operateCustomers' | 'updateCustomer'>> {
  async function operate(tx: TenantTx, caller: Caller, { id, customerIds, operate: what }: Operation): Promise<number> {
    const moves = memberDeeds(tx);
    switch (what) {
      case 'pause':
        return moves.setAside(id, customerIds);
      case 'resume':
        return moves.goOn(id, customerIds);
      case 'stop':
        return stopMembers(tx, id, customerIds, personOf(caller), clock.nowMs());
      case 'callAgain':
        return reopenMembers(tx, id, customerIds, clock.nowMs());
      case 'callNow':
        // Whoever was done with is to be called once more.
        await reopenMembers(tx, id, customerIds, clock.nowMs());
        return moves.putFirst(id, customerIds);
    }
  }

  return {
    operateCustomers: (caller, input) =>
      db.tenant(caller, async (tx) => {
        const task = await findCampaign(tx, 'ai', input.id);
        const changed = await operate(tx, caller, input);
        caller.operation.note(task.name, { after: { operate: input.operate, customers: changed } });
        await pushCampaignChanged(tx, input.id);
        return { changed };
      }),
    updateCustomer: (caller, { memberId, note, ...change }) =>
      db.tenant(caller, async (tx) => {
        const { member, task } = await findMember(tx, 'ai', memberId, { locked: true });
        // Whoever sees stars would write them back.
        if (caller.needsMasking && (change.name !== undefined || change.columns !== undefined))
          throw new Failure('numbersHidden');
        await memberMoves(tx).update(memberId, { ...change, note: writtenNote(member, note, caller) });
        caller.operation.note(task.name, { after: { customer: memberId, priority: change.priority } });
        await publishMember(tx, member);
        return null;
      }),
  };
}
