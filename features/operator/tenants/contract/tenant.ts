import { z } from 'zod';
import { diallingCode } from '#shared/countries.ts';
import { Id, WireTime } from '#shared/endpoint.ts';
import { tenantStates } from '../core/tenant-state.ts';
import { tenantTroubles } from '../core/tenant-trouble.ts';

/** A thousand millions of the unit: sums of many such are still exact. */
const LARGEST_E4 = 10_000_000_000_000;
/** Money in whole ten-thousandths of the currency's unit. */
const AmountE4 = z.number().int().min(0).max(LARGEST_E4);
const isCountry = (iso2: string): boolean => /^[A-Z]{2}$/.test(iso2) && diallingCode(iso2) !== null;
const Limit = z.number().int().min(0).max(1_000_000);

/** What a tenant may use. Null: as much as it likes. */
export const TenantPlan = z.object({
  voiceSeats: Limit.nullable(),
  textSeats: Limit.nullable(),
  callsAtOnce: Limit.nullable(),
  storageBytes: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).nullable(),
  /** ISO 3166 codes of two letters; empty: all. The tenant's own choice narrows them further. */
  countries: z
    .array(z.string().refine(isCountry, 'tenants.wrong.country'))
    .max(300)
    .transform((codes) => [...new Set(codes)].sort()),
  aiFlows: z.boolean(),
  accountMode: z.enum(['standard', 'textOnly']),
  kind: z.enum(['standard', 'analytics']),
  /** `YYYY-MM-DD`, the last day of UTC on which calls to the outside are let through (else 810); null: for ever. */
  paidUntil: z.iso.date().nullable(),
  /** Calls by trunks of its own cost nothing. */
  ownLinesFree: z.boolean(),
  /** How far below nothing its balance may go; without an account it has no meaning. */
  creditE4: AmountE4,
});
export type TenantPlan = z.output<typeof TenantPlan>;

const Seats = z.object({ used: z.number().int(), limit: z.number().int().nullable() });

/** One line of the list. Figures are counted every few minutes; state and balance are those of now. */
export const TenantRow = z.object({
  id: z.number(),
  name: z.string(),
  company: z.string(),
  companyDomain: z.string().nullable(),
  foundedAt: WireTime,
  state: z.enum(tenantStates),
  stateWhy: z.string(),
  stateAt: WireTime.nullable(),
  /** Of a closed one: everything is deleted then. */
  deleteAt: WireTime.nullable(),
  isDemo: z.boolean(),
  /** I work from here: it cannot be suspended by me. */
  isMine: z.boolean(),
  members: z.number().int(),
  voiceSeats: Seats,
  textSeats: Seats,
  callsNow: z.number().int(),
  callsToday: z.number().int(),
  calls30Days: z.number().int(),
  storageBytes: z.number().int(),
  storageLimit: z.number().int().nullable(),
  /** Null: its money is not counted. */
  currency: z.string().nullable(),
  balanceE4: z.number().int().nullable(),
  heldE4: z.number().int().nullable(),
  campaignsStopped: z.boolean(),
  trunksDown: z.number().int(),
  failingJobs: z.number().int(),
  lastSignInAt: WireTime.nullable(),
  troubles: z.array(z.enum(tenantTroubles)),
  /** When the figures were counted; null: not yet. */
  countedAt: WireTime.nullable(),
});
export type TenantRow = z.infer<typeof TenantRow>;

export const tenantExportStates = ['waiting', 'making', 'ready', 'failed', 'expired', 'refused'] as const;
/** Everything a tenant has, as one archive; `refused`: somebody said that none is wanted. */
export const TenantExport = z.object({
  id: z.number(),
  state: z.enum(tenantExportStates),
  askedBy: z.string(),
  askedAt: WireTime,
  bytes: z.number().int().nullable(),
  readyAt: WireTime.nullable(),
  /** It is deleted then. */
  expiresAt: WireTime.nullable(),
});
export type TenantExport = z.infer<typeof TenantExport>;

