import { z } from 'zod';
import { numberStrategies, priceFaults, trunkStrategies } from '#core/call/route-choices.ts';
import { RouteType } from '#shared/codes/route-type.ts';
import { diallingCode } from '#shared/countries.ts';
import { Id, nothing, operation, pageOf, PageQuery, upload, WireTime } from '#shared/endpoint.ts';

export const ROUTES_MOST = 200;
export const TRUNKS_MOST = 200;
export const ROUTE_TRUNKS_MOST = 20;
export const POOL_NUMBERS_MOST = 2_000;
export const PRICES_MOST = 100_000;
const PRICE_FILE_BYTES = 5 * 1024 * 1024;

/** A country that has a dialling code. */
const RouteCountry = z
  .string()
  .refine((iso2) => iso2 === iso2.toUpperCase() && diallingCode(iso2) !== null, 'a country with a dialling code');

const isZone = (zone: string): boolean => {
  try {
    return Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** When a route is open: always, as a calendar of `/settings/hours` says, or by a week of its own. */
export const RouteHours = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('always') }),
  z.object({ kind: z.literal('calendar'), calendarId: Id }),
  z.object({
    kind: z.literal('weekly'),
    timeZone: z.string().max(60).refine(isZone, 'a time zone'),
    /** Minutes from midnight; 1 is Monday. One that ends before it begins goes over midnight. */
    weekly: z
      .array(
        z.object({
          day: z.number().int().min(1).max(7),
          from: z.number().int().min(0).max(1_439),
          to: z.number().int().min(0).max(1_440),
        }),
      )
      .min(1)
      .max(42),
  }),
]);
export type RouteHours = z.infer<typeof RouteHours>;

const routeFields = {
  name: z.string().trim().min(1).max(60),
  /** 1 automatic calls, 2 calls by hand, 3 calls that come in, 4 every call that goes out. */
  type: RouteType.schema,
  /** Where called numbers are; of a route for calls that come in, where our own are. None: everywhere. */
  countries: z.array(RouteCountry).max(250),
  hours: RouteHours,
  enabled: z.boolean(),
  strategy: z.enum(trunkStrategies),
  /** In the order to try them; the weight counts with the strategy `share` only. */
  trunks: z
    .array(z.object({ trunkId: Id, weight: z.number().int().min(1).max(1_000) }))
    .min(1)
    .max(ROUTE_TRUNKS_MOST)
    .refine((trunks) => new Set(trunks.map(({ trunkId }) => trunkId)).size === trunks.length, 'a trunk twice'),
};
/** What somebody may set of a route. */
export const RouteFields = z.object(routeFields);
export type RouteFields = z.output<typeof RouteFields>;

export const CallRoute = z.object({
  id: z.number(),
  name: z.string(),
  type: RouteType.schema,
  countries: z.array(z.string()),
  hours: RouteHours,
  /** Of the calendar it follows; empty without one. */
  calendarName: z.string(),
  /** By its hours, at this moment. */
  isOpen: z.boolean(),
  enabled: z.boolean(),
  strategy: z.enum(trunkStrategies),
  trunks: z.array(z.object({ trunkId: z.number(), name: z.string(), enabled: z.boolean(), weight: z.number() })),
  numberStrategy: z.enum(numberStrategies),
  /** In its pool; none: every number that is bound to no other route. */
  numbers: z.number(),
  /** Groups that call by it. */
  groups: z.array(z.object({ id: z.number(), name: z.string() })),
  version: z.number(),
});
export type CallRoute = z.infer<typeof CallRoute>;

const trunkFields = {
  name: z.string().trim().min(1).max(60),
  /** A word of `line.carriers`. */
  carrier: z.string().regex(/^[a-z0-9-]{1,40}$/),
  enabled: z.boolean(),
  /** Null: no limit. */
  maxCalls: z.number().int().min(1).max(100_000).nullable(),
  callsPerSec: z.number().int().min(1).max(10_000).nullable(),
  /** Calls to emergency numbers may leave by it; only a trunk of a real carrier carries them. */
  emergency: z.boolean(),
  /** Where people who call from here are: told to the carrier with an emergency call. */
  emergencyAddress: z.string().trim().max(300),
};
/** What somebody may set of a trunk. */
export const TrunkFields = z.object(trunkFields);
export type TrunkFields = z.output<typeof TrunkFields>;

export const Trunk = TrunkFields.extend({
  id: z.number(),
  /** Its carrier only rehearses: no call leaves the house. */
  isRehearsal: z.boolean(),
  /** The exchange knows the carrier. */
  isKnown: z.boolean(),
  /** Going out over it at this moment. */
  calls: z.number(),
  /** Rows of its price list. */
  prices: z.number(),
  routes: z.array(z.object({ id: z.number(), name: z.string() })),
  version: z.number(),
});
export type Trunk = z.infer<typeof Trunk>;

/** What a minute costs to numbers that begin so: in the smallest unit of the currency (cents), up to four decimals. */
export const TrunkPrice = z.object({ prefix: z.string(), perMinute: z.number() });
export type TrunkPrice = z.infer<typeof TrunkPrice>;

export const ImportedPrices = z.object({
  imported: z.number().int(),
  /** With any of these nothing was taken; the first fifty. `why`: `prefix`, `price`, `twice`, `columns` or `tooMany`. */
  wrong: z.array(z.object({ line: z.number(), why: z.enum(priceFaults) })),
});
export type ImportedPrices = z.infer<typeof ImportedPrices>;

