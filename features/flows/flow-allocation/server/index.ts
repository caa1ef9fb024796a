import { sql } from 'kysely';
import { tableRows } from '#platform/server/table-reading/table-rows.ts';
import { requestExport } from '#features/office/downloads/server/index.ts';
import { numberRows } from '#features/voice/did-numbers/server/index.ts';
import { isDuplicate, namesNothing, type TenantTx } from '#platform/server/db/db.ts';
import type { FlowUses } from '#platform/server/contributions.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { Failure } from '#shared/errors.ts';
import { toWireTime } from '#shared/wire-time.ts';
import { flowAllocationApi, RULES_MOST, type AllocationRule, type RuleFields } from '../contract.ts';
import { demoAllocation } from './demo.ts';
import { numberRules } from './number-rules.ts';
import { RULES_EXPORT, rulesExport, shownPrefix, takeRules } from './rule-files.ts';
import { rulesRepo } from './rules.repo.ts';

export { allocationFor } from './allocation-for.ts';
export type { Goal as AllocationGoal } from '../contract.ts';

/** What somebody else did meanwhile, where a rule is not asked about before. */
const orTwice = (thrown: unknown): never => {
  throw isDuplicate(thrown, 'flow_allocation_callers')
    ? new Failure('allocationTwice', '–')
    : namesNothing(thrown)
      ? new Failure('notFound')
      : thrown;
};
/** A rule for the same callers is in the way: it is named, so that one finds it in the list. */
async function refuseTwice(tx: TenantTx, rule: RuleFields, id: number | null = null): Promise<void> {
  const other = await rulesRepo(tx).forSameCallers(rule);
  if (other && other.id !== id) throw new Failure('allocationTwice', `${other.priority} · ${other.name}`);
}
const noted = ({ priority, hours, calendarId, goal, enabled, remark }: RuleFields) => ({
  priority,
  hours,
  calendarId,
  goal,
  enabled,
  remark,
});

const flowUses: FlowUses = async (tx, flowId) => {
  const { rows } = await sql<{
    id: number;
    name: string;
  }>`select a.id, coalesce(nullif(a.remark, ''), d.number, '*') name from flow_allocation a left join ${numberRows} d on d.id = a.did_number_id where a.flow_id = ${flowId} order by a.priority, a.id`.execute(
    tx.as(),
  );
  return rows.map((row) => ({ kind: 'allocation', ...row }));
};

/** Which callers of which number go to which flow, group or agent. */
export function flowAllocation({ db, texts, clock }: Pick<World, 'db' | 'texts' | 'clock'>): ServerFeature {
  /** What a rule says must fit together, and what it names must be there. */
  async function check(tx: TenantTx, rule: RuleFields): Promise<void> {
    if ((rule.hours === 'any') !== (rule.calendarId === null)) throw new Failure('invalidInput', 'calendarId');
    if (rule.callerPrefix.includes('*')) throw new Failure('invalidInput', 'callerPrefix');
    if (!(await rulesRepo(tx).knows(rule))) throw new Failure('notFound');
  }
  const shownTo =
    (caller: Caller) =>
    (rule: AllocationRule): AllocationRule => ({ ...rule, callerPrefix: shownPrefix(caller, rule.callerPrefix) });

  return {
    name: 'flow-allocation',
    demo: demoAllocation,
    flowUses: [flowUses],
    numberRules: [numberRules],
    exports: [rulesExport({ db, texts, clock })],
    menu: [
      {
        key: '/seating/allocation',
        name: 'flow-allocation.menu',
        system: System.contactCentre,
        section: 'seating',
        order: 45,
        access: 'flow-allocation.view',
        icon: 'network',
      },
    ],
    routes: routes('flow-allocation', flowAllocationApi, {
      list: (caller, { page, size, ...search }) =>
        db.tenant(caller, async (tx) => {
          const { list, total } = await rulesRepo(tx).page(search, { page, size });
          return { list: list.map(shownTo(caller)), total };
        }),
      targets: (caller) => db.tenant(caller, (tx) => rulesRepo(tx).targets()),
      insert: (caller, rule) =>
        db.tenant(caller, async (tx) => {
          await check(tx, rule);
          if ((await rulesRepo(tx).count()) >= RULES_MOST)
            throw new Failure('invalidInput', `at most ${RULES_MOST} rules`);
          await refuseTwice(tx, rule);
          const id = await rulesRepo(tx).add(rule, caller.userId).catch(orTwice);
          caller.operation.note(id, { after: noted(rule) });
          return { id };
        }),
      update: (caller, { id, ...fields }) =>
        db.tenant(caller, async (tx) => {
          const before = await rulesRepo(tx).find(id);
          if (!before) throw new Failure('notFound');
          // Whoever sees the number masked sends the stars back: it stays.
          const isKept = shownPrefix(caller, before.callerPrefix) === fields.callerPrefix;
          const rule = isKept ? { ...fields, callerPrefix: before.callerPrefix } : fields;
          await check(tx, rule);
          await refuseTwice(tx, rule, id);
          await rulesRepo(tx).update(id, rule, caller.userId).catch(orTwice);
          caller.operation.note(id, { before: noted(before), after: noted(rule) });
          return null;
        }),
      delete: (caller, { id }) =>
        db.tenant(caller, async (tx) => {
          const before = await rulesRepo(tx).find(id);
          if (!before) throw new Failure('notFound');
          await rulesRepo(tx).remove([id]);
          caller.operation.note(id, { before: noted(before) });
          return null;
        }),
      batchDelete: (caller, { ids }) =>
        db.tenant(caller, async (tx) => {
          caller.operation.note(ids.join(', ').slice(0, 200));
          return { removed: await rulesRepo(tx).remove(ids) };
        }),
      async import(caller, _, file) {
        const rows = await tableRows(
          { path: file.path, bytes: file.bytes, isWorkbook: !file.mediaType.startsWith('text/') },
          RULES_MOST + 1,
        );
        return db.tenant(caller, async (tx) => {
          const result = await takeRules(tx, texts, rows, caller.userId).catch(orTwice);
          caller.operation.note(file.name, {
            after: { added: result.added, changed: result.changed, wrong: result.wrongCount },
          });
          return result;
        });
      },
      download: (caller, { kind }) =>
        db.tenant(caller, async (tx) => {
          const fileName = `allocation-${toWireTime(clock.nowMs()).slice(0, 10)}.${kind}`;
          caller.operation.note(fileName);
          return {
            downloadId: await requestExport(tx, caller, {
              fileName,
              feature: 'flow-allocation',
              kind: RULES_EXPORT,
              params: { kind },
            }),
          };
        }),
    }),
  };
}
