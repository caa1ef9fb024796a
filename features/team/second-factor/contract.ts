import { z } from 'zod';
import { BrowserFields, SignedIn } from '#features/team/account/contract.ts';
import { endpoint, nothing, WireTime } from '#shared/endpoint.ts';

/*
 * What a person shows besides the password, and how somebody who is signed in shows once more who they are:
 *   user/login → `secondStep` → second_factor/step → step/prove → signed in
 *                             (`enrolment`) → step/begin_totp → step/confirm_totp → signed in
 *   `freshProofRequired` → second_factor/fresh_proof → the call again
 */

/** Six digits of an authenticator app, or a recovery code; blanks and dashes do not matter. */
const Code = z.string().trim().min(6).max(40);
const SixDigits = z.string().regex(/^\d{6}$/);
/** One of them. */
const Proof = z
  .object({ password: z.string().min(1).max(200).optional(), code: Code.optional() })
  .refine((shown) => Object.values(shown).filter((one) => one !== undefined).length === 1, 'one proof, please');
const Ticket = { ticket: z.string().max(100), ...BrowserFields };

/** What an authenticator app is given: a key to type, and the same as an address for a picture. */
const NewTotp = z.object({ key: z.string(), uri: z.string() });
/** Shown once; null where the person has some already. */
const RecoveryCodes = z.array(z.string()).nullable();

export const OwnFactors = z.object({
  totp: z.object({ since: WireTime, lastUsedAt: WireTime.nullable() }).nullable(),
  recoveryLeft: z.number(),
  /** A role of mine asks for one, so the last cannot be removed. */
  isNeeded: z.boolean(),
  /** Nobody else of a team of mine could help me in again. */
  isLastOwner: z.boolean(),
  /** I came by my company, which asks for its own proof: nothing can be changed from here. */
  isCompany: z.boolean(),
});
export type OwnFactors = z.infer<typeof OwnFactors>;

const at = <P extends string>(path: P) => `/admin/saas_plat/second_factor${path}` as const;
const step = { method: 'POST', access: 'public', reads: true, handlesFailures: true } as const;
const own = { access: 'signedIn', freshProof: true, handlesFailures: true } as const;

export const secondFactorApi = {
  step: endpoint({
    ...step,
    path: at('/step'),
    summary: 'What a sign-in waits for, and how it can be shown.',
    input: z.object(Ticket),
    data: z.object({ kind: z.enum(['proof', 'enrolment']), totp: z.boolean(), recovery: z.boolean() }),
  }),
  proveStep: endpoint({
    ...step,
    path: at('/step/prove'),
    summary: 'Signs in with the second factor; a wrong one leaves the ticket, and counts.',
    input: z.object({ ...Ticket, code: Code }),
    data: SignedIn,
  }),
  beginStepTotp: endpoint({
    ...step,
    path: at('/step/begin_totp'),
    summary: 'A key for the authenticator app of somebody whose role asks for a second factor; the last one counts.',
    input: z.object(Ticket),
    data: NewTotp,
  }),
  confirmStepTotp: endpoint({
    ...step,
    path: at('/step/confirm_totp'),
    summary: 'Shows that the app has the key, and signs in.',
    input: z.object({ ...Ticket, code: SixDigits }),
    data: SignedIn.extend({ recoveryCodes: RecoveryCodes }),
  }),

  own: endpoint({
    method: 'GET',
    path: at(''),
    access: 'signedIn',
    summary: 'My second factors.',
    input: nothing,
    data: OwnFactors,
  }),
  beginTotp: endpoint({
    ...own,
    method: 'POST',
    path: at('/totp/begin'),
    reads: true,
    summary: 'A key for an authenticator app; nothing changes before a code confirms it.',
    input: nothing,
    data: NewTotp,
  }),
  confirmTotp: endpoint({
    ...own,
    method: 'POST',
    path: at('/totp/confirm'),
    summary: 'Shows that the app has the key: its codes count from now on, those of an older one no more.',
    input: z.object({ code: SixDigits }),
    data: z.object({ recoveryCodes: RecoveryCodes }),
  }),
  removeTotp: endpoint({
    ...own,
    method: 'DELETE',
    path: at('/totp'),
    summary: 'Takes the authenticator app away; with the last factor the recovery codes go.',
    input: nothing,
    data: z.null(),
  }),
  remakeRecoveryCodes: endpoint({
    ...own,
    method: 'POST',
    path: at('/recovery_codes'),
    summary: 'Ten new recovery codes, shown once; the old ones are good no more.',
    input: nothing,
    data: z.object({ recoveryCodes: z.array(z.string()) }),
  }),

  proofWays: endpoint({
    method: 'GET',
    path: at('/fresh_proof'),
    access: 'signedIn',
    handlesFailures: true,
    summary: 'How I can show once more who I am.',
    input: nothing,
    data: z.object({ password: z.boolean(), code: z.boolean(), companyDomain: z.string().nullable() }),
  }),
  freshProof: endpoint({
    method: 'POST',
    path: at('/fresh_proof'),
    access: 'signedIn',
    handlesFailures: true,
    summary: 'Shows once more who I am, with the password or a code; good for ten minutes in this session.',
    input: Proof,
    data: z.null(),
  }),
};
