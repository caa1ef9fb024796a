import { z } from 'zod';
import { EntryFilter, MoneyEntry } from '#features/money/ledger/contract.ts';
import { Announcement, NoticeText } from '#features/team/announcements/contract.ts';
import { Currency } from '#shared/codes/currency.ts';
import { download, endpoint, Id, nothing, pageOf, PageQuery, WireTime } from '#shared/endpoint.ts';
import {
  AskHelp,
  CloseTenant,
  CorrectTenant,
  OneTenant,
  SuspendTenant,
  TenantDetail,
  TenantFilter,
  TenantFounding,
  TenantPerson,
  TenantPlan,
  TenantRow,
  TopUpTenant,
} from './contract/tenant.ts';

export * from './contract/tenant.ts';

/** What the whole installation does. */
export const InstallationFigures = z.object({
  tenants: z.object({ active: z.number().int(), suspended: z.number().int(), closed: z.number().int() }),
  inTrouble: z.number().int(),
  people: z.number().int(),
  callsNow: z.number().int(),
  callsToday: z.number().int(),
  storageBytes: z.number().int(),
  /** Of the disk files lie on; null where it cannot be told. */
  freeBytes: z.number().int().nullable(),
});
export type InstallationFigures = z.infer<typeof InstallationFigures>;

/** A trunk the installation lends: how it connects is written in its settings (`TRUNKS_FILE`), to whom and whether is decided here. */
export const LentToTenants = z.object({
  carrier: z.string(),
  name: z.string(),
  domain: z.string(),
  isUp: z.boolean(),
  calls: z.number().int(),
  /** Null: to all. */
  tenants: z.array(z.object({ id: z.number(), name: z.string() })).nullable(),
  isWithdrawn: z.boolean(),
  /** Whose routes lead over it; `hasOther`: over another trunk as well, besides the rehearsal's. */
  usedBy: z.array(z.object({ id: z.number(), name: z.string(), hasOther: z.boolean() })),
});
export type LentToTenants = z.infer<typeof LentToTenants>;

/** A line phones register on. Those that came with the product are named in the reader's language. */
export const InstallationLine = z.object({
  id: z.number(),
  path: z.string(),
  name: z.string(),
  agents: z.number().int(),
  isBuiltIn: z.boolean(),
});
export type InstallationLine = z.infer<typeof InstallationLine>;
const LineName = z.string().trim().min(1).max(60);

/** What the installation tells everybody in every tenant. */
export const InstallationNotice = Announcement.pick({
  title_cn: true,
  title_en: true,
  content_cn: true,
  content_en: true,
  starts_at: true,
  ends_at: true,
  status: true,
}).extend({ id: z.number(), by: z.string(), at: WireTime, tenants: z.number().int() });
export type InstallationNotice = z.infer<typeof InstallationNotice>;

const at = <P extends string>(path: P) => `/admin/operator${path}` as const;
const operator = { access: 'operator', handlesFailures: true } as const;
/** What cannot be undone easily is done by somebody who showed lately who they are. */
const grave = { ...operator, method: 'POST', freshProof: true } as const;

