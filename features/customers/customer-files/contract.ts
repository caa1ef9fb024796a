import { z } from 'zod';
import { dayOrders } from './core/day-order.ts';
import { whysWrong } from './core/why-wrong.ts';
import { KEPT_COLUMN } from './core/import-fields.ts';
import { IMPORT_BYTES_MOST, IMPORT_ROWS_MOST } from './core/import-limits.ts';
import { CustomerSearch } from '#features/customers/customers/contract.ts';
import { download, endpoint, Id, nothing, TableFileKind, upload, WireTime } from '#shared/endpoint.ts';

export { IMPORT_BYTES_MOST, IMPORT_ROWS_MOST, KEPT_COLUMN };
/** Exports up to this many rows are answered at once. */
export const EXPORT_AT_ONCE = 2_000;

/** What happens to a row whose number somebody has. */
export const DuplicateRule = z.enum(['skip', 'update', 'create']);
export type DuplicateRule = z.infer<typeof DuplicateRule>;
/** uploaded → checking → checked → importing → done; `failed` and `cancelled` leave nothing behind. */
export const ImportState = z.enum(['uploaded', 'checking', 'checked', 'importing', 'done', 'failed', 'cancelled']);

/** Column of the file → field of the customer (`full_name`, `phone`, `phone:MX`, `email`, `tags`, `custom:<id>` …) or null. */
export const ImportMapping = z
  .array(
    z.object({
      column: z.number().int().min(0).max(500),
      field: z.string().max(60).nullable(),
      /** Of a column of days that can be read both ways. */
      days: z.enum(dayOrders).optional(),
    }),
  )
  .max(500);

export const CustomerImport = z.object({
  id: z.number(),
  file_name: z.string(),
  state: ImportState,
  /** Rows of the file; null while a large file is still counted. */
  rows: z.number().nullable(),
  /** Rows behind us in the present state. */
  done: z.number(),
  /** What writing will do (state `checked`) or has done (`done`). */
  added: z.number(),
  updated: z.number(),
  skipped: z.number(),
  wrong: z.number(),
  author: z.string(),
  created_at: WireTime,
  finished_at: WireTime.nullable(),
  /** Why it failed, as a name of `shared/errors.ts`; empty otherwise. */
  reason: z.string(),
});
export type CustomerImport = z.infer<typeof CustomerImport>;