/** Help inside a tenant: asked for, allowed, over. */
export const TenantHelp = z.object({
  id: z.number(),
  /** Empty where the tenant offered it by itself. */
  askedBy: z.string(),
  askedAt: WireTime,
  why: z.string(),
  functions: z.array(z.string()),
  grantedBy: z.string(),
  grantedAt: WireTime.nullable(),
  until: WireTime.nullable(),
  endedAt: WireTime.nullable(),
  endedBy: z.string(),
  /** Whoever is operator may go in now. */
  isOpen: z.boolean(),
});
export type TenantHelp = z.infer<typeof TenantHelp>;

export const TenantDetail = TenantRow.extend({
  plan: TenantPlan,
  owners: z.array(z.object({ name: z.string(), email: z.string(), lastSignInAt: WireTime.nullable() })),
  language: z.string(),
  timeZone: z.string(),
  /** Of the last thirty days of UTC, those with calls. */
  days: z.array(z.object({ day: z.string(), calls: z.number().int(), minutes: z.number().int() })),
  exports: z.array(TenantExport),
  /** Of a closed one: an archive is still waited for before it is deleted. */
  awaitsExport: z.boolean(),
  helps: z.array(TenantHelp),
});
export type TenantDetail = z.infer<typeof TenantDetail>;

export const tenantOrders = [
  'name',
  'foundedAt',
  'members',
  'callsNow',
  'callsToday',
  'calls30Days',
  'storageBytes',
  'balance',
  'lastSignInAt',
] as const;
export const TenantFilter = z.object({
  /** Any part of the name, company or domain, or the id. */
  keyword: z.string().trim().max(100).optional(),
  states: z.array(z.enum(tenantStates)).max(3).default([]),
  /** Only those with one of these; empty: all. */
  troubles: z.array(z.enum(tenantTroubles)).max(10).default([]),
  order: z.enum(tenantOrders).default('name'),
  descending: z.boolean().default(false),
});
export type TenantFilter = z.output<typeof TenantFilter>;

/** A new tenant. Its owner is invited by mail and chooses the password. */
export const TenantFounding = z.object({
  company: z.string().trim().min(1).max(100),
  ownerEmail: z.string().trim().toLowerCase().max(200).pipe(z.email()),
  ownerName: z.string().trim().min(1).max(60),
  /** `zh_CN` and so on. */
  lang: z.string().max(10).default('en_US'),
  /** IANA name. */
  timeZone: z.string().max(60).default('UTC'),
});
export type TenantFounding = z.output<typeof TenantFounding>;

const Why = z.string().trim().max(500).default('');
export const OneTenant = z.object({ id: Id });
export const SuspendTenant = OneTenant.extend({ why: Why });
/** Everything is deleted after so many days. */
export const CloseTenant = OneTenant.extend({ why: Why, afterDays: z.number().int().min(1).max(365).default(30) });
export const AskHelp = OneTenant.extend({
  why: z.string().trim().min(1).max(500),
  functions: z.array(z.string().max(80)).max(500),
});
/** `ref` makes a repeated click the same top-up. */
export const TopUpTenant = OneTenant.extend({
  amountE4: AmountE4.min(1),
  note: z.string().trim().max(200).default(''),
  ref: z.uuid(),
});
/** More than nothing is more for the tenant. */
export const CorrectTenant = OneTenant.extend({
  amountE4: z
    .number()
    .int()
    .min(-LARGEST_E4)
    .max(LARGEST_E4)
    .refine((amount) => amount !== 0),
  note: z.string().trim().min(1).max(200),
  ref: z.uuid(),
});

export const TenantPerson = z.object({
  userId: z.number(),
  name: z.string(),
  email: z.string(),
  roles: z.array(z.string()),
  isOwner: z.boolean(),
  enabled: z.boolean(),
  hasSecondFactor: z.boolean(),
  voiceSeat: z.boolean(),
  textSeat: z.boolean(),
  lastSignInAt: WireTime.nullable(),
});
export type TenantPerson = z.infer<typeof TenantPerson>;
