import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { RegisterFile } from '../contract.ts';

/** A register as the database has it. */
export interface RegisterRow {
  id: number;
  country: string;
  name: string;
  /** The file in force. */
  fileId: number | null;
  issuedOn: string | null;
  numbers: number;
  author: string;
  updatedAt: string | null;
}

/** A file on its way into a register. */
export interface RegisterFileRow extends RegisterFile {
  tenantId: number;
  mediaType: string;
  bytes: number;
  storedId: number | null;
  attempts: number;
  userId: number;
}

type FileState = RegisterFile['state'];
type FileChange = Partial<
  Pick<RegisterFileRow, 'state' | 'rows' | 'done' | 'numbers' | 'wrong' | 'reason' | 'attempts'>
> & {
  /** It is over: what was uploaded is no longer needed. */
  isOver?: true;
};

const registerColumns = sql`r.id, r.country, r.name, r.file_id "fileId", r.issued_on::text "issuedOn", r.numbers, r.author, r.updated_at "updatedAt"`;
const fileColumns = sql`f.id, f.tenant_id "tenantId", f.register_id "registerId", f.file_name "fileName", f.media_type "mediaType", f.bytes, f.stored_id "storedId", f.issued_on::text "issuedOn",
  f.state, f.rows, f.done, f.numbers, f.wrong, f.reason, f.attempts, f.user_id "userId", f.author, f.created_at "createdAt"`;

/** So many numbers stand in one row: all of them are compared, in less time than another row is found. */
const TOGETHER = 400;

/** The do-not-call registers of one tenant, and their files. */
export function registersRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    async all(): Promise<RegisterRow[]> {
      return (
        await sql<RegisterRow>`select ${registerColumns} from do_not_call_register r order by r.country, lower(r.name), r.id`.execute(
          rows,
        )
      ).rows;
    },
    async find(id: number, { locked = false }: { locked?: boolean } = {}): Promise<RegisterRow | undefined> {
      return (
        await sql<RegisterRow>`select ${registerColumns} from do_not_call_register r where r.id = ${id} ${locked ? sql`for update` : sql``}`.execute(
          rows,
        )
      ).rows[0];
    },
    async count(): Promise<number> {
      return (await sql<{ count: number }>`select count(*) count from do_not_call_register`.execute(rows)).rows[0]!
        .count;
    },
    async add(country: string, name: string): Promise<RegisterRow> {
      return (
        await sql<RegisterRow>`insert into do_not_call_register as r (country, name) values (${country}, ${name}) returning ${registerColumns}`.execute(
          rows,
        )
      ).rows[0]!;
    },
    /** With its files and their numbers. */
    async remove(id: number): Promise<void> {
      await sql`delete from do_not_call_chunk c using do_not_call_file f where f.register_id = ${id} and c.file_id = f.id`.execute(
        rows,
      );
      await sql`delete from do_not_call_register where id = ${id}`.execute(rows);
    },
    async latestFiles(): Promise<RegisterFileRow[]> {
      return (
        await sql<RegisterFileRow>`select ${fileColumns} from do_not_call_register r cross join lateral
          (select * from do_not_call_file o where o.register_id = r.id order by o.id desc limit 1) f`.execute(rows)
      ).rows;
    },
    async addFile(
      one: Pick<
        RegisterFileRow,
        'registerId' | 'fileName' | 'mediaType' | 'bytes' | 'storedId' | 'issuedOn' | 'userId' | 'author'
      >,
    ): Promise<RegisterFileRow> {
      return (
        await sql<RegisterFileRow>`
          insert into do_not_call_file as f (register_id, file_name, media_type, bytes, stored_id, issued_on, user_id, author)
          values (${one.registerId}, ${one.fileName}, ${one.mediaType}, ${one.bytes}, ${one.storedId}::bigint, ${one.issuedOn}::date, ${one.userId}, ${one.author})
          returning ${fileColumns}`.execute(rows)
      ).rows[0]!;
    },
    async file(id: number): Promise<RegisterFileRow | undefined> {
      return (
        await sql<RegisterFileRow>`select ${fileColumns} from do_not_call_file f where f.id = ${id}`.execute(rows)
      ).rows[0];
    },
    async reading(registerId: number): Promise<RegisterFileRow[]> {
      return (
        await sql<RegisterFileRow>`select ${fileColumns} from do_not_call_file f where f.register_id = ${registerId} and f.state = 'reading' order by f.id for update`.execute(
          rows,
        )
      ).rows;
    },
    /** Changes one that is being read; undefined when it is over. */
    async change(id: number, { isOver, ...values }: FileChange): Promise<RegisterFileRow | undefined> {
      const sets = [
        ...Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
        ...(isOver ? [sql`finished_at = now()`, sql`stored_id = null`] : []),
      ];
      const from: FileState = 'reading';
      return (
        await sql<RegisterFileRow>`update do_not_call_file f set ${sql.join(sets)} where f.id = ${id} and f.state = ${from} returning ${fileColumns}`.execute(
          rows,
        )
      ).rows[0];
    },
    /** Writes the numbers that wait in a table, each once; how many there are. */
    async keep(fileId: number, table: string): Promise<number> {
      await sql`delete from do_not_call_chunk where file_id = ${fileId}`.execute(rows);
      const { rows: kept } = await sql<{ count: number }>`
        with placed as (select number, (dense_rank() over (partition by number / 1000000000 order by number) - 1) / ${sql.lit(TOGETHER)} place from ${sql.table(table)}),
        written as (insert into do_not_call_chunk (file_id, first, endings)
          select ${fileId}, min(number), array_agg(distinct (number % 1000000000)::int) from placed group by number / 1000000000, place
          returning cardinality(endings) count)
        select coalesce(sum(count), 0)::int count from written`.execute(rows);
      return kept[0]!.count;
    },
    /** From now on the register is what this file says; the file before it goes. */
    async putInForce({ id, registerId, issuedOn, author }: RegisterFileRow, numbers: number): Promise<void> {
      await sql`update do_not_call_register set file_id = ${id}, issued_on = ${issuedOn}::date, numbers = ${numbers}, author = ${author}, updated_at = now() where id = ${registerId}`.execute(
        rows,
      );
      await sql`delete from do_not_call_chunk c using do_not_call_file f where f.register_id = ${registerId} and f.id <> ${id} and c.file_id = f.id`.execute(
        rows,
      );
    },
    /** Which of these numbers stand in these files, as pairs. */
    async found(asked: readonly { fileId: number; number: string }[]): Promise<{ fileId: number; number: string }[]> {
      if (asked.length === 0) return [];
      return (
        await sql<{ fileId: number; number: string }>`
          select a.file_id "fileId", a.number::text number
          from unnest(${asked.map(({ fileId }) => fileId)}::bigint[], ${asked.map(({ number }) => number)}::bigint[]) a (file_id, number)
          cross join lateral (select c.first, c.endings from do_not_call_chunk c where c.file_id = a.file_id and c.first <= a.number order by c.first desc limit 1) c
          where c.first / 1000000000 = a.number / 1000000000 and (a.number % 1000000000)::int = any(c.endings)`.execute(
          rows,
        )
      ).rows;
    },
  };
}
