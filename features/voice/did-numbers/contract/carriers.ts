import { z } from 'zod';
import { carrierTroubles } from '#core/numbers/carrier-numbers.port.ts';
import { endpoint, Id, nothing, WireTime } from '#shared/endpoint.ts';

export const CARRIER_ACCOUNTS_MOST = 20;
/** An account with more numbers is not read to its end. */
export const SYNC_MOST = 10_000;

export const NumberCarrierKind = z.enum(['twilio', 'telnyx', 'http']);
export type NumberCarrierKind = z.infer<typeof NumberCarrierKind>;

const Place = z
  .string()
  .trim()
  .regex(/^[\w.$-]{0,100}$/);
/** A list of a carrier's own kind; `core/numbers/carrier-numbers.port.ts` says what each is. */
export const CarrierList = z.object({
  url: z.url({ protocol: /^https?$/ }).max(1_000),
  headerName: z
    .string()
    .trim()
    .regex(/^[A-Za-z][\w-]{0,59}$/),
  /** `{secret}` stands for the secret. */
  headerValue: z
    .string()
    .trim()
    .max(500)
    .regex(/^[\t\x20-\x7e]*$/),
  listPath: Place,
  numberPath: Place,
  namePath: Place,
  nextPath: Place,
  totalPath: Place,
});
export type CarrierList = z.infer<typeof CarrierList>;

const name = z.string().trim().min(1).max(60);
const secret = z.string().trim().min(1).max(500);
export const NewCarrierAccount = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('twilio'),
    name,
    secret,
    accountSid: z
      .string()
      .trim()
      .regex(/^AC[0-9a-f]{32}$/i),
  }),
  z.object({ kind: z.literal('telnyx'), name, secret }),
  z.object({ kind: z.literal('http'), name, secret, list: CarrierList }),
]);
export type NewCarrierAccount = z.output<typeof NewCarrierAccount>;

export const SyncTrouble = z.enum(['', ...carrierTroubles, 'tooMany']);
export type SyncTrouble = z.infer<typeof SyncTrouble>;

/** What an account says it has, beside what we have. */
export const CarrierSync = z.object({
  state: z.enum(['never', 'reading', 'ready', 'failed']),
  trouble: SyncTrouble,
  readCount: z.number(),
  total: z.number().nullable(),
  /** Entries that are no numbers of the world. */
  skipped: z.number(),
  startedAt: WireTime.nullable(),
  /** Not ours yet. */
  fresh: z.array(z.object({ number: z.string(), name: z.string() })),
  /** Ours from this account, which does not have them any more. */
  gone: z.array(z.object({ id: z.number(), number: z.string(), enabled: z.boolean() })),
  unchanged: z.number(),
  /** In use by somebody else on this installation. */
  elsewhere: z.array(z.string()),
});
export type CarrierSync = z.infer<typeof CarrierSync>;

/** Pushed to whoever keeps accounts: `{accountId}` of one whose list went on. */
export const CARRIER_SYNC_CHANGED = 'did-numbers.carrierSync';

const at = <P extends string>(path: P) => `/cc/api/didNumber/v1/${path}` as const;
const one = z.object({ accountId: Id });

export const carriersApi = {
  accounts: endpoint({
    method: 'POST',
    path: at('accounts'),
    access: 'did-numbers.sync',
    reads: true,
    summary: 'Accounts at carriers whose numbers can be taken over; secrets are never told.',
    input: nothing,
    data: z.array(z.object({ id: z.number(), name: z.string(), kind: NumberCarrierKind, numbers: z.number() })),
  }),
  addAccount: endpoint({
    method: 'POST',
    path: at('addAccount'),
    access: 'did-numbers.sync',
    summary: 'Adds an account at a carrier.',
    input: NewCarrierAccount,
    data: z.object({ id: z.number() }),
  }),
  testAccount: endpoint({
    method: 'POST',
    path: at('testAccount'),
    access: 'did-numbers.sync',
    summary: 'Asks a carrier for the first of an account’s numbers.',
    limit: { per: 'user', max: 20, windowSec: 60 },
    input: one,
    data: z.object({ found: z.number(), total: z.number().nullable() }),
  }),
  removeAccount: endpoint({
    method: 'POST',
    path: at('removeAccount'),
    access: 'did-numbers.sync',
    summary: 'Forgets an account; numbers taken over from it stay.',
    input: one,
    data: z.null(),
  }),
  sync: endpoint({
    method: 'POST',
    path: at('sync'),
    access: 'did-numbers.sync',
    summary: 'Reads the numbers of an account in the background; `syncState` tells how far it is.',
    limit: { per: 'user', max: 20, windowSec: 60 },
    input: one,
    data: z.null(),
  }),
  syncState: endpoint({
    method: 'POST',
    path: at('syncState'),
    access: 'did-numbers.sync',
    reads: true,
    summary: 'What an account has beside what we have: new, gone, unchanged, in use elsewhere.',
    input: one,
    data: CarrierSync,
  }),
  takeOver: endpoint({
    method: 'POST',
    path: at('takeOver'),
    access: 'did-numbers.sync',
    summary: 'Adds numbers the account was read to have, and switches off those that are gone.',
    input: one.extend({
      numbers: z.array(z.string().regex(/^\d{7,15}$/)).max(SYNC_MOST),
      goneIds: z.array(Id).max(SYNC_MOST),
      /** Who answers the new ones; nobody yet without. */
      groupId: Id.nullable().default(null),
    }),
    data: z.object({ added: z.number(), switchedOff: z.number(), refused: z.array(z.string()) }),
  }),
};
