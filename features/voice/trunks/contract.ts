import { z } from 'zod';
import { gatewayStates, registrationStates, trunkTransports, trunkTroubles } from '#core/trunk/trunk-words.ts';
import { endpoint, Id, nothing, WireTime } from '#shared/endpoint.ts';
import { SipTrunkChange, SipTrunkFields, sipTrunkShape } from './contract/sip-trunk-fields.ts';

export * from './contract/sip-trunk-fields.ts';

/** What went wrong last: a word there is a text for (`trunks.fault.…`), and a status, a name or a code as it was met. */
export const SipTrunkFault = z.object({ what: z.enum(trunkTroubles), detail: z.string(), at: WireTime });
export type SipTrunkFault = z.infer<typeof SipTrunkFault>;

export const sipTrunkPhases = ['off', 'opening', 'open', 'failed'] as const;
/** How a trunk is now. */
export const SipTrunkState = z.object({
  /** `opening`: no server has opened it yet; `failed`: none could, and `fault` says why. */
  at: z.enum(sipTrunkPhases),
  /** `refused` waits for minutes, until `retryAt`: whoever tries a wrong password again and again is shut out. */
  registration: z.object({
    at: z.enum(registrationStates),
    until: WireTime.nullable(),
    retryAt: WireTime.nullable(),
  }),
  /** In the order of the settings. */
  gateways: z.array(
    z.object({
      host: z.string(),
      at: z.enum(gatewayStates),
      addresses: z.array(z.string()),
      roundTripMs: z.number().nullable(),
    }),
  ),
  /** Calls at this moment, and since it was opened. */
  calls: z.object({ outgoing: z.number(), incoming: z.number() }),
  placed: z.number(),
  received: z.number(),
  fault: SipTrunkFault.nullable(),
});
export type SipTrunkState = z.infer<typeof SipTrunkState>;

export const trunkTestSteps = ['names', 'registration', 'options', 'call'] as const;
export const trunkTestOutcomes = ['waiting', 'running', 'ok', 'failed', 'skipped'] as const;
/** What a test found, step by step; the call is skipped where no number was given, the registration where there is none. */
export const SipTrunkTest = z.object({
  testId: z.string(),
  startedAt: WireTime,
  isOver: z.boolean(),
  steps: z.array(
    z.object({
      step: z.enum(trunkTestSteps),
      outcome: z.enum(trunkTestOutcomes),
      /** Of names the addresses, of `options` the gateways that answered, of a call how far it came (`ringing`, `answered`, a status). */
      detail: z.string(),
      ms: z.number().nullable(),
      trouble: z.enum(trunkTroubles).nullable(),
    }),
  ),
});
export type SipTrunkTest = z.infer<typeof SipTrunkTest>;

/** A certificate somebody trusts, as people recognise it. */
export const TrunkRoot = z.object({ subject: z.string(), until: WireTime });
export type TrunkRoot = z.infer<typeof TrunkRoot>;

/** A connection to a carrier. Passwords and secret headers never come out: they are empty here. */
export const SipTrunk = z.object({
  ...sipTrunkShape,
  id: z.number(),
  version: z.number(),
  hasPassword: z.boolean(),
  /** Of its own certificates, in their order. */
  rootFacts: z.array(TrunkRoot),
  /** The word by which routes name it. */
  carrier: z.string(),
  /** Its row among the trunks of routes, and the routes that have it. */
  trunkId: z.number().nullable(),
  routes: z.array(z.object({ id: z.number(), name: z.string() })),
  state: SipTrunkState,
  /** The last one; null: it was never tested. */
  test: SipTrunkTest.nullable(),
});
export type SipTrunk = z.infer<typeof SipTrunk>;

/** A trunk of the installation's own that the tenant may make a trunk of among its routes. */
export const LentTrunk = z.object({
  /** The word by which routes name it. */
  carrier: z.string(),
  name: z.string(),
  domain: z.string(),
  /** A trunk of the tenant leads to it. */
  isUsed: z.boolean(),
  isUp: z.boolean(),
});
export type LentTrunk = z.infer<typeof LentTrunk>;

/** Where carriers reach us: what is entered at theirs. Null ports: not opened, or another at each start. */
export const TrunkDoorway = z.object({
  /** Null: the address of this machine, whichever the carrier sees. */
  address: z.string().nullable(),
  ports: z.object({ udp: z.number().nullable(), tcp: z.number().nullable(), tls: z.number().nullable() }),
  rtpPorts: z.object({ first: z.number(), last: z.number() }).nullable(),
  transports: z.array(z.enum(trunkTransports)),
});
export type TrunkDoorway = z.infer<typeof TrunkDoorway>;

/** Pushed to pages of people who see trunks; the body is a `SipTrunkPush`. */
export const TRUNK_PUSHED = 'trunks.told';
export const SipTrunkPush = z.object({ id: z.number(), state: SipTrunkState, test: SipTrunkTest.nullable() });
export type SipTrunkPush = z.infer<typeof SipTrunkPush>;
/** Pushed to the same when a trunk was added, changed or deleted; the body is `{ id }`. */
export const TRUNKS_CHANGED = 'trunks.changed';

const at = <P extends string>(path: P) => `/cc/api/trunk/v1/${path}` as const;

export const trunksApi = {
  list: endpoint({
    method: 'POST',
    path: at('list'),
    access: 'trunks.view',
    reads: true,
    summary: 'The SIP trunks with their settings and how they are now. Secrets never come out.',
    input: nothing,
    data: z.object({ trunks: z.array(SipTrunk), lent: z.array(LentTrunk), doorway: TrunkDoorway }),
  }),
  create: endpoint({
    method: 'POST',
    path: at('create'),
    access: 'trunks.edit',
    summary: 'Adds a SIP trunk, and a trunk of the same name for routes. It is opened at once.',
    input: SipTrunkFields,
    data: z.object({ id: z.number() }),
  }),
  update: endpoint({
    method: 'POST',
    path: at('update'),
    access: 'trunks.edit',
    summary:
      'Changes a SIP trunk. Calls go on unless what they go over is changed; refused where somebody changed it meanwhile.',
    input: SipTrunkChange,
    data: z.null(),
  }),
  delete: endpoint({
    method: 'POST',
    path: at('delete'),
    access: 'trunks.edit',
    summary: 'Deletes a SIP trunk that no route has and no call goes over, with its secrets.',
    input: z.object({ id: Id, version: z.number().int() }),
    data: z.null(),
  }),
  test: endpoint({
    method: 'POST',
    path: at('test'),
    access: 'trunks.edit',
    summary:
      'Tries a SIP trunk: names, registration, gateways and, where a number is given, a call that ends as soon as it is answered. What is found is pushed.',
    input: z.object({
      id: Id,
      /** With its country's code; empty: no call. */
      number: z
        .string()
        .trim()
        .regex(/^(\+?[1-9]\d{6,14})?$/, 'trunks.wrong.number')
        .default(''),
    }),
    limit: { per: 'user', max: 10, windowSec: 600 },
    data: SipTrunkTest,
  }),
};
