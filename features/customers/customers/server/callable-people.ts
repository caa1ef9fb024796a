import { sql } from 'kysely';
import type { Db, TenantTx } from '#platform/server/db/db.ts';
import { compileSearch } from './compile-search.ts';
import type { ReadSearch } from './search-for.ts';

/** A customer as somebody to be called: by the first of their numbers. */
export interface CallablePerson {
  id: number;
  fullName: string;
  number: string;
  country: string;
  timeZone: string;
}

/** Of these customers those who are there and have a number, in the order of their ids. */
export async function callablePeople(tx: TenantTx, ids: readonly number[]): Promise<CallablePerson[]> {
  return (
    await sql<CallablePerson>`
      select id, full_name "fullName", phones[1] number, phone_countries[1] country, time_zone "timeZone" from customer
      where id = any(${ids}::bigint[]) and deleted_at is null and cardinality(phones) > 0 order by id`.execute(tx.as())
  ).rows;
}

/** Whose customers these are, as far as they are somebody's. */
export async function customerOwners(tx: TenantTx, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; owner: number }>`
    select id, owner_id owner from customer where id = any(${ids}::bigint[]) and owner_id is not null and deleted_at is null`.execute(
    tx.as(),
  );
  return new Map(rows.map(({ id, owner }) => [id, owner]));
}

/** The customers a search finds now who have a number, some at a time. */
export async function* foundPeople(
  db: Db,
  tx: TenantTx,
  { search, world }: Pick<ReadSearch, 'search' | 'world'>,
  size: number,
): AsyncGenerator<CallablePerson[]> {
  const matches = compileSearch(search, world);
  for (let after = 0; ;) {
    const ids = (
      await db.numbers(
        'customers a search finds, on their way into another list',
        sql`select c.id from customer c where ${matches} and c.id > ${after} order by c.id limit ${size}`,
      )
    ).map(([id]) => id!);
    if (ids.length === 0) return;
    yield await callablePeople(tx, ids);
    after = ids.at(-1)!;
  }
}
