import { z } from 'zod';
import { callInScripts } from '#core/rehearsal/rehearsal.port.ts';
import { endpoint, nothing, WireTime } from '#shared/endpoint.ts';

/** A number of the rehearsal carrier that an agent may dial. */
export const NumberToTry = z.object({ number: z.string(), behaviour: z.string(), refusal: z.number().nullable() });
export type NumberToTry = z.infer<typeof NumberToTry>;

/** A number of ours that a customer may call; `ringsHere`: the caller of this endpoint is among those it rings at. */
export const OwnNumber = z.object({ number: z.string(), remark: z.string(), ringsHere: z.boolean() });
export type OwnNumber = z.infer<typeof OwnNumber>;

/** A virtual customer on the phone with this tenant. */
export const VirtualCaller = z.object({
  customerId: z.string(),
  did: z.string(),
  from: z.string(),
  script: z.enum(callInScripts),
  state: z.enum(['calling', 'talking', 'ended']),
  since: WireTime,
  /** Milliseconds of sound that reached the customer, silence not counted. */
  heardMs: z.number(),
});
export type VirtualCaller = z.infer<typeof VirtualCaller>;

/** Pushed to the tenant's pages; the body is a VirtualCaller. */
export const REHEARSAL_CHANGED = 'rehearsal.changed';

const at = <P extends string>(path: P) => `/cc/api/rehearsal/v1/${path}` as const;

export const rehearsalApi = {
  stage: endpoint({
    method: 'POST',
    path: at('stage'),
    access: 'rehearsal.use',
    reads: true,
    summary: 'Numbers to try, own numbers that can be called, and virtual customers on the phone.',
    input: nothing,
    data: z.object({ numbers: z.array(NumberToTry), dids: z.array(OwnNumber), customers: z.array(VirtualCaller) }),
  }),
  callIn: endpoint({
    method: 'POST',
    path: at('callIn'),
    access: 'rehearsal.use',
    summary: 'Lets a virtual customer call one of our numbers.',
    limit: { per: 'user', max: 60, windowSec: 60 },
    /** Without a script the customer chooses one. The same seed gives the same customer. */
    input: z.object({
      did: z.string().regex(/^\d{3,20}$/),
      script: z.enum(callInScripts).optional(),
      from: z
        .string()
        .regex(/^\d{3,20}$/)
        .optional(),
      seed: z.number().int().min(0).max(4_294_967_295).optional(),
    }),
    data: z.object({ customerId: z.string(), from: z.string() }),
  }),
  trunk: endpoint({
    method: 'POST',
    path: at('trunk'),
    access: 'rehearsal.edit',
    reads: true,
    summary: 'Whether the team has a trunk to the rehearsal carrier, and the numbers it can be called at through it.',
    input: nothing,
    data: z.object({ isThere: z.boolean(), numbers: z.array(z.string()) }),
  }),
  addTrunk: endpoint({
    method: 'POST',
    path: at('addTrunk'),
    access: 'rehearsal.edit',
    summary: 'Gives the team a trunk to the rehearsal carrier and a number whose callers go to its first group.',
    input: nothing,
    data: z.object({ number: z.string() }),
  }),
  removeTrunk: endpoint({
    method: 'POST',
    path: at('removeTrunk'),
    access: 'rehearsal.edit',
    summary: 'Takes the trunk to the rehearsal carrier and its numbers away; not while somebody is on the phone.',
    input: nothing,
    data: z.null(),
  }),
  hangUp: endpoint({
    method: 'POST',
    path: at('hangUp'),
    access: 'rehearsal.use',
    summary: 'Lets a virtual customer hang up.',
    input: z.object({ customerId: z.string().max(40) }),
    data: z.null(),
  }),
};
