import { z } from 'zod';
import { billedServices } from '#core/money/bill.ts';
import { Day } from '#shared/days.ts';
import { download, endpoint, Id, nothing, pageOf, PageQuery, TableFileKind, WireTime } from '#shared/endpoint.ts';

export const BILL_NAME_MAX = 120;
export const BILL_ADDRESS_MAX = 400;
export const TAX_ID_MAX = 40;
export const BANK_WORDS_MAX = 400;
export const BILL_TAXES_MOST = 5;
export const TAX_NAME_MAX = 40;

const words = (most: number) => z.string().trim().max(most);
const lines = (most: number) => words(most).refine((text) => text.split('\n').length <= 8, 'too many lines');

/** Whom bills are made out to. */
export const BillParty = z.object({
  /** Empty: the company of the team. */ name: words(BILL_NAME_MAX),
  address: lines(BILL_ADDRESS_MAX),
  taxId: words(TAX_ID_MAX),
});
export type BillParty = z.infer<typeof BillParty>;

/** Who sends them. */
export const BillIssuer = BillParty.extend({
  contact: words(BILL_NAME_MAX),
  /** Where to pay, in the operator's words. */ bank: lines(BANK_WORDS_MAX),
});
export type BillIssuer = z.infer<typeof BillIssuer>;

/** Amounts are whole ten-thousandths of the currency's unit. */
export const BillRow = z.object({
  id: z.number(),
  number: z.string(),
  /** `YYYY-MM` */ month: z.string(),
  currency: z.string(),
  totalE4: z.number(),
  issuedAt: WireTime,
});
export type BillRow = z.infer<typeof BillRow>;

export const BilledLine = z.object({
  service: z.enum(billedServices),
  kind: z.string(),
  direction: z.string(),
  country: z.string(),
  note: z.string(),
  count: z.number(),
  seconds: z.number(),
  amountE4: z.number(),
});

/** What a span of time comes to. */
export const BillSums = z.object({
  currency: z.string(),
  beginsAt: WireTime,
  endsAt: WireTime,
  /** Days of the tenant's calendar, both included. */ firstDay: Day,
  lastDay: Day,
  lines: z.array(BilledLine),
  sumE4: z.number(),
  roundingE4: z.number(),
  taxes: z.array(z.object({ name: z.string(), rate: z.number(), baseE4: z.number(), amountE4: z.number() })),
  totalE4: z.number(),
  /** What came in meanwhile. */ paidE4: z.number(),
});
export type BillSums = z.infer<typeof BillSums>;

export const BillDetail = BillRow.extend(BillSums.shape).extend({
  issuer: BillIssuer,
  party: BillParty,
  /** What was left behind it. */ balanceE4: z.number(),
});
export type BillDetail = z.infer<typeof BillDetail>;

export const BillTaxRate = z.object({
  name: words(TAX_NAME_MAX).min(1),
  /** In hundredths of a percent: 1600 are 16 %. */ rate: z.number().int().min(0).max(10_000),
});
export type BillTaxRate = z.infer<typeof BillTaxRate>;

/** Pushed to those who see bills: there is one more. */
export const BILLS_CHANGED = 'bills.changed';

const at = <P extends string>(path: P) => `/cc/api/bill/v1/${path}` as const;
const of = <P extends string>(path: P) => `/admin/operator/bills${path}` as const;
const view = { access: 'bills.view' } as const;
const operator = { access: 'operator', handlesFailures: true } as const;

