import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { TAG_COUNT_CAP, TAGS_MOST, type Tag, type tagsApi } from '../contract.ts';
import type { TaggedCustomers } from './tagged-customers.ts';
import { tagsRepo } from './tags.repo.ts';
import { UNTAG } from './take-off.ts';
import { publishTagsChanged } from './publish-tags.ts';

type Calls = 'list' | 'groupAndTag' | 'add' | 'update' | 'remove' | 'sort';

async function existingGroup(tx: TenantTx, id: number | null): Promise<void> {
  if (id !== null && !(await tagsRepo(tx).findGroup(id))) throw new Failure('notFound');
}

/** The words themselves, with how many customers bear them. */
export function tagHandlers(
  { db }: Pick<World, 'db'>,
  customers: TaggedCustomers,
): Handlers<Pick<typeof tagsApi, Calls>> {
  async function withCounts(tenantId: number, rows: readonly Omit<Tag, 'customers'>[]): Promise<Tag[]> {
    const counts = new Map(
      (
        await db.numbers(
          'counts customers by tag',
          sql`
      select t.id, ${customers.count(tenantId, sql`t.id`, TAG_COUNT_CAP)}
      from unnest(${rows.map(({ id }) => id)}::bigint[]) t (id)`,
        )
      ).map(([id, count]) => [id!, count!]),
    );
    return rows.map((row) => ({ ...row, customers: counts.get(row.id) ?? 0 }));
  }
  const readAll = async (caller: { tenantId: number }) =>
    withCounts(caller.tenantId, await db.tenant({ tenantId: caller.tenantId }, (tx) => tagsRepo(tx).all()));

  return {
    list: (caller) => readAll(caller),
    async groupAndTag(caller) {
      const all = await readAll(caller);
      const groups = await db.tenant(caller, (tx) => tagsRepo(tx).groups());
      const loose = all.filter(({ group_id: groupId }) => groupId === null);
      return [
        ...groups.map(({ id, name }) => ({ id, name, tags: all.filter(({ group_id: groupId }) => groupId === id) })),
        ...(loose.length > 0 ? [{ id: null, name: '', tags: loose }] : []),
      ];
    },
    add: (caller, fields) =>
      db.tenant(caller, async (tx) => {
        const repo = tagsRepo(tx);
        if ((await repo.count()) >= TAGS_MOST) throw new Failure('invalidInput', `at most ${TAGS_MOST} tags`);
        await existingGroup(tx, fields.group_id);
        const id = await repo.add(fields);
        caller.operation.note(fields.name);
        await publishTagsChanged(tx);
        return { id };
      }),
    update: (caller, { id, ...fields }) =>
      db.tenant(caller, async (tx) => {
        const repo = tagsRepo(tx);
        const before = await repo.find(id);
        if (!before) throw new Failure('notFound');
        await existingGroup(tx, fields.group_id);
        await repo.update(id, fields);
        caller.operation.note(fields.name, {
          before: { name: before.name, colour: before.colour },
          after: { name: fields.name, colour: fields.colour },
        });
        await publishTagsChanged(tx);
        return null;
      }),
    remove: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        const repo = tagsRepo(tx);
        const before = await repo.find(id);
        if (!before) throw new Failure('notFound');
        await repo.remove(id);
        await tx.enqueue(UNTAG, { tenantId: caller.tenantId, tagId: id });
        caller.operation.note(before.name);
        await publishTagsChanged(tx);
        return null;
      }),
    sort: (caller, { ids }) =>
      db.tenant(caller, async (tx) => {
        await tagsRepo(tx).sort(ids);
        await publishTagsChanged(tx);
        return null;
      }),
  };
}
