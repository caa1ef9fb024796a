import { sql, type RawBuilder } from 'kysely';
import { isDuplicate, type TenantTx } from '#platform/server/db/db.ts';
import type { MarkColour } from '#shared/codes/mark-colour.ts';
import { Failure } from '#shared/errors.ts';
import type { Tag, TagGroup } from '../contract.ts';

type TagRow = Omit<Tag, 'customers'>;
type TagFields = Pick<Tag, 'name' | 'colour' | 'group_id'>;

/** The tags of one tenant and their groups. */
export function tagsRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    async all(): Promise<TagRow[]> {
      return (
        await sql<TagRow>`select id, name, colour, group_id, position from tag order by position, id`.execute(rows)
      ).rows;
    },
    async find(id: number): Promise<TagRow | undefined> {
      return (await sql<TagRow>`select id, name, colour, group_id, position from tag where id = ${id}`.execute(rows))
        .rows[0];
    },
    async count(): Promise<number> {
      return (await sql<{ count: number }>`select count(*) count from tag`.execute(rows)).rows[0]!.count;
    },
    add: ({ name, colour, group_id: groupId }: TagFields): Promise<number> =>
      unlessTaken(
        async () =>
          (
            await sql<{
              id: number;
            }>`insert into tag (name, colour, group_id, position) select ${name}, ${colour}, ${groupId}, coalesce(max(position), 0) + 1 from tag returning id`.execute(
              rows,
            )
          ).rows[0]!.id,
      ),
    update: (id: number, { name, colour, group_id: groupId }: TagFields): Promise<void> =>
      unlessTaken(
        async () =>
          void (await sql`update tag set name = ${name}, colour = ${colour}, group_id = ${groupId} where id = ${id}`.execute(
            rows,
          )),
      ),
    async remove(id: number): Promise<void> {
      await sql`delete from tag where id = ${id}`.execute(rows);
    },
    async sort(ids: readonly number[]): Promise<void> {
      await sql`update tag t set position = s.place
        from (select id, row_number() over (order by array_position(${ids}::bigint[], id) nulls last, position, id) place from tag) s where s.id = t.id and t.position <> s.place`.execute(
        rows,
      );
    },

    async groups(): Promise<TagGroup[]> {
      return (await sql<TagGroup>`select id, name, position from tag_group order by position, id`.execute(rows)).rows;
    },
    async findGroup(id: number): Promise<TagGroup | undefined> {
      return (await sql<TagGroup>`select id, name, position from tag_group where id = ${id}`.execute(rows)).rows[0];
    },
    addGroup: (name: string): Promise<number> =>
      unlessTaken(
        async () =>
          (
            await sql<{
              id: number;
            }>`insert into tag_group (name, position) select ${name}, coalesce(max(position), 0) + 1 from tag_group returning id`.execute(
              rows,
            )
          ).rows[0]!.id,
      ),
    renameGroup: (id: number, name: string): Promise<void> =>
      unlessTaken(async () => void (await sql`update tag_group set name = ${name} where id = ${id}`.execute(rows))),
    async sortGroups(ids: readonly number[]): Promise<void> {
      await sql`update tag_group t set position = s.place
        from (select id, row_number() over (order by array_position(${ids}::bigint[], id) nulls last, position, id) place from tag_group) s where s.id = t.id and t.position <> s.place`.execute(
        rows,
      );
    },
    async removeGroup(id: number): Promise<void> {
      await sql`delete from tag_group where id = ${id}`.execute(rows);
    },
  };
}

async function unlessTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (isDuplicate(thrown)) throw new Failure('nameTaken');
    throw thrown;
  }
}

/** The tags whose ids a query answers. */
export const tagsAmong = (ids: RawBuilder<unknown>): RawBuilder<Pick<Tag, 'id' | 'name' | 'colour'>> =>
  sql<Pick<Tag, 'id' | 'name' | 'colour'>>`select id, name, colour from tag where id in (${ids})`;

/** Names and colours of tags, for whoever shows them. */
export async function tagNames(
  tx: TenantTx,
  ids?: readonly number[],
): Promise<Map<number, { name: string; colour: MarkColour }>> {
  const { rows } = await sql<{
    id: number;
    name: string;
    colour: MarkColour;
  }>`select id, name, colour from tag ${ids ? sql`where id = any(${ids}::bigint[])` : sql``}`.execute(tx.as<never>());
  return new Map(rows.map(({ id, name, colour }) => [id, { name, colour }]));
}

/** Refuses ids that are no tags of the tenant. */
export async function assertTags(tx: TenantTx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0 && (await tagNames(tx, ids)).size !== new Set(ids).size) throw new Failure('notFound');
}

/** What others may know of tags: a subquery to join, which the database resolves as if it were the table. */
export const tagRows = sql`(select id, tenant_id, name from tag)`;
