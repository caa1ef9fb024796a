import { sql } from 'kysely';
import { isDuplicate, kept, type TenantTx } from '#platform/server/db/db.ts';
import { Failure } from '#shared/errors.ts';
import type { CustomField, FieldList } from '../contract.ts';

export type CustomFieldRow = Omit<CustomField, 'position'>;

export interface ColumnRow {
  key: string;
  name: string;
  shown: boolean;
  position: number;
  required: boolean;
  masked: boolean;
}

export interface FieldsOfCustomers {
  custom: CustomFieldRow[];
  columns: Pick<ColumnRow, 'key' | 'required' | 'masked'>[];
}

/** Reads the custom fields of a tenant. */
export const customFields = sql<CustomFieldRow>`select id, name, type, options, currency, format, required, masked from custom_field order by id`;

/** One row: custom fields, and what is required or hidden of the columns every customer has. */
export const fieldsOfCustomers = sql<FieldsOfCustomers>`select
  (select coalesce(json_agg(f), '[]') from (${customFields}) f) custom,
  (select coalesce(json_agg(c), '[]') from (select key, required, masked from field_column where list = 'customers' and (required or masked)) c) columns`;

/** Custom fields and arranged columns of one tenant. */
export function fieldConfigRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    async custom(): Promise<CustomFieldRow[]> {
      return (await customFields.execute(rows)).rows;
    },
    async columns(list: FieldList): Promise<ColumnRow[]> {
      return (
        await sql<ColumnRow>`select key, name, shown, position, required, masked from field_column where list = ${list}`.execute(
          rows,
        )
      ).rows;
    },
    async ofCustomers(): Promise<FieldsOfCustomers> {
      return (await sql<FieldsOfCustomers>`${kept} ${fieldsOfCustomers}`.execute(rows)).rows[0]!;
    },
    async addCustom(field: Omit<CustomFieldRow, 'id'>): Promise<number> {
      try {
        return (
          await sql<{ id: number }>`
          insert into custom_field (name, type, options, currency, format, required, masked)
          values (${field.name}, ${field.type}, ${field.options}::text[], ${field.currency}, ${field.format}, ${field.required}, ${field.masked}) returning id`.execute(
            rows,
          )
        ).rows[0]!.id;
      } catch (thrown) {
        throw isDuplicate(thrown) ? new Failure('nameTaken') : thrown;
      }
    },
    async updateCustom(id: number, field: Omit<CustomFieldRow, 'id' | 'type'>): Promise<void> {
      try {
        await sql`update custom_field set name = ${field.name}, options = ${field.options}::text[], currency = ${field.currency}, format = ${field.format}, required = ${field.required}, masked = ${field.masked} where id = ${id}`.execute(
          rows,
        );
      } catch (thrown) {
        throw isDuplicate(thrown) ? new Failure('nameTaken') : thrown;
      }
    },
    async removeCustom(id: number): Promise<void> {
      await sql`delete from custom_field where id = ${id}`.execute(rows);
      await sql`delete from field_column where key = ${`custom:${id}`}`.execute(rows);
    },
    async oblige(
      id: number,
      { required, masked }: { required: boolean | undefined; masked: boolean | undefined },
    ): Promise<void> {
      await sql`update custom_field set required = coalesce(${required ?? null}::boolean, required), masked = coalesce(${masked ?? null}::boolean, masked) where id = ${id}`.execute(
        rows,
      );
    },
    /** Sets what is given of each column and leaves the rest. */
    async arrange(list: FieldList, columns: readonly (Partial<ColumnRow> & { key: string })[]): Promise<void> {
      await sql`
        insert into field_column as f (list, key, name, shown, position, required, masked)
        select ${list}, c.key, coalesce(c.name, ''), coalesce(c.shown, true), coalesce(c.position, 1000000), coalesce(c.required, false), coalesce(c.masked, false)
        from jsonb_to_recordset(${JSON.stringify(columns)}::jsonb) as c (key text, name text, shown boolean, position int, required boolean, masked boolean)
        on conflict (tenant_id, list, key) do update set
          (name, shown, position, required, masked) = (
            select coalesce(c.name, f.name), coalesce(c.shown, f.shown), coalesce(c.position, f.position), coalesce(c.required, f.required), coalesce(c.masked, f.masked)
            from jsonb_to_recordset(${JSON.stringify(columns)}::jsonb) as c (key text, name text, shown boolean, position int, required boolean, masked boolean) where c.key = f.key)`.execute(
        rows,
      );
    },
  };
}

/** The tenant's custom fields, by id. */
export async function customFieldsOf(tx: TenantTx): Promise<Map<number, CustomFieldRow>> {
  return new Map((await fieldConfigRepo(tx).custom()).map((field) => [field.id, field]));
}

/** The columns of a list that those who see stars are kept from: names of the list's own, `custom:<id>` of customers. */
export async function maskedFields(tx: TenantTx, list: FieldList = 'customers'): Promise<Set<string>> {
  const repo = fieldConfigRepo(tx);
  const columns = (await repo.columns(list)).filter(({ masked }) => masked).map(({ key }) => key);
  const custom =
    list === 'customers' ? (await repo.custom()).filter(({ masked }) => masked).map(({ id }) => `custom:${id}`) : [];
  return new Set([...columns.filter((key) => !key.startsWith('custom:')), ...custom]);
}
