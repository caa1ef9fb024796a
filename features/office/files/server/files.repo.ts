import { sql, type Generated, type Transaction } from 'kysely';

export interface FilesTables {
  stored_file: {
    id: Generated<number>;
    owner_id: number | null;
    purpose: string;
    name: string;
    media_type: string;
    bytes: number;
    key: string;
    created_at: Generated<string>;
    deleted_at: string | null;
  };
  member: { user_id: number; nick_name: string };
}

const columns = ['id', 'owner_id', 'purpose', 'name', 'media_type', 'bytes', 'key', 'created_at'] as const;

export interface StoredFileRow {
  id: number;
  owner_id: number | null;
  purpose: string;
  name: string;
  media_type: string;
  bytes: number;
  key: string;
  created_at: string;
}

interface NewRow extends Omit<StoredFileRow, 'id' | 'created_at'> {}

/** Rows of stored files; a deleted one is as good as gone. */
export const filesRepo = (rows: Transaction<FilesTables>) => ({
  insert: (row: NewRow): Promise<StoredFileRow> =>
    rows.insertInto('stored_file').values(row).returning(columns).executeTakeFirstOrThrow(),

  find: (id: number): Promise<StoredFileRow | undefined> =>
    rows
      .selectFrom('stored_file')
      .select(columns)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),

  /** What it was called goes too: a name may tell whom it was about. */
  async markDeleted(id: number): Promise<string | null> {
    const row = await rows
      .updateTable('stored_file')
      .set({ deleted_at: sql<string>`now()`, name: '' })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .returning('key')
      .executeTakeFirst();
    return row?.key ?? null;
  },

  async isKept(key: string): Promise<boolean> {
    return (
      (await rows
        .selectFrom('stored_file')
        .select('id')
        .where('key', '=', key)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()) !== undefined
    );
  },

  async page({ page, size, purposes }: { page: number; size: number; purposes: readonly string[] }) {
    const chosen = rows.selectFrom('stored_file').where('deleted_at', 'is', null).where('purpose', 'in', purposes);
    const { total } = await chosen.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const list = await chosen
      .leftJoin('member', 'member.user_id', 'stored_file.owner_id')
      .select([...columns.map((column) => `stored_file.${column}` as const), 'member.nick_name'])
      .orderBy('stored_file.id', 'desc')
      .limit(size)
      .offset((page - 1) * size)
      .execute();
    return { list, total };
  },
});
