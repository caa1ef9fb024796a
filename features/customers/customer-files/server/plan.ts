import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '#platform/server/db/db.ts';
import type { DuplicateRule } from '../contract.ts';
import { changedCustomers } from './changed-customers.ts';
import { plainColumns, together } from './run-together.ts';
import { withoutHurry } from '#platform/server/db/without-hurry.ts';
import { noteStanding, planOf, stageOf, standingOf, type StagedImport } from './stage.ts';

/*
 * What becomes of the rows of an import. Rules:
 * 1. A row is about the customer who has the first of its numbers that anybody has, and the oldest of several; an earlier row of the file
 *    counts as somebody. A row without a number is known by its addresses, one without both by name and company.
 * 2. Rows about one customer run together; the later wins, field by field.
 * 3. A number or an address somebody has is added to nobody else. So importing a file again finds the same customers, and changes nothing.
 */

export interface ImportCounts {
  added: number;
  updated: number;
  skipped: number;
}

/** From so many times as many customers as rows, one look into the index for each number is cheaper than reading all customers. */
const READ_ALL_BELOW = 20;

/** Says of every staged row whom it is about, as the customers are now; answers what writing would do. */
export async function planImport(
  db: Db,
  one: StagedImport,
  { rule, staged, begun }: { rule: DuplicateRule; staged: number; begun: (tx: Tx) => Promise<void> },
): Promise<ImportCounts> {
  if (rule === 'create') return { added: staged, updated: 0, skipped: 0 };
  return db.everyTenant(
    'finds customers by their numbers, which row-level security would read one by one',
    async (tx) => {
      await begun(tx);
      await withoutHurry(tx);
      await sql`truncate ${planOf(one)}`.execute(tx.as());
      await noteStanding(tx, one, null);
      const isByNumber = await listKeys(tx, one, rule);
      await findHolders(tx, one, staged, isByNumber);
      // Who is alone in offering something was the first: few files offer much of it twice.
      await sql`create temp table first_offer on commit drop as select key, min(line) line from stage_key group by key having count(*) > 1`.execute(
        tx.as(),
      );
      await sql`analyze first_offer`.execute(tx.as());
      await sql`insert into ${planOf(one)} (line, customer_id, leader)
      select distinct on (k.line) k.line, h.id, case when h.id is null then f.line end
      from stage_key k left join first_offer f using (key) left join held h using (key)
      where k.asks and (h.id is not null or f.line < k.line) order by k.line, k.place`.execute(tx.as());
      await sql`analyze ${planOf(one)}`.execute(tx.as());
      await followLeaders(tx, one);
      if (rule === 'update') {
        await keepTaken(tx, one);
        await runTogether(tx, one);
      }
      const { rows } = await sql<{ planned: number; updated: number }>`
      select (select count(*) from ${planOf(one)}) planned, ${rule === 'update' ? sql`(select count(*) from ${changedCustomers(one)} u)` : sql`0`} updated`.execute(
        tx.as(),
      );
      const { planned, updated } = rows[0]!;
      return { added: staged - planned, updated, skipped: planned - updated };
    },
  );
}

/** Numbers, addresses or names: what rows offer, and which of it they are looked for by. Answers whether numbers are enough. */
async function listKeys(tx: Tx, one: StagedImport, rule: DuplicateRule): Promise<boolean> {
  // Where every row has a number, nobody is looked for by an address; then it only matters whom it would be given to.
  const {
    rows: [all],
  } = await sql<{
    numbered: boolean;
  }>`select not exists (select 1 from ${stageOf(one)} where numbers = '{}') numbered`.execute(tx.as());
  const isByNumber = rule === 'skip' && all!.numbered;
  await sql`create temp table stage_key (line int, kind int, key text, place int, asks boolean) on commit drop`.execute(
    tx.as(),
  );
  await sql`insert into stage_key
    select s.line, 1, split_part(s.numbers[1], '/', 1), 1, true from ${stageOf(one)} s where s.numbers <> '{}'
    union all select s.line, 1, split_part(number, '/', 1), place, true from ${stageOf(one)} s cross join lateral unnest(s.numbers) with ordinality u (number, place) where cardinality(s.numbers) > 1 and place > 1
    ${
      isByNumber
        ? sql``
        : sql`
    union all select s.line, 2, email, 100 + place, s.numbers = '{}' from ${stageOf(one)} s cross join lateral unnest(s.emails) with ordinality u (email, place)
    union all select s.line, 3, ${nameKey(sql`coalesce(s.full_name, customer_joined_name(coalesce(s.first_name, ''), coalesce(s.last_name, '')))`, sql`coalesce(s.company, '')`)}, 1000, true from ${stageOf(one)} s where s.numbers = '{}' and s.emails = '{}'`
    }`.execute(tx.as());
  await sql`analyze stage_key`.execute(tx.as());
  return isByNumber;
}

