import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { UploadedSound } from '../contract.ts';

export interface StoredSound extends Omit<UploadedSound, 'uses'> {
  fileId: number;
}

/** What is kept of a sound besides its name. */
export interface SoundContent {
  fileId: number;
  durationMs: number;
  spokenText: string;
  language: string;
  voice: string;
}

export interface SoundSearch {
  page: number;
  size: number;
  words?: string | undefined;
  sort: 'name' | 'updatedAt' | 'durationMs';
  descending: boolean;
}

const columns = sql`s.id, s.name, s.remark, s.duration_ms "durationMs", s.spoken_text "spokenText", s.language, s.voice, coalesce(m.nick_name, '') "updatedBy", s.updated_at "updatedAt"`;
const from = sql`sound s left join member m on m.user_id = s.updated_by`;
const orders = { name: sql`s.name`, updatedAt: sql`s.updated_at`, durationMs: sql`s.duration_ms` } as const;

/** The sounds of one tenant. */
export function soundsRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    async page({
      page,
      size,
      words,
      sort,
      descending,
    }: SoundSearch): Promise<{ list: UploadedSound[]; total: number }> {
      const where = words
        ? sql`(position(lower(${words}) in lower(s.name)) > 0 or position(lower(${words}) in lower(s.spoken_text)) > 0 or position(lower(${words}) in lower(s.remark)) > 0)`
        : sql`true`;
      const { rows: counted } = await sql<{ total: number }>`select count(*) total from sound s where ${where}`.execute(
        rows,
      );
      const { rows: list } = await sql<UploadedSound>`
        select ${columns}, (select count(distinct r.flow_id) from flow_reference r where r.kind = 'sound' and r.ref_id = s.id) uses
        from ${from} where ${where} order by ${orders[sort]} ${descending ? sql`desc` : sql`asc`}, s.id limit ${size} offset ${(page - 1) * size}`.execute(
        rows,
      );
      return { list, total: counted[0]!.total };
    },
    async find(id: number, { forUpdate = false } = {}): Promise<StoredSound | null> {
      if (forUpdate) await sql`select from sound where id = ${id} for update`.execute(rows);
      return (
        (await sql<StoredSound>`select ${columns}, s.file_id "fileId" from ${from} where s.id = ${id}`.execute(rows))
          .rows[0] ?? null
      );
    },
    count: async () => (await sql<{ count: number }>`select count(*) count from sound`.execute(rows)).rows[0]!.count,
    async add(
      name: string,
      remark: string,
      { fileId, durationMs, spokenText, language, voice }: SoundContent,
      userId: number | null,
    ): Promise<number> {
      const { rows: added } = await sql<{ id: number }>`
        insert into sound (name, remark, file_id, duration_ms, spoken_text, language, voice, updated_by) values (${name}, ${remark}, ${fileId}, ${durationMs}, ${spokenText}, ${language}, ${voice}, ${userId}) returning id`.execute(
        rows,
      );
      return added[0]!.id;
    },
    async setContent(
      id: number,
      { fileId, durationMs, spokenText, language, voice }: SoundContent,
      userId: number,
    ): Promise<void> {
      await sql`update sound set file_id = ${fileId}, duration_ms = ${durationMs}, spoken_text = ${spokenText}, language = ${language}, voice = ${voice}, updated_by = ${userId}, updated_at = now() where id = ${id}`.execute(
        rows,
      );
    },
    async rename(id: number, name: string, remark: string, userId: number): Promise<void> {
      await sql`update sound set name = ${name}, remark = ${remark}, updated_by = ${userId}, updated_at = now() where id = ${id}`.execute(
        rows,
      );
    },
    async remove(id: number): Promise<void> {
      await sql`delete from sound where id = ${id}`.execute(rows);
    },
  };
}
