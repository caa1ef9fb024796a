import { sql } from 'kysely';
import type { z } from 'zod';
import type { ImportState, WrongRow } from '#features/customers/customer-files/contract.ts';
import type { FileShape, GuessedColumn } from '#features/customers/customer-files/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Language } from '#shared/languages.ts';
import { CAMPAIGN_IMPORT_PROGRESS, type CampaignImport } from '../contract.ts';

type State = z.infer<typeof ImportState>;

/** What is to become of it. */
export type CampaignWish =
  | {
      from: 'file';
      mapping: { column: number; field: string }[];
      country: string;
      /** Of the file of wrong rows. */
      language: Language;
      /** Writes what was checked without anybody looking. */
      startsAtOnce: boolean;
    }
  | {
      from: 'conditionGroup';
      conditionGroupId: number;
      /** Whoever wished it sees stars. */
      masked: boolean;
    };

/** A file, or customers of a saved condition, on their way into a campaign, as the database has it. */
export interface CampaignImportRow {
  id: number;
  tenantId: number;
  campaignId: number;
  userId: number;
  author: string;
  fileName: string;
  fileId: number | null;
  bytes: number;
  shape: { file: FileShape; columns: GuessedColumn[]; encoding: string; delimiter: string } | null;
  wish: CampaignWish | null;
  state: State;
  rows: number | null;
  done: number;
  added: number;
  duplicates: number;
  keptOut: CampaignImport['keptOut'];
  wrong: number;
  reason: string;
  attempts: number;
  errorFileId: number | null;
  createdAt: string;
  finishedAt: string | null;
}

const columns = sql`id, tenant_id "tenantId", campaign_id "campaignId", user_id "userId", author, file_name "fileName", file_id "fileId", bytes, shape, wish, state, rows, done, added, duplicates,
  kept_out "keptOut", wrong, reason, attempts, error_file_id "errorFileId", created_at "createdAt", finished_at "finishedAt"`;

const names: Record<string, string> = { fileId: 'file_id', errorFileId: 'error_file_id' };

type Change = Partial<
  Pick<
    CampaignImportRow,
    'fileId' | 'state' | 'rows' | 'done' | 'added' | 'duplicates' | 'wrong' | 'reason' | 'attempts' | 'errorFileId'
  >
> & {
  wish?: CampaignWish;
  keptOut?: CampaignImport['keptOut'];
  wrongRows?: readonly WrongRow[];
  isOver?: true;
};

/** What is on its way into the campaigns of one tenant. */
export function campaignImportsRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    async add(
      one: Pick<CampaignImportRow, 'campaignId' | 'userId' | 'author'> &
        Partial<Pick<CampaignImportRow, 'fileName' | 'fileId' | 'bytes' | 'shape' | 'rows' | 'wish' | 'state'>>,
    ): Promise<CampaignImportRow> {
      return (
        await sql<CampaignImportRow>`
          insert into campaign_import (campaign_id, user_id, author, file_name, file_id, bytes, shape, rows, wish, state)
          values (${one.campaignId}, ${one.userId}, ${one.author}, ${one.fileName ?? ''}, ${one.fileId ?? null}::bigint, ${one.bytes ?? 0}, ${one.shape ? JSON.stringify(one.shape) : null}::jsonb,
            ${one.rows ?? null}::int, ${one.wish ? JSON.stringify(one.wish) : null}::jsonb, ${one.state ?? 'uploaded'}) returning ${columns}`.execute(
          rows,
        )
      ).rows[0]!;
    },
    async find(id: number): Promise<CampaignImportRow | undefined> {
      return (await sql<CampaignImportRow>`select ${columns} from campaign_import where id = ${id}`.execute(rows))
        .rows[0];
    },
    async ofCampaign(campaignId: number, most: number): Promise<CampaignImportRow[]> {
      return (
        await sql<CampaignImportRow>`select ${columns} from campaign_import where campaign_id = ${campaignId} order by id desc limit ${most}`.execute(
          rows,
        )
      ).rows;
    },
    /** The newest file of a campaign that waits for somebody to say what its columns are, or to write it. */
    async waitingFile(campaignId: number): Promise<Pick<CampaignImportRow, 'id' | 'state'> | undefined> {
      return (
        await sql<Pick<CampaignImportRow, 'id' | 'state'>>`
          select id, state from campaign_import where campaign_id = ${campaignId} and file_name <> '' and state in ('uploaded', 'checking', 'checked') order by id desc limit 1`.execute(
          rows,
        )
      ).rows[0];
    },
    /** Those that are not over, and those of which a file is kept. */
    async withFiles(): Promise<CampaignImportRow[]> {
      return (
        await sql<CampaignImportRow>`select ${columns} from campaign_import where file_id is not null or error_file_id is not null or finished_at is null order by id for update`.execute(
          rows,
        )
      ).rows;
    },
    async wrongRows(id: number): Promise<WrongRow[]> {
      const { rows: found } = await sql<{
        wrongRows: WrongRow[];
      }>`select wrong_rows "wrongRows" from campaign_import where id = ${id}`.execute(rows);
      return found[0]?.wrongRows ?? [];
    },
    /** Changes one that is in one of these states; undefined when it has moved on. */
    async change(
      id: number,
      from: readonly State[],
      { isOver, wish, keptOut, wrongRows, ...values }: Change,
    ): Promise<CampaignImportRow | undefined> {
      const sets = [
        ...Object.entries(values).map(([name, value]) => sql`${sql.ref(names[name] ?? name)} = ${value}`),
        ...(wish === undefined ? [] : [sql`wish = ${JSON.stringify(wish)}::jsonb`]),
        ...(keptOut === undefined ? [] : [sql`kept_out = ${JSON.stringify(keptOut)}::jsonb`]),
        // Wrong rows that are shown go with the file that has all of them.
        ...(wrongRows || values.errorFileId === null
          ? [sql`wrong_rows = ${JSON.stringify(wrongRows ?? [])}::jsonb`]
          : []),
        // With what stood in its first rows goes whoever they told of.
        ...(isOver ? [sql`finished_at = now()`, sql`shape = null`] : []),
        sql`changed_at = now()`,
      ];
      return (
        await sql<CampaignImportRow>`update campaign_import set ${sql.join(sets)} where id = ${id} and state = any(${from}) returning ${columns}`.execute(
          rows,
        )
      ).rows[0];
    },
  };
}

/** As people see it. */
export const shownCampaignImport = ({
  id,
  campaignId,
  fileName,
  state,
  rows,
  done,
  added,
  duplicates,
  keptOut,
  wrong,
  author,
  createdAt,
  finishedAt,
  reason,
}: CampaignImportRow): CampaignImport => ({
  id,
  campaignId,
  fileName,
  state,
  rows,
  done,
  added,
  duplicates,
  keptOut,
  wrong,
  author,
  createdAt,
  finishedAt,
  reason,
});

/** Tells whoever imports where it stands. */
export const pushCampaignImport = (tx: TenantTx, row: CampaignImportRow): Promise<void> =>
  tx.push({ kind: CAMPAIGN_IMPORT_PROGRESS, body: shownCampaignImport(row), to: { userId: row.userId } });
