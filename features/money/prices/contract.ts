import { z } from 'zod';
import { pricedKinds, priceServices } from '#core/money/choose-price.ts';
import { Currency } from '#shared/codes/currency.ts';
import { diallingCode } from '#shared/countries.ts';
import { download, endpoint, Id, pageOf, PageQuery, TableFileKind, upload, WireTime } from '#shared/endpoint.ts';
import { priceColumns, priceRowFaults, rowFaultOf, type PriceField, type PricePlace } from './core/price-rules.ts';

/** Pushed to the pages of operators: a file of prices has gone on (`importId`). */
export const PRICE_FILE_MOVED = 'prices.fileMoved';

export const PRICE_LIST_NAME_MAX = 80;
/** Prices a list may have: every prefix of every carrier of the world, and as many again. */
export const LIST_PRICES_MOST = 200_000;
export const PRICE_LISTS_MOST = 10_000;
const PRICE_TABLE_BYTES = 40 * 1024 * 1024;
/** In ten-thousandths of the currency's unit: ten million units. */
const PRICE_E4_MOST = 100_000_000_000;
const PERIOD_MOST_SEC = 3_600;

export const PricedService = z.enum(priceServices);
/** Of calls; empty: any that go out. */
export const PriceKind = z.enum(['', ...pricedKinds]);
/** Of seats; empty: any. */
export const SeatVariant = z.enum(['', 'voice', 'text']);
export type SeatVariant = z.infer<typeof SeatVariant>;
const Country = z
  .string()
  .refine((iso2) => iso2 === '' || (iso2 === iso2.toUpperCase() && diallingCode(iso2) !== null), 'a country');
const AmountE4 = z.number().int().min(0).max(PRICE_E4_MOST);

const priceShape = {
  service: PricedService,
  kind: PriceKind,
  variant: SeatVariant,
  country: Country,
  /** First digits of the number, with its country's code. */
  prefix: z.string().regex(/^[0-9]{0,15}$/),
  firstSec: z.number().int().min(1).max(PERIOD_MOST_SEC),
  nextSec: z.number().int().min(1).max(PERIOD_MOST_SEC),
  setupE4: AmountE4,
  priceE4: AmountE4,
};
const isRight = (field: PriceField) => (row: PricePlace) => rowFaultOf(row)?.field !== field;
/** What a price is for must fit together; `more` names which it is. */
const priceWith = <S extends z.ZodRawShape>(more: S) =>
  z
    .object({ ...priceShape, ...more })
    .refine((row) => isRight('kind')(row as PricePlace), { path: ['kind'] })
    .refine((row) => isRight('variant')(row as PricePlace), { path: ['variant'] })
    .refine((row) => isRight('country')(row as PricePlace), { path: ['country'] })
    .refine((row) => isRight('prefix')(row as PricePlace), { path: ['prefix'] });
/** A price, and what it is for. */
export const PriceFields = priceWith({});
export type PriceFields = z.infer<typeof PriceFields>;

export const PriceLine = z.object({
  ...priceShape,
  kind: z.string(),
  variant: z.string(),
  country: z.string(),
  id: z.number(),
});
export type PriceLine = z.infer<typeof PriceLine>;

export const PriceListState = z.enum(['ahead', 'inForce', 'over']);
export type PriceListState = z.infer<typeof PriceListState>;
export const PriceList = z.object({
  id: z.number(),
  name: z.string(),
  currency: z.string(),
  /** Null: the installation's. */ tenantId: z.number().nullable(),
  tenantName: z.string(),
  beginsAt: WireTime,
  /** When the next of the same owner and currency begins; null: nothing follows. */ endsAt: WireTime.nullable(),
  state: PriceListState,
  prices: z.number(),
  author: z.string(),
  createdAt: WireTime,
});
export type PriceList = z.infer<typeof PriceList>;

const Name = z.string().trim().min(1).max(PRICE_LIST_NAME_MAX);
export const PriceListFields = z.object({
  name: Name,
  /** Null: the installation's; else of this tenant alone, in its currency. */ tenantId: Id.nullable(),
  currency: Currency.schema,
  beginsAt: WireTime,
});
export type PriceListFields = z.infer<typeof PriceListFields>;

const rowSearch = {
  service: PricedService.optional(),
  kind: PriceKind.optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  /** First digits, a whole number, or part of a country's name. */ words: z.string().trim().max(40).default(''),
};
export const PriceSearch = z.object(rowSearch);
export type PriceSearch = z.output<typeof PriceSearch>;

export const WrongPrice = z.object({
  line: z.number(),
  /** Null: the row as a whole. */ column: z.enum(priceColumns).nullable(),
  why: z.enum(priceRowFaults),
  value: z.string(),
});
export type WrongPrice = z.infer<typeof WrongPrice>;