export const ImportPreview = z.object({
  import: CustomerImport,
  columns: z.array(
    z.object({
      column: z.number(),
      title: z.string(),
      guess: z.string().nullable(),
      samples: z.array(z.string()),
      /** Of a column that holds days: which of day and month comes first, as far as its first rows tell. */
      days: z.object({ order: z.enum([...dayOrders, 'either']), examples: z.array(z.string()) }).optional(),
    }),
  ),
  /** How the bytes were read: shown, because a wrong guess turns names into rubbish. */
  encoding: z.string(),
  delimiter: z.string(),
  /** What the last check was asked for, so that whoever comes back goes on from there; null before the first. */
  wish: z
    .object({
      mapping: z.array(z.object({ column: z.number(), field: z.string(), days: z.enum(dayOrders).optional() })),
      duplicates: DuplicateRule,
      country: z.string(),
      tag_ids: z.array(z.number()),
      owner_id: z.number().nullable(),
    })
    .nullable(),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

/** Wrong rows that are shown; the file has all of them. */
export const WRONG_ROWS_SHOWN = 100;
export const WrongRow = z.object({
  /** Of the file, as spreadsheets count. */
  line: z.number(),
  /** `column`: its title or number; null where the whole row is meant. */
  wrongs: z.array(z.object({ column: z.string().nullable(), why: z.enum(whysWrong), value: z.string() })),
});
export type WrongRow = z.infer<typeof WrongRow>;

const ImportWish = z.object({
  id: Id,
  mapping: ImportMapping,
  duplicates: DuplicateRule.default('skip'),
  country: z.string().length(2).optional(),
  tag_ids: z.array(Id).max(20).default([]),
  owner_id: Id.nullable().default(null),
});

/** Pushed to whoever imports: a `CustomerImport`. */
export const IMPORT_PROGRESS = 'customer-files.import';

const at = <P extends string>(path: P) => `/admin/cdp/customer/${path}` as const;
/** `columns` are keys of the list's columns (`field_config/list`), in the wanted order; those the list shows unless given. */
const ExportWish = z.object({
  search: CustomerSearch.prefault({}),
  kind: TableFileKind.default('csv'),
  columns: z.array(z.string().max(60)).min(1).max(200).optional(),
});
/** The task in my downloads that writes a file of more than `EXPORT_AT_ONCE` rows. */
const ExportTask = z.object({ task_id: z.number() });

export const customerFilesApi = {
  upload: upload({
    method: 'POST',
    path: at('import'),
    access: 'customer-files.import',
    summary: 'Takes a csv or xlsx file and answers its columns with guesses what they are.',
    input: z.object({ country: z.string().length(2).optional() }),
    data: ImportPreview,
    accepts: ['text/csv', 'text/plain', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    maxBytes: IMPORT_BYTES_MOST,
    limit: { per: 'user', max: 30, windowSec: 60 },
  }),
  preview: endpoint({
    method: 'GET',
    path: at('import/{id}'),
    access: 'customer-files.import',
    summary: 'An uploaded file again: its columns and where its import stands.',
    input: z.object({ id: Id }),
    data: ImportPreview,
  }),
  check: endpoint({
    method: 'POST',
    path: at('import/check'),
    access: 'customer-files.import',
    summary: 'Reads every row with this mapping and says what writing would do.',
    input: ImportWish,
    data: CustomerImport,
  }),
  start: endpoint({
    method: 'POST',
    path: at('import/start'),
    access: 'customer-files.import',
    summary: 'Writes a checked import, whole or not at all.',
    input: z.object({ id: Id }),
    data: CustomerImport,
  }),
  cancel: endpoint({
    method: 'POST',
    path: at('import/cancel'),
    access: 'customer-files.import',
    summary: 'Stops an import; nothing of it stays.',
    input: z.object({ id: Id }),
    data: z.null(),
  }),
  imports: endpoint({
    method: 'GET',
    path: at('import/list'),
    access: 'customer-files.import',
    summary: 'The latest imports.',
    input: nothing,
    data: z.array(CustomerImport),
  }),
  errors: download({
    method: 'GET',
    path: at('import/{id}/errors'),
    access: 'customer-files.import',
    summary: 'The rows of an import that were wrong, with line and reason.',
    input: z.object({ id: Id }),
  }),
  wrongRows: endpoint({
    method: 'GET',
    path: at('import/{id}/wrong'),
    access: 'customer-files.import',
    summary: `The first ${WRONG_ROWS_SHOWN} wrong rows of an import: line, column, what stands there and what is wrong with it.`,
    input: z.object({ id: Id }),
    data: z.array(WrongRow),
  }),
  template: download({
    method: 'GET',
    path: at('demoDown'),
    access: 'customer-files.import',
    summary: 'An example file with every column of the tenant.',
    input: z.object({ kind: TableFileKind.default('xlsx') }),
  }),
  export: download({
    method: 'POST',
    path: at('export'),
    access: 'customer-files.export',
    freshProof: true,
    summary:
      'Customers a search finds, as a file: at once when they are few, else the task in my downloads that writes it.',
    input: ExportWish,
    instead: ExportTask,
  }),
  myExport: download({
    method: 'POST',
    path: at('my_export'),
    access: 'customer-files.use',
    freshProof: true,
    summary:
      'My own customers that a search finds, as a file: at once when they are few, else the task in my downloads that writes it.',
    input: ExportWish,
    instead: ExportTask,
  }),
};
