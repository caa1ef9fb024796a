import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { Failure } from '#shared/errors.ts';
import { TAG_COUNT_CAP, TAGS_CHANGED, TAGS_MOST, tagsApi, type Tag } from '../contract.ts';
import { demoTags } from './demo.ts';
import type { TaggedCustomers } from './tagged-customers.ts';
import { tagsRepo } from './tags.repo.ts';

export type { TaggedCustomers } from './tagged-customers.ts';
export { assertTags, tagNames, tagRows, tagsAmong } from './tags.repo.ts';

const UNTAG_CHUNK = 5_000;
const UNTAG = 'tags.takeOff';

/** Words customers are marked with, in groups. */
export const tagsWith =
  (customers: TaggedCustomers) =>
  (world: Pick<World, 'db'>): ServerFeature =>
    tags(world, customers);

function tags({ db }: Pick<World, 'db'>, customers: TaggedCustomers): ServerFeature {
  const changed = async (tx: TenantTx): Promise<void> => {
    await tx.push({ kind: TAGS_CHANGED, body: {} });
    await tx.announce(TAGS_CHANGED, { tenantId: tx.tenantId });
  };

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

  async function existingGroup(tx: TenantTx, id: number | null): Promise<void> {
    if (id !== null && !(await tagsRepo(tx).findGroup(id))) throw new Failure('notFound');
  }

  /** Takes a deleted tag from its customers, some thousands at a time. */
  async function takeOff(tag: { tenantId: number; tagId: number }): Promise<void> {
    const some = () => db.everyTenant('takes a deleted tag off', (tx) => customers.takeOff(tx, tag, UNTAG_CHUNK));
    while ((await some()) === UNTAG_CHUNK);
  }

  return {
    name: 'tags',
    menu: [
      {
        key: '/settings/tags',
        name: 'tags.menu',
        system: System.contactCentre,
        section: 'settings',
        order: 45,
        access: 'tags.edit',
        icon: 'tags',
      },
    ],
    jobs: [{ task: UNTAG, run: takeOff }],
    demo: demoTags(customers),
    routes: routes('tags', tagsApi, {
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
          await changed(tx);
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
          await changed(tx);
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
          await changed(tx);
          return null;
        }),
      sort: (caller, { ids }) =>
        db.tenant(caller, async (tx) => {
          await tagsRepo(tx).sort(ids);
          await changed(tx);
          return null;
        }),
      groups: (caller) => db.tenant(caller, (tx) => tagsRepo(tx).groups()),
      addGroup: (caller, { name }) =>
        db.tenant(caller, async (tx) => {
          if ((await tagsRepo(tx).groups()).length >= TAGS_MOST)
            throw new Failure('invalidInput', `at most ${TAGS_MOST} groups`);
          const id = await tagsRepo(tx).addGroup(name);
          caller.operation.note(name);
          await changed(tx);
          return { id };
        }),
      updateGroup: (caller, { id, name }) =>
        db.tenant(caller, async (tx) => {
          const before = await tagsRepo(tx).findGroup(id);
          if (!before) throw new Failure('notFound');
          await tagsRepo(tx).renameGroup(id, name);
          caller.operation.note(name, { before: { name: before.name }, after: { name } });
          await changed(tx);
          return null;
        }),
      removeGroup: (caller, { id }) =>
        db.tenant(caller, async (tx) => {
          const before = await tagsRepo(tx).findGroup(id);
          if (!before) throw new Failure('notFound');
          await tagsRepo(tx).removeGroup(id);
          caller.operation.note(before.name);
          await changed(tx);
          return null;
        }),
      sortGroups: (caller, { ids }) =>
        db.tenant(caller, async (tx) => {
          await tagsRepo(tx).sortGroups(ids);
          await changed(tx);
          return null;
        }),
    }),
  };
}