/** Bills of the team. */
export const tenantBillsApi = {
  balance: endpoint({
    method: 'GET',
    path: '/admin/saas_plat/order/balance',
    ...view,
    summary: 'What is left on the account of the tenant.',
    input: nothing,
    /** `balance` is a decimal text such as `-12.50`, with as many digits as the currency has. */
    data: z.object({ currency: z.string(), balance: z.string() }),
  }),
  list: endpoint({
    method: 'GET',
    path: at('page'),
    ...view,
    summary: 'Bills of the team, the newest first.',
    input: PageQuery,
    data: pageOf(BillRow),
  }),
  current: endpoint({
    method: 'GET',
    path: at('current'),
    ...view,
    summary: 'What has been used since the last bill, as a bill of today would say it.',
    input: nothing,
    data: BillSums,
  }),
  party: endpoint({
    method: 'GET',
    path: at('party'),
    ...view,
    summary: 'Whom bills are made out to.',
    input: nothing,
    data: BillParty,
  }),
  setParty: endpoint({
    method: 'PUT',
    path: at('party'),
    access: 'bills.edit',
    summary: 'Says whom bills are made out to; those already issued stay as they are.',
    input: BillParty,
    data: z.null(),
  }),
  detail: endpoint({
    method: 'GET',
    path: at('{id}'),
    ...view,
    summary: 'One bill with its lines and taxes.',
    input: z.object({ id: Id }),
    data: BillDetail,
  }),
  pdf: download({
    method: 'GET',
    path: at('{id}/pdf'),
    ...view,
    logged: true,
    summary: 'A bill as a PDF, in the language of the reader.',
    input: z.object({ id: Id }),
    limit: { per: 'user', max: 60, windowSec: 60 },
  }),
  records: download({
    method: 'GET',
    path: at('{id}/records'),
    ...view,
    logged: true,
    summary: 'Every entry behind a bill as a table; where there are many the file comes to the downloads.',
    input: z.object({ id: Id, kind: TableFileKind.default('csv') }),
    instead: z.object({ task_id: z.number() }),
    limit: { per: 'user', max: 30, windowSec: 60 },
  }),
};

/** Bills of all tenants, as those who run the installation see them. */
export const operatorBillsApi = {
  all: endpoint({
    ...operator,
    method: 'POST',
    path: of('/page'),
    reads: true,
    summary: 'Bills of all tenants, the newest first.',
    input: PageQuery.extend({
      tenantId: Id.optional(),
      month: z
        .string()
        .regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/)
        .optional(),
    }),
    data: pageOf(BillRow.extend({ tenantId: z.number(), tenantName: z.string() })),
  }),
  anyPdf: download({
    ...operator,
    method: 'GET',
    path: of('/{id}/pdf'),
    logged: true,
    summary: 'A bill of any tenant as a PDF.',
    input: z.object({ id: Id }),
  }),
  issuer: endpoint({
    ...operator,
    method: 'GET',
    path: of('/issuer'),
    summary: 'The company that sends the bills, and how they are numbered.',
    input: nothing,
    data: BillIssuer.extend({ prefix: z.string(), nextNo: z.number() }),
  }),
  setIssuer: endpoint({
    ...operator,
    method: 'PUT',
    path: of('/issuer'),
    summary: 'Says which company sends the bills; those already issued stay as they are.',
    input: BillIssuer.extend({ prefix: z.string().trim().max(20) }),
    data: z.null(),
  }),
  billing: endpoint({
    ...operator,
    method: 'GET',
    path: of('/tenants/{tenantId}'),
    summary: 'Whom bills of a tenant are made out to, and the taxes on them.',
    input: z.object({ tenantId: Id }),
    data: z.object({ party: BillParty, taxes: z.array(BillTaxRate) }),
  }),
  setBilling: endpoint({
    ...operator,
    method: 'PUT',
    path: of('/tenants/{tenantId}'),
    summary: 'Says whom bills of a tenant are made out to, and the taxes on the next ones.',
    input: z.object({ tenantId: Id, party: BillParty, taxes: z.array(BillTaxRate).max(BILL_TAXES_MOST) }),
    data: z.null(),
  }),
  issueLast: endpoint({
    ...operator,
    method: 'POST',
    path: of('/tenants/{tenantId}/issue'),
    summary: 'Issues the last bill of a closed tenant now, up to this moment.',
    input: z.object({ tenantId: Id }),
    data: z.object({ id: z.number() }),
  }),
};