/** What a file would do to its list; nothing is done yet. */
export const CheckedPrices = z.object({
  id: z.number(),
  fileName: z.string(),
  mode: z.enum(['replace', 'add']),
  rows: z.number(),
  /** How many rows are wrong. With any, nothing of the file can be taken. */ wrongCount: z.number(),
  wrong: z.array(WrongPrice),
  added: z.number(),
  changed: z.number(),
  same: z.number(),
  removed: z.number(),
});
export type CheckedPrices = z.infer<typeof CheckedPrices>;

/** A file of prices on its way into a list. */
export const PriceFile = z.object({
  id: z.number(),
  fileName: z.string(),
  mode: z.enum(['replace', 'add']),
  /** Taken whole or not at all; what failed has changed nothing. */
  state: z.enum(['checking', 'checked', 'taking', 'done', 'failed']),
  /** Rows read so far, and of how many; 0: not known yet. */ read: z.number(),
  total: z.number(),
  /** The name of the failure; empty without one. */ reason: z.string(),
  /** Null until it is checked. */ checked: CheckedPrices.nullable(),
  /** How many the list has since; null until it is taken. */ prices: z.number().nullable(),
});
export type PriceFile = z.infer<typeof PriceFile>;

/** A price the tenant pays. */
export const GuidePrice = PriceLine.extend({ /** Agreed with this tenant alone. */ isOwn: z.boolean() });
export type GuidePrice = z.infer<typeof GuidePrice>;

/** `free`: nothing is said about it, it costs nothing. `none`: others are priced, this is not, and it is refused. */
export const PriceAnswered = z.discriminatedUnion('is', [
  z.object({ is: z.literal('free') }),
  z.object({ is: z.literal('none') }),
  z.object({ is: z.literal('price'), price: GuidePrice }),
]);
export type PriceAnswered = z.infer<typeof PriceAnswered>;
export const NumberPrices = z.object({
  /** Digits with the country's code. */ number: z.string(),
  country: z.string(),
  answers: z.array(z.object({ service: PricedService, kind: PriceKind, answer: PriceAnswered })),
});
export type NumberPrices = z.infer<typeof NumberPrices>;

export const priceChangeKinds = ['dearer', 'cheaper', 'otherwise', 'added', 'removed'] as const;
export const PriceChange = z.object({
  change: z.enum(priceChangeKinds),
  /** Null: there was none. */ before: PriceLine.nullable(),
  /** Null: there will be none. */ after: PriceLine.nullable(),
});
export type PriceChange = z.infer<typeof PriceChange>;
export const ComingPrices = pageOf(PriceChange).extend({
  /** Null: no list that would begin is known. */ beginsAt: WireTime.nullable(),
  isOwn: z.boolean(),
  counts: z.object(
    Object.fromEntries(priceChangeKinds.map((kind) => [kind, z.number()])) as Record<
      (typeof priceChangeKinds)[number],
      z.ZodNumber
    >,
  ),
});
export type ComingPrices = z.infer<typeof ComingPrices>;

const at = <P extends string>(path: P) => `/cc/api/price/v1/${path}` as const;
const of = <P extends string>(path: P) => `/admin/operator/price/${path}` as const;

/** What the tenant pays. */
export const priceGuideApi = {
  guide: endpoint({
    method: 'POST',
    path: at('page'),
    access: 'prices.view',
    reads: true,
    summary: 'What the team pays: its own prices, and those of the installation that they leave in force.',
    input: PageQuery.extend(rowSearch),
    data: pageOf(GuidePrice).extend({
      /** There are more than `total`. */ totalCapped: z.boolean(),
      currency: z.string(),
      /** Since when the prices hold; null without a list. */ since: WireTime.nullable(),
      /** When others begin; null: none known. */ nextAt: WireTime.nullable(),
    }),
  }),
  guideNumber: endpoint({
    method: 'POST',
    path: at('number'),
    access: 'prices.view',
    reads: true,
    summary: 'What calls and messages to one number cost.',
    input: z.object({ number: z.string().trim().min(3).max(40), country: Country.default('') }),
    data: NumberPrices,
    handlesFailures: true,
    limit: { per: 'user', max: 120, windowSec: 60 },
  }),
  guideNext: endpoint({
    method: 'POST',
    path: at('next'),
    access: 'prices.view',
    reads: true,
    summary: 'When the next prices begin, and what they change.',
    input: PageQuery,
    data: ComingPrices,
  }),
  guideExport: endpoint({
    method: 'POST',
    path: at('export'),
    access: 'prices.view',
    summary: 'Writes what the team pays into a file.',
    input: PriceSearch.extend({ file: TableFileKind.default('csv') }),
    data: z.object({ downloadId: z.number() }),
  }),
};

