import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { NoCallDay } from '../contract.ts';

type Place = Pick<NoCallDay, 'country' | 'area'>;

const dayColumns = sql`d.id, d.country, d.area, d.date, d.name, d.author`;

/** The days without calls of one tenant. */
export function noCallDaysRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    async all(): Promise<NoCallDay[]> {
      return (
        await sql<NoCallDay>`select ${dayColumns} from no_call_day d order by d.country, d.area, d.date, d.id`.execute(
          rows,
        )
      ).rows;
    },
    async count(): Promise<number> {
      return (await sql<{ count: number }>`select count(*) count from no_call_day`.execute(rows)).rows[0]!.count;
    },
    async put(
      { country, area }: Place,
      days: readonly Pick<NoCallDay, 'date' | 'name'>[],
      author: string,
    ): Promise<NoCallDay[]> {
      // What is written twice in one list counts once, as it stands last.
      const once = [...new Map(days.map((day) => [day.date, day])).values()];
      return (
        await sql<NoCallDay>`
          insert into no_call_day as d (country, area, date, name, author)
          select ${country}, ${area}, n.date, n.name, ${author} from jsonb_to_recordset(${JSON.stringify(once)}::jsonb) as n (date text, name text)
          on conflict (tenant_id, country, area, date) do update set name = excluded.name, author = excluded.author
          returning ${dayColumns}`.execute(rows)
      ).rows;
    },
    async remove(id: number): Promise<NoCallDay | undefined> {
      return (await sql<NoCallDay>`delete from no_call_day d where d.id = ${id} returning ${dayColumns}`.execute(rows))
        .rows[0];
    },
  };
}

/** The days without calls in these countries, for whoever is about to call there. */
export async function noCallDaysIn(
  tx: TenantTx,
  countries: readonly string[],
): Promise<Pick<NoCallDay, 'country' | 'area' | 'date' | 'name'>[]> {
  return (
    await sql<
      Pick<NoCallDay, 'country' | 'area' | 'date' | 'name'>
    >`select country, area, date, name from no_call_day where country = any(${countries}::text[])`.execute(tx.as())
  ).rows;
}