const nameKey = (name: RawBuilder<unknown>, company: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`chr(31) || ${name} || chr(31) || ${company}`;

const customersOf = (tenantId: number): RawBuilder<unknown> =>
  sql`c.tenant_id = ${tenantId}::bigint and c.deleted_at is null`;

/** The same as long as nobody added, changed, deleted or restored a customer. */
async function customersStanding(tx: Tx, tenantId: number): Promise<string> {
  const { rows } = await sql<{ standing: string }>`
    select concat_ws(' ', count(*), sum(c.id), sum((date_part('epoch', c.updated_at) * 1e6)::bigint # c.id)) standing from customer c where ${customersOf(tenantId)}`.execute(
    tx.as(),
  );
  return rows[0]!.standing;
}

/** Whether the plan was made of the customers as they are: then it need not be made again. A plan a crash emptied is none, so rows are counted first. */
export const isStillPlanned = (db: Db, one: StagedImport): Promise<boolean> =>
  db.everyTenant('whether customers changed since their import was planned', async (tx) => {
    await withoutHurry(tx);
    const { rows } = await sql<{ planned: string | null }>`select ${standingOf(one)} planned`.execute(tx.as());
    return rows[0]!.planned !== null && rows[0]!.planned === (await customersStanding(tx, one.tenantId));
  });

/** Who has what the rows offer; the oldest of several. */
async function findHolders(tx: Tx, one: StagedImport, staged: number, isByNumber: boolean): Promise<void> {
  const here = customersOf(one.tenantId);
  const most = staged * READ_ALL_BELOW + 1_000;
  const { rows } = await sql<{
    count: number;
  }>`select count(*) count from (select 1 from customer c where ${here} limit ${most}) counted`.execute(tx.as());
  const isNameless = sql`c.phones = '{}' and c.emails = '{}'`;
  if (rows[0]!.count < most) {
    // Before they are read: whatever changes meanwhile makes it another.
    await noteStanding(tx, one, await customersStanding(tx, one.tenantId));
    await sql`create temp table held on commit drop as
      select u.key, min(u.id) id from (
        select unnest(c.phones) key, c.id from customer c where ${here}${
          isByNumber
            ? sql``
            : sql`
        union all select unnest(c.emails), c.id from customer c where ${here}
        union all select ${nameKey(sql`c.full_name`, sql`c.company`)}, c.id from customer c where ${here} and ${isNameless}`
        }) u
      where u.key in (select key from stage_key) group by u.key`.execute(tx.as());
  } else {
    await sql`set local enable_seqscan = off`.execute(tx.as());
    // Beside the index: of a tenant PostgreSQL knows too little of, all would be read for each number.
    const beside = sql`c.tenant_id + 0 = ${one.tenantId}::bigint and c.deleted_at is null`;
    await sql`create temp table held on commit drop as
      select k.key, min(c.id) id from (select distinct kind, key from stage_key) k cross join lateral (
        select c.id from customer c where ${beside} and k.kind = 1 and c.phones @> array[k.key]
        union all select c.id from customer c where ${beside} and k.kind = 2 and c.emails @> array[k.key]
        union all select c.id from customer c where ${here} and k.kind = 3 and c.full_name = split_part(k.key, chr(31), 2) and c.company = split_part(k.key, chr(31), 3) and ${isNameless}) c
      group by k.key`.execute(tx.as());
    await sql`set local enable_seqscan = on`.execute(tx.as());
  }
  await sql`analyze held`.execute(tx.as());
}

/** A row that follows one which itself follows another is about that one. */
async function followLeaders(tx: Tx, one: StagedImport): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } =
      await sql`update ${planOf(one)} p set customer_id = l.customer_id, leader = l.leader from ${planOf(one)} l where l.line = p.leader`.execute(
        tx.as(),
      );
    if (numAffectedRows === 0n) return;
  }
}

/** Rule 3: what a row offers that belongs to somebody else. */
async function keepTaken(tx: Tx, one: StagedImport): Promise<void> {
  await sql`update ${planOf(one)} p set taken = t.keys from (
    select k.line, array_agg(k.key) keys
    from stage_key k join ${planOf(one)} p on p.line = k.line left join first_offer f on f.key = k.key left join held h on h.key = k.key left join ${planOf(one)} q on q.line = coalesce(f.line, k.line)
    where k.kind <> 3 and case when h.id is not null then h.id is distinct from p.customer_id
      else q.customer_id is distinct from p.customer_id or case when q.customer_id is null then coalesce(q.leader, f.line, k.line) end is distinct from p.leader end
    group by k.line) t where t.line = p.line`.execute(tx.as());
  await sql`update ${planOf(one)} p set is_shared = true from (select customer_id from ${planOf(one)} where customer_id is not null group by customer_id having count(*) > 1) s where s.customer_id = p.customer_id`.execute(
    tx.as(),
  );
}

/** Rule 2 for customers that are new: later rows go into the first. */
async function runTogether(tx: Tx, one: StagedImport): Promise<void> {
  await sql`update ${stageOf(one)} s set
      ${sql.join(plainColumns.map((column) => sql`${sql.ref(column)} = coalesce(t.${sql.ref(column)}, s.${sql.ref(column)})`))},
      numbers = merged_list(s.numbers, t.numbers), emails = merged_list(s.emails, t.emails), tag_ids = array(select distinct unnest(s.tag_ids || t.tag_ids) order by 1), fields = s.fields || t.fields
    from (${together(one, sql`p.leader`, sql`p.leader is not null`)}) t where t.id = s.line`.execute(tx.as());
}
