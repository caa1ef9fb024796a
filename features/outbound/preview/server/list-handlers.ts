import { openTenantSecrets, phoneWords } from '#features/team/agents/server/index.ts';
import { groupName } from '#features/team/agent-groups/server/index.ts';
import { namedRoutes } from '#features/voice/call-routes/server/index.ts';
import { scriptName } from '#features/voice/call-scripts/server/index.ts';
import {
  assertSeesNumbers,
  attemptsRepo,
  campaignFigures,
  campaignsRepo,
  campaignWorkers,
  draftOrigin,
  foundMembers,
  memberColumns,
  memberCounts,
  type MemberSearch,
  membersRepo,
  previewStateOf,
  statesOfPreview,
} from '#features/outbound/campaigns/server/index.ts';
import { campaignFieldsOf } from '#features/outbound/campaigns/contract.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { tenantZone } from '#platform/server/tenant-zone.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { PreviewState } from '#shared/codes/preview-state.ts';
import { PREVIEW_COUNT_CAP, type previewApi } from '../contract.ts';
import { findCustomer, findTask, PREVIEW_ROUTE_TYPES } from './found-task.ts';
import { shownAttempt, shownCustomer, shownTask } from './shown-preview.ts';

type ListApi = Pick<
  typeof previewApi,
  | 'page'
  | 'detail'
  | 'choices'
  | 'columns'
  | 'colleagues'
  | 'customers'
  | 'attempts'
  | 'statistics'
  | 'myTasks'
  | 'myCustomers'
>;

/** Tasks, their customers and their figures, as their readers may see them. */
export function listHandlers({ db, clock }: Pick<World, 'db' | 'clock'>): Handlers<ListApi> {
  const words = phoneWords(openTenantSecrets(db));

  const customers = async (
    caller: Caller,
    search: MemberSearch,
    { page, size, mine = false }: { page: number; size: number; mine?: boolean },
  ) => {
    const asked = { ...search, byNumber: !caller.needsMasking };
    const wish = { ...asked, ...(await foundMembers(db, caller.tenantId, asked, PREVIEW_COUNT_CAP)) };
    return db.tenant(caller, async (tx) => {
      const repo = membersRepo(tx);
      const rows = await repo.page(wish, { offset: (page - 1) * size, size, mine });
      const total = await repo.total(wish, PREVIEW_COUNT_CAP + 1);
      return {
        list: await Promise.all(rows.map((row) => shownCustomer(row, caller, words))),
        total: Math.min(total, PREVIEW_COUNT_CAP),
        totalCapped: total > PREVIEW_COUNT_CAP,
      };
    });
  };

  return {
    page: (caller, { page, size, name, state }) =>
      db.tenant(caller, async (tx) => {
        const repo = campaignsRepo(tx);
        const search = {
          kind: 'preview',
          name,
          states: state === undefined ? undefined : statesOfPreview(state),
        } as const;
        const counted = await repo.countByState('preview');
        return {
          list: (await repo.page(search, { page, size })).map(shownTask),
          total: await repo.total(search),
          states: PreviewState.rows.map(({ code }) => ({
            state: code,
            tasks: counted
              .filter((one) => previewStateOf(one.state) === code)
              .reduce((sum, { count }) => sum + count, 0),
          })),
        };
      }),
    detail: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        const task = await findTask(tx, id);
        const { groupId, scriptId, version } = task;
        const workers = await campaignWorkers(tx).workers(id);
        return {
          ...campaignFieldsOf(task),
          ...shownTask(task),
          draftOf: await draftOrigin(tx, task),
          version,
          groupName: groupId === null ? '' : await groupName(tx, groupId),
          scriptName: scriptId === null ? '' : await scriptName(tx, scriptId),
          agents: workers.map(({ agentId, name }) => ({ id: agentId, name })),
        };
      }),
    choices: (caller) => db.tenant(caller, async (tx) => ({ routes: await namedRoutes(tx, PREVIEW_ROUTE_TYPES) })),
    columns: (caller, { id }) => {
      // Whoever sees stars could choose nothing by them.
      assertSeesNumbers(caller);
      return db.tenant(caller, async (tx) => memberColumns(tx, (await findTask(tx, id)).id));
    },
    colleagues: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        const task = await findTask(tx, id);
        const workers = campaignWorkers(tx);
        if (!(await workers.isWorkedBy(task.id, caller.userId))) throw new Failure('notFound');
        return (await workers.workers(task.id)).flatMap(({ agentId, name }) =>
          agentId === caller.userId ? [] : [{ id: agentId, name }],
        );
      }),
    customers: async (caller, { id, page, size, agentId, unassigned, words: looked, taskState, result }) => {
      await db.tenant(caller, (tx) => findTask(tx, id));
      const search = { campaignId: id, words: looked, taskState, result, agentId, unassigned };
      return customers(caller, search, { page, size });
    },
    attempts: (caller, { customerId }) =>
      db.tenant(caller, async (tx) => {
        await findCustomer(tx, customerId);
        return (await attemptsRepo(tx).ofMember(customerId)).map(shownAttempt);
      }),
    statistics: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        await findTask(tx, id);
        return campaignFigures(tx, id, caller.timeZone ?? (await tenantZone(tx)));
      }),
    myTasks: (caller) =>
      db.tenant(caller, async (tx) => {
        const tasks = await campaignWorkers(tx).workedBy('preview', caller.userId);
        const counts = await memberCounts(
          tx,
          tasks.map(({ id }) => id),
          caller.userId,
          clock.nowMs(),
        );
        return tasks.map((task) => {
          const { id, name, state, priority, expiresAt } = shownTask(task);
          return { id, name, state, priority, expiresAt, ...(counts.get(id) ?? { mine: 0, due: 0, free: 0 }) };
        });
      }),
    myCustomers: (caller, { id, page, size, words: looked, taskState, result }) =>
      customers(
        caller,
        { campaignId: id, words: looked, taskState, result, agentId: caller.userId },
        { page, size, mine: true },
      ),
  };
}