/** One of our numbers: ids of our own and of external ones may meet. */
export const NumberRef = z.object({ kind: z.enum(['did', 'external']), id: Id });
export type NumberRef = z.infer<typeof NumberRef>;
const PoolRefs = z
  .array(NumberRef)
  .max(POOL_NUMBERS_MOST)
  .refine((refs) => new Set(refs.map(({ kind, id }) => `${kind} ${id}`)).size === refs.length, 'a number twice');

const NumberChoice = z.object({
  kind: z.enum(['did', 'external']),
  id: z.number(),
  number: z.string(),
  remark: z.string(),
  countryIso2: z.string(),
  /** It is shown by this route alone; null: by any. */
  routerId: z.number().nullable(),
});
export type NumberChoice = z.infer<typeof NumberChoice>;

export const PoolNumber = NumberChoice.extend({
  /** Calls that showed it today. */
  shownToday: z.number(),
  lastShownAt: WireTime.nullable(),
  /** Calls since somebody last answered it. */
  unanswered: z.number(),
  /** It is not shown before; null: it does not rest. */
  restsUntil: WireTime.nullable(),
});
export type PoolNumber = z.infer<typeof PoolNumber>;

const poolFields = {
  strategy: z.enum(numberStrategies),
  /** A number that so many calls in a row were not answered from rests; null: none rests. */
  restAfter: z.number().int().min(2).max(1_000).nullable(),
  restMinutes: z.number().int().min(1).max(10_080),
};
export const NumberPool = z.object({
  routerId: z.number(),
  version: z.number(),
  ...poolFields,
  numbers: z.array(PoolNumber),
});
export type NumberPool = z.infer<typeof NumberPool>;

const ROUTE = '/cc/api/route/v1/route';
const view = { method: 'POST', address: ROUTE, access: 'routes.view', reads: true } as const;
const edit = { method: 'POST', address: ROUTE, access: 'routes.edit' } as const;
const Version = z.number().int();

/** The one call of routes: `path` says what is asked of it. */
export const routeOperations = {
  list: operation('list', {
    ...view,
    summary: 'The routes, with their trunks and whether they are open now.',
    input: nothing,
    data: z.array(CallRoute),
  }),
  create: operation('create', {
    ...edit,
    summary: 'Adds a route; the next call may take it.',
    input: z.object(routeFields),
    data: z.object({ id: z.number() }),
  }),
  update: operation('update', {
    ...edit,
    summary: 'Changes a route; refused where somebody changed it meanwhile.',
    input: z.object({ id: Id, version: Version, ...routeFields }),
    data: z.null(),
  }),
  delete: operation('delete', {
    ...edit,
    summary: 'Deletes a route that no number is bound to; groups that called by it call by what is left to them.',
    input: z.object({ id: Id, version: Version }),
    data: z.null(),
  }),
  listTrunks: operation('line.list', {
    ...view,
    summary: 'The trunks, with the calls they carry now.',
    input: nothing,
    data: z.array(Trunk),
  }),
  carriers: operation('line.carriers', {
    ...view,
    summary: 'The carriers a trunk can lead to.',
    input: nothing,
    data: z.array(z.object({ carrier: z.string(), isRehearsal: z.boolean() })),
  }),
  createTrunk: operation('line.create', {
    ...edit,
    summary: 'Adds a trunk to a carrier the exchange knows.',
    input: z.object(trunkFields),
    data: z.object({ id: z.number() }),
  }),
  updateTrunk: operation('line.update', {
    ...edit,
    summary: 'Changes a trunk; calls it carries go on.',
    input: z.object({ id: Id, version: Version, ...trunkFields }),
    data: z.null(),
  }),
  deleteTrunk: operation('line.delete', {
    ...edit,
    summary: 'Deletes a trunk that no route has and no call goes over.',
    input: z.object({ id: Id, version: Version }),
    data: z.null(),
  }),
  prices: operation('costs.page', {
    ...view,
    summary: 'What calls over a trunk cost, by the first digits of the number; the longest that fits holds.',
    input: PageQuery.extend({ trunkId: Id, prefix: z.string().regex(/^\d*$/).max(15).default('') }),
    data: pageOf(TrunkPrice).extend({ currency: z.string() }),
  }),
  clearPrices: operation('costs.clear', {
    ...edit,
    summary: 'Empties the price list of a trunk.',
    input: z.object({ trunkId: Id }),
    data: z.object({ removed: z.number() }),
  }),
  pool: operation('numberPool', {
    ...view,
    summary: 'The numbers a route shows, how it chooses among them, and which of them rest.',
    input: z.object({ routerId: Id }),
    data: NumberPool,
  }),
  poolChoices: operation('numberPool.choices', {
    ...view,
    summary: 'Every number of ours that a route can show; the first 2,000.',
    input: nothing,
    data: z.array(NumberChoice),
  }),
  setPool: operation('numberPool.set', {
    ...edit,
    summary: 'Says which numbers a route shows, in order, and how it chooses; none: every number bound to no other.',
    input: z.object({ routerId: Id, version: Version, ...poolFields, numbers: PoolRefs }),
    data: z.null(),
  }),
};

export const importPrices = upload({
  method: 'POST',
  path: '/cc/api/route/v1/costs/import',
  access: 'routes.edit',
  summary:
    'Takes the price list of a trunk from a csv: first digits, price of a minute. With one wrong row nothing is taken.',
  input: z.object({
    trunkId: Id,
    /** `replace`: the list is this file; `add`: the file is added to it, and changes prices of the same digits. */
    mode: z.enum(['replace', 'add']).default('replace'),
  }),
  data: ImportedPrices,
  accepts: ['text/csv', 'text/plain'],
  maxBytes: PRICE_FILE_BYTES,
  limit: { per: 'user', max: 20, windowSec: 60 },
});
