import { z } from 'zod';
import { endpoint, Id, TableFileKind } from '#shared/endpoint.ts';
import { mailedEvery, statAddress, statReports } from '../core/reports.ts';

export { mailedEvery, statAddress } from '../core/reports.ts';
export type { MailedEvery, StatAddress } from '../core/reports.ts';

/** So many views a person can keep. */
export const VIEWS_MOST = 200;

const Address = z.partialRecord(z.enum(statAddress), z.string().max(60));

const MailWish = z.object({
  every: z.enum(mailedEvery),
  /** By the clock of whoever gets it. */ hour: z.number().int().min(0).max(23),
  kind: TableFileKind.default('xlsx'),
});
export type MailWish = z.output<typeof MailWish>;

/** A report as somebody set it, under a name. */
export const ReportView = z.object({
  id: z.number(),
  name: z.string(),
  report: z.enum(statReports),
  address: Address,
  /** Everybody who sees statistics has it. */ shared: z.boolean(),
  mine: z.boolean(),
  /** I may change and delete it. */ mayEdit: z.boolean(),
  author: z.string(),
  /** To me; null: not at all. */ mail: MailWish.nullable(),
});
export type ReportView = z.output<typeof ReportView>;

const Fields = { name: z.string().trim().min(1).max(60), address: Address, shared: z.boolean().default(false) };
const at = <P extends string>(path: P) => `/cc/api/statistics/v1/views/${path}` as const;

export const reportViewsApi = {
  views: endpoint({
    method: 'POST',
    path: at('list'),
    access: 'statistics.view',
    reads: true,
    summary: 'My views of a report, and those colleagues share.',
    input: z.object({ report: z.enum(statReports) }),
    data: z.array(ReportView),
  }),
  addView: endpoint({
    method: 'POST',
    path: at('add'),
    access: 'statistics.view',
    summary: 'Keeps a report as it is set, under a name.',
    input: z.object({ report: z.enum(statReports), ...Fields }),
    data: z.object({ id: z.number() }),
  }),
  updateView: endpoint({
    method: 'POST',
    path: at('update'),
    access: 'statistics.view',
    summary: 'Changes a view of mine; an owner also changes shared ones.',
    input: z.object({ id: Id, ...Fields }),
    data: z.null(),
  }),
  removeView: endpoint({
    method: 'POST',
    path: at('remove'),
    access: 'statistics.view',
    summary: 'Deletes a view of mine, with its mails; an owner also deletes shared ones.',
    input: z.object({ id: Id }),
    data: z.null(),
  }),
  mailView: endpoint({
    method: 'POST',
    path: at('mail'),
    access: 'statistics.export',
    freshProof: true,
    summary: 'Sends me a view by mail every day, week or month, with the file; null ends it.',
    input: z.object({ id: Id, mail: MailWish.nullable() }),
    data: z.null(),
  }),
};
