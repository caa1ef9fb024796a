import { talksOfCalls } from '#features/flows/flow-talks/server/index.ts';
import { openTenantSecrets, phoneWords } from '#features/team/agents/server/index.ts';
import { groupName } from '#features/team/agent-groups/server/index.ts';
import { namedRoutes } from '#features/voice/call-routes/server/index.ts';
import {
  campaignsRepo,
  type DialledCall,
  dialledCallsRepo,
  draftOrigin,
  findCampaign,
  foundMembers,
  memberOrders,
  membersRepo,
  statesOfTask,
  taskStatusOf,
} from '#features/outbound/campaigns/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { tenantZone } from '#platform/server/tenant-zone.ts';
import type { World } from '#platform/server/world.ts';
import { AiOrderStatus } from '#shared/codes/ai-order-status.ts';
import { ConditionStatus } from '#shared/codes/condition-status.ts';
import { TaskStatus } from '#shared/codes/task-status.ts';
import { AI_COUNT_CAP, type aiTasksApi } from '../contract.ts';
import { statusShownAs } from '../core/ai-call-status.ts';
import { aiFigures } from './ai-figures.ts';
import { namedFlows, publishedFlows } from './flow-attributes.ts';
import { settingsOf, shownCall, shownCustomer, shownTask } from './shown-ai.ts';
import { ROUTE_TYPES } from './task-handlers.ts';

type ListApi = Pick<typeof aiTasksApi, 'page' | 'detail' | 'routes' | 'flows' | 'statistics' | 'customers' | 'calls'>;

/** The conversations of calls that have left the house. */
export const talksOf = (tx: TenantTx, calls: Iterable<DialledCall>) =>
  talksOfCalls(
    tx,
    [...calls].flatMap(({ callId }) => callId ?? []),
  );

const capped = (total: number) => ({ total: Math.min(total, AI_COUNT_CAP), totalCapped: total > AI_COUNT_CAP });
const isMet = (condition: ConditionStatus | undefined): boolean | undefined =>
  condition === undefined ? undefined : condition === ConditionStatus.connected;

/** AI tasks, their customers, calls and figures, as their readers may see them. */
export function listHandlers({ db }: Pick<World, 'db'>): Handlers<ListApi> {
  const words = phoneWords(openTenantSecrets(db));
  return {
    page: (caller, { page, size, name, status }) =>
      db.tenant(caller, async (tx) => {
        const repo = campaignsRepo(tx);
        const search = { kind: 'ai', name, states: status === undefined ? undefined : statesOfTask(status) } as const;
        const counted = await repo.countByState('ai');
        const rows = await repo.page(search, { page, size });
        const flows = await namedFlows(
          tx,
          rows.flatMap(({ flowId }) => flowId ?? []),
        );
        return {
          list: rows.map((row) => shownTask(row, flows.get(row.flowId ?? 0)?.name ?? '')),
          total: await repo.total(search),
          statuses: TaskStatus.rows.map(({ code }) => ({
            status: code,
            tasks: counted.filter(({ state }) => taskStatusOf(state) === code).reduce((sum, one) => sum + one.count, 0),
          })),
        };
      }),
    detail: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        const task = await findCampaign(tx, 'ai', id);
        const { groupId, routerId, version } = task;
        const flow = (await namedFlows(tx, [task.flowId ?? 0])).get(task.flowId ?? 0);
        const routes = routerId === null ? [] : await namedRoutes(tx, ROUTE_TYPES);
        return {
          ...settingsOf(task),
          ...shownTask(task, flow?.name ?? ''),
          draftOf: await draftOrigin(tx, task),
          version,
          isFlowPublished: flow?.isPublished ?? false,
          groupName: groupId === null ? '' : await groupName(tx, groupId),
          routeName: routes.find((route) => route.id === routerId)?.name ?? '',
        };
      }),
    routes: (caller) => db.tenant(caller, (tx) => namedRoutes(tx, ROUTE_TYPES)),
    flows: (caller) => db.tenant(caller, publishedFlows),
    statistics: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        const { customers, completed } = await findCampaign(tx, 'ai', id);
        const figures = await aiFigures(tx, id, caller.timeZone ?? (await tenantZone(tx)));
        return { customers, completed, ...figures };
      }),
    customers: async (caller, { id, page, size, words: looked, orderStatus, condition }) => {
      const byNumber = !caller.needsMasking;
      const asked = { campaignId: id, words: looked, byNumber, orderStatus, wasReached: isMet(condition) };
      const search = { ...asked, ...(await foundMembers(db, caller.tenantId, asked, AI_COUNT_CAP)) };
      return db.tenant(caller, async (tx) => {
        await findCampaign(tx, 'ai', id);
        const repo = membersRepo(tx);
        const rows = await repo.page(search, { offset: (page - 1) * size, size });
        const ids = rows.map((row) => row.id);
        const orders = await memberOrders(tx, id).of(ids);
        const last = await dialledCallsRepo(tx).lastOf(ids);
        const talks = await talksOf(tx, last.values());
        const shown = rows.map((row) => {
          const lastCall = last.get(row.id);
          const more = {
            orderStatus: orders.get(row.id) ?? AiOrderStatus.toBeStarted,
            lastCall,
            talk: talks.get(lastCall?.callId ?? ''),
          };
          return shownCustomer(row, more, caller, words);
        });
        return { list: await Promise.all(shown), ...capped(await repo.total(search, AI_COUNT_CAP + 1)) };
      });
    },
    calls: (caller, { id, page, size, memberId, words: looked, condition, status, result, live }) =>
      db.tenant(caller, async (tx) => {
        await findCampaign(tx, 'ai', id);
        const repo = dialledCallsRepo(tx);
        const search = {
          campaignId: id,
          memberId,
          words: looked,
          byNumber: !caller.needsMasking,
          status: status === undefined ? undefined : statusShownAs(status),
          aiResult: result,
          wasAnswered: isMet(condition),
          isLive: live,
        };
        const rows = await repo.page(search, { offset: (page - 1) * size, size });
        const talks = await talksOf(tx, rows);
        return {
          list: rows.map((row) => shownCall(row, talks.get(row.callId ?? ''), caller)),
          ...capped(await repo.total(search, AI_COUNT_CAP + 1)),
        };
      }),
  };
}
