import { openTenantSecrets, phoneWords } from '#features/team/agents/server/index.ts';
import {
  campaignDeeds,
  dialledCallsRepo,
  findCampaign,
  foundMembers,
  findMember,
  memberDeeds,
  membersRepo,
  reopenMembers,
  pushCampaignChanged,
} from '#features/outbound/campaigns/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { DIALER_COUNT_CAP, type CustomerDeed, type dialerApi } from '../contract.ts';
import { shownCall, shownCustomer } from './shown-dialer.ts';
import { ROUTE_TYPES } from './task-handlers.ts';

type CustomerApi = Pick<typeof dialerApi, 'customers' | 'calls' | 'operate'>;

/** The customers of tasks, with their calls, and what is done with them one by one. */
export function customerHandlers(
  world: Pick<World, 'db' | 'files' | 'texts' | 'clock' | 'catalogue'>,
): Handlers<CustomerApi> {
  const { db, clock } = world;
  const words = phoneWords(openTenantSecrets(db));
  const deeds = campaignDeeds(world, { kind: 'dialer', routeTypes: ROUTE_TYPES });

  async function operate(
    tx: TenantTx,
    id: number,
    customerIds: readonly number[],
    deed: Exclude<CustomerDeed, 'remove'>,
  ): Promise<number> {
    const moves = memberDeeds(tx);
    switch (deed) {
      case 'setAside':
        return moves.setAside(id, customerIds);
      case 'goOn':
        return moves.goOn(id, customerIds);
      case 'reopen':
        return reopenMembers(tx, id, customerIds, clock.nowMs());
      case 'callNext':
        // Whoever was done with is to be called once more.
        await reopenMembers(tx, id, customerIds, clock.nowMs());
        return moves.putFirst(id, customerIds);
    }
  }

  return {
    customers: async (caller, { id, page, size, words: looked, taskState, result, setAside }) => {
      const byNumber = !caller.needsMasking;
      const asked = { campaignId: id, words: looked, byNumber, taskState, result, isSetAside: setAside };
      const search = { ...asked, ...(await foundMembers(db, caller.tenantId, asked, DIALER_COUNT_CAP)) };
      return db.tenant(caller, async (tx) => {
        await findCampaign(tx, 'dialer', id);
        const repo = membersRepo(tx);
        const rows = await repo.page(search, { offset: (page - 1) * size, size });
        const last = await dialledCallsRepo(tx).lastOf(rows.map((row) => row.id));
        const total = await repo.total(search, DIALER_COUNT_CAP + 1);
        return {
          list: await Promise.all(rows.map((row) => shownCustomer(row, last.get(row.id), caller, words))),
          total: Math.min(total, DIALER_COUNT_CAP),
          totalCapped: total > DIALER_COUNT_CAP,
        };
      });
    },
    calls: (caller, { customerId }) =>
      db.tenant(caller, async (tx) => {
        await findMember(tx, 'dialer', customerId);
        return (await dialledCallsRepo(tx).ofMember(customerId)).map(shownCall);
      }),
    operate: async (caller, { id, customerIds, deed }) => {
      if (deed === 'remove') {
        const { removed, closed } = await deeds.takeOut(caller, id, customerIds);
        return { done: removed + closed };
      }
      return db.tenant(caller, async (tx) => {
        const task = await findCampaign(tx, 'dialer', id);
        const done = await operate(tx, id, customerIds, deed);
        caller.operation.note(task.name, { after: { deed, done } });
        await pushCampaignChanged(tx, id);
        return { done };
      });
    },
  };
}