export const tenantsApi = {
  figures: endpoint({
    ...operator,
    method: 'GET',
    path: at('/figures'),
    summary: 'What the whole installation does.',
    input: nothing,
    data: InstallationFigures,
    renewsSession: false,
  }),
  page: endpoint({
    ...operator,
    method: 'POST',
    path: at('/tenants/page'),
    reads: true,
    summary: 'Tenants with what they use, what they owe and what is wrong with them.',
    input: PageQuery.extend(TenantFilter.shape),
    data: pageOf(TenantRow),
  }),
  detail: endpoint({
    ...operator,
    method: 'GET',
    path: at('/tenants/{id}'),
    summary: 'One tenant with its plan, its owners, its exports and the help it allowed.',
    input: OneTenant,
    data: TenantDetail,
  }),
  found: endpoint({
    ...operator,
    method: 'POST',
    path: at('/tenants'),
    summary: 'Founds a tenant; its owner is invited by mail.',
    input: TenantFounding,
    data: z.object({ id: z.number() }),
  }),
  setPlan: endpoint({
    ...operator,
    method: 'PUT',
    path: at('/tenants/{id}/plan'),
    summary: 'Says what a tenant may use. Lowered limits take nothing away; they hold for what comes.',
    input: TenantPlan.extend({ id: Id }),
    data: z.null(),
  }),
  suspend: endpoint({
    ...grave,
    path: at('/tenants/{id}/suspend'),
    summary:
      'Suspends a tenant: its people are signed out, its phones fall silent and its calls end, at once and everywhere.',
    input: SuspendTenant,
    data: z.null(),
  }),
  resume: endpoint({
    ...operator,
    method: 'POST',
    path: at('/tenants/{id}/resume'),
    summary: 'Resumes a suspended tenant, or takes the closing of one back while its term lasts; else `conflict`.',
    input: OneTenant,
    data: z.null(),
  }),
  close: endpoint({
    ...grave,
    path: at('/tenants/{id}/close'),
    summary:
      'Closes a tenant: suspended at once, deleted with everything it has after the days given, once the export that is begun exists.',
    input: CloseTenant,
    data: z.object({ deleteAt: WireTime }),
  }),
  beginExport: endpoint({
    ...grave,
    path: at('/tenants/{id}/export'),
    summary:
      'Has an archive made of everything a suspended or closed tenant has: a table for each kind of row, and its files.',
    input: OneTenant,
    data: z.object({ exportId: z.number() }),
  }),
  refuseExport: endpoint({
    ...grave,
    path: at('/tenants/{id}/export/refuse'),
    summary: 'Says that a closed tenant is deleted without an archive of what it had; else `conflict`.',
    input: OneTenant,
    data: z.null(),
  }),
  fetchExport: download({
    ...operator,
    method: 'GET',
    path: at('/tenants/{id}/export/{exportId}'),
    freshProof: true,
    logged: true,
    summary: 'The archive, once it is ready and while the tenant is not active.',
    input: OneTenant.extend({ exportId: Id }),
  }),
  openAccount: endpoint({
    ...operator,
    method: 'POST',
    path: at('/tenants/{id}/account'),
    summary: 'Counts the money of a tenant from now on, in one of the currencies there are.',
    input: OneTenant.extend({ currency: Currency.schema }),
    data: z.null(),
  }),
  topUp: endpoint({
    ...grave,
    path: at('/tenants/{id}/top_up'),
    summary: 'Credits money a tenant paid to the operator; the same `ref` credits once.',
    input: TopUpTenant,
    data: z.object({ balanceE4: z.number().int() }),
  }),
  correct: endpoint({
    ...grave,
    path: at('/tenants/{id}/correct'),
    summary: 'Puts right what was booked wrongly, by an entry of its own; the same `ref` books once.',
    input: CorrectTenant,
    data: z.object({ balanceE4: z.number().int() }),
  }),
  entries: endpoint({
    ...operator,
    method: 'POST',
    path: at('/tenants/{id}/entries'),
    summary: 'What a tenant paid and used, the newest first; whoever looks stands in both logs.',
    input: EntryFilter.extend(PageQuery.shape).extend({ id: Id }),
    data: pageOf(MoneyEntry).extend({ totalCapped: z.boolean() }),
  }),
  entriesFile: download({
    ...operator,
    method: 'POST',
    path: at('/tenants/{id}/entries/file'),
    logged: true,
    summary: 'The same as a csv file, with all that the filter leaves.',
    input: EntryFilter.extend({ id: Id }),
    limit: { per: 'user', max: 30, windowSec: 60 },
  }),
  people: endpoint({
    ...operator,
    method: 'POST',
    path: at('/tenants/{id}/people'),
    reads: true,
    summary: 'The people of a tenant: who they are and when they came, nothing of their work.',
    input: PageQuery.extend({ id: Id, keyword: z.string().trim().max(100).optional() }),
    data: pageOf(TenantPerson),
  }),
  stopCampaigns: endpoint({
    ...operator,
    method: 'POST',
    path: at('/tenants/{id}/campaigns'),
    summary: 'Stops the campaigns of a tenant (pause reason 3), or lets them go on.',
    input: OneTenant.extend({ stopped: z.boolean() }),
    data: z.null(),
  }),

  askHelp: endpoint({
    ...operator,
    method: 'POST',
    path: at('/tenants/{id}/help'),
    summary: 'Asks the owners of a tenant for an hour inside it, with these rights; they are told by page and mail.',
    input: AskHelp,
    data: z.object({ helpId: z.number() }),
  }),
  enterHelp: endpoint({
    ...grave,
    path: at('/tenants/{id}/help/enter'),
    summary: 'A session inside a tenant that allowed it: it ends with the hour, or when the tenant withdraws.',
    input: OneTenant,
    data: z.object({ token: z.string(), until: WireTime }),
  }),
  helpRights: endpoint({
    ...operator,
    method: 'GET',
    path: at('/help_rights'),
    summary: 'The rights that can be asked for, by capability, in my language.',
    input: nothing,
    data: z.array(
      z.object({
        feature: z.string(),
        label: z.string(),
        functions: z.array(z.object({ key: z.string(), label: z.string() })),
      }),
    ),
  }),

  notices: endpoint({
    ...operator,
    method: 'POST',
    path: at('/notices/page'),
    reads: true,
    summary: 'What the installation told all tenants, newest first.',
    input: PageQuery,
    data: pageOf(InstallationNotice),
  }),
  addNotice: endpoint({
    ...operator,
    method: 'POST',
    path: at('/notices'),
    summary: 'Tells everybody in every tenant, now or later; tenants founded meanwhile are told as well.',
    input: NoticeText,
    data: z.object({ id: z.number() }),
  }),
  removeNotice: endpoint({
    ...operator,
    method: 'DELETE',
    path: at('/notices/{id}'),
    summary: 'Takes it back everywhere.',
    input: z.object({ id: Id }),
    data: z.null(),
  }),

  lent: endpoint({
    ...operator,
    method: 'GET',
    path: at('/lent_trunks'),
    summary: 'The trunks the installation lends, to whom, and how they are.',
    input: nothing,
    data: z.array(LentToTenants),
  }),
  setLent: endpoint({
    ...grave,
    method: 'PUT',
    path: at('/lent_trunks/{carrier}'),
    summary:
      'Says how a lent trunk is called and to whom it is lent, or withdraws it: new calls of who has it no more go by their other trunks or are refused, calls that go on are not ended.',
    input: z.object({
      carrier: z.string().max(60),
      name: LineName,
      /** Null: to all. */
      tenantIds: z
        .array(Id)
        .max(10_000)
        .transform((ids) => [...new Set(ids)])
        .nullable(),
      isWithdrawn: z.boolean(),
    }),
    data: z.null(),
  }),
  lines: endpoint({
    ...operator,
    method: 'GET',
    path: at('/lines'),
    summary: 'The lines phones register on.',
    input: nothing,
    data: z.array(InstallationLine),
  }),
  addLine: endpoint({
    ...operator,
    method: 'POST',
    path: at('/lines'),
    summary: 'Adds a line phones may register on; its address ends in `path`.',
    input: z.object({ path: z.string().regex(/^[a-z0-9-]{1,40}$/, 'tenants.wrong.path'), name: LineName }),
    data: z.object({ id: z.number() }),
  }),
  renameLine: endpoint({
    ...operator,
    method: 'PUT',
    path: at('/lines/{id}'),
    summary: 'Gives a line that was added another name.',
    input: z.object({ id: Id, name: LineName }),
    data: z.null(),
  }),
  removeLine: endpoint({
    ...operator,
    method: 'DELETE',
    path: at('/lines/{id}'),
    summary: 'Removes a line that was added; who used it uses the first one.',
    input: z.object({ id: Id }),
    data: z.null(),
  }),
};
