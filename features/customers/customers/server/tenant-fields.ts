import {
  fieldConfigRepo,
  type CustomFieldRow,
  type FieldsOfCustomers,
} from '#features/customers/field-config/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';

/** What a tenant says about the fields of its customers. */
export interface TenantFields {
  custom: ReadonlyMap<number, CustomFieldRow>;
  /** Fields every customer has that must be filled in, and that those who see stars may not read. */
  requiredColumns: readonly string[];
  hiddenColumns: ReadonlySet<string>;
}

export const tenantFields = ({ custom, columns }: FieldsOfCustomers): TenantFields => ({
  custom: new Map(custom.map((field) => [field.id, field])),
  requiredColumns: columns.filter(({ required }) => required).map(({ key }) => key),
  hiddenColumns: new Set(columns.filter(({ masked }) => masked).map(({ key }) => key)),
});

export const readTenantFields = async (tx: TenantTx): Promise<TenantFields> =>
  tenantFields(await fieldConfigRepo(tx).ofCustomers());