const operator = { access: 'operator' } as const;
/** Price lists, as the operator of the installation keeps them. */
export const priceListsApi = {
  lists: endpoint({
    method: 'POST',
    path: of('list/page'),
    ...operator,
    reads: true,
    summary: 'Price lists of the installation and of tenants, those in force and to come first.',
    input: PageQuery.extend({
      /** `installation`: its own; `tenants`: those of tenants. */ owner: z
        .enum(['installation', 'tenants'])
        .optional(),
      tenantId: Id.optional(),
      currency: Currency.schema.optional(),
      state: PriceListState.optional(),
    }),
    data: pageOf(PriceList),
  }),
  list: endpoint({
    method: 'POST',
    path: of('list/get'),
    ...operator,
    reads: true,
    summary: 'One price list.',
    input: z.object({ id: Id }),
    data: PriceList,
  }),
  payers: endpoint({
    method: 'POST',
    path: of('payers'),
    ...operator,
    reads: true,
    summary: 'Tenants that pay, by name: those a list can be made for.',
    input: z.object({ words: z.string().trim().max(60).default('') }),
    data: z.array(z.object({ id: z.number(), name: z.string(), currency: z.string() })),
  }),
  add: endpoint({
    method: 'POST',
    path: of('list/add'),
    ...operator,
    summary: 'Makes an empty price list that begins later.',
    input: PriceListFields,
    data: z.object({ id: z.number() }),
  }),
  copy: endpoint({
    method: 'POST',
    path: of('list/copy'),
    ...operator,
    summary: 'Copies a price list with all its prices; the copy begins later, and may be for another tenant.',
    input: z.object({ id: Id, name: Name, tenantId: Id.nullable(), beginsAt: WireTime }),
    data: z.object({ id: z.number() }),
  }),
  update: endpoint({
    method: 'POST',
    path: of('list/update'),
    ...operator,
    summary: 'Renames a price list; one that has not begun may begin at another time.',
    input: z.object({ id: Id, name: Name, beginsAt: WireTime }),
    data: z.null(),
  }),
  begin: endpoint({
    method: 'POST',
    path: of('list/begin'),
    ...operator,
    summary: 'Lets a price list begin now.',
    input: z.object({ id: Id }),
    data: z.null(),
  }),
  remove: endpoint({
    method: 'POST',
    path: of('list/delete'),
    ...operator,
    summary: 'Deletes a price list that has not begun.',
    input: z.object({ id: Id }),
    data: z.null(),
  }),
  rows: endpoint({
    method: 'POST',
    path: of('row/page'),
    ...operator,
    reads: true,
    summary: 'Prices of a list.',
    input: PageQuery.extend({ listId: Id, ...rowSearch }),
    data: pageOf(PriceLine),
  }),
  addRow: endpoint({
    method: 'POST',
    path: of('row/add'),
    ...operator,
    summary: 'Adds a price to a list that has not begun.',
    input: priceWith({ listId: Id }),
    data: z.object({ id: z.number() }),
  }),
  updateRow: endpoint({
    method: 'POST',
    path: of('row/update'),
    ...operator,
    summary: 'Changes a price of a list that has not begun.',
    input: priceWith({ id: Id }),
    data: z.null(),
  }),
  removeRows: endpoint({
    method: 'POST',
    path: of('row/delete'),
    ...operator,
    summary: 'Deletes prices of a list that has not begun.',
    input: z.object({ listId: Id, ids: z.array(Id).min(1).max(200) }),
    data: z.object({ removed: z.number() }),
  }),
  check: upload({
    method: 'POST',
    path: of('file/check'),
    ...operator,
    summary:
      'Takes a csv or xlsx file of prices to be read: what it would change and what is wrong with it is told afterwards; nothing is changed yet.',
    input: z.object({ listId: Id, mode: z.enum(['replace', 'add']) }),
    data: PriceFile,
    accepts: ['text/csv', 'text/plain', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    maxBytes: PRICE_TABLE_BYTES,
    limit: { per: 'user', max: 20, windowSec: 60 },
  }),
  take: endpoint({
    method: 'POST',
    path: of('file/take'),
    ...operator,
    summary: 'Begins to take a checked file into its list, all of it or nothing.',
    input: z.object({ id: Id }),
    data: PriceFile,
  }),
  fileOf: endpoint({
    method: 'POST',
    path: of('file/of'),
    ...operator,
    reads: true,
    renewsSession: false,
    summary: 'The latest file of prices of a list, and how far it is; null where there is none.',
    input: z.object({ listId: Id }),
    data: PriceFile.nullable(),
  }),
  errors: download({
    method: 'GET',
    path: of('file/{id}/errors'),
    ...operator,
    summary: 'The rows of a checked file that are wrong, with line and reason, to be put right and brought again.',
    input: z.object({ id: Id }),
  }),
  file: download({
    method: 'GET',
    path: of('list/{id}/file'),
    ...operator,
    logged: true,
    summary: 'A price list as a file, which can be brought back.',
    input: z.object({ id: Id, kind: TableFileKind.default('csv') }),
  }),
  template: download({
    method: 'GET',
    path: of('file/template'),
    ...operator,
    summary: 'An example of a file of prices.',
    input: z.object({ kind: TableFileKind.default('xlsx') }),
  }),
};

export const pricesApi = { ...priceGuideApi, ...priceListsApi };
