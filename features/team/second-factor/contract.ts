import { z } from 'zod';
import { BrowserFields, SignedIn } from '#features/team/account/contract.ts';
import { endpoint, FACTOR_PROOF, Id, nothing, WireTime } from '#shared/endpoint.ts';

/*
 * What a person shows besides the password, and how somebody who is signed in shows once more who they are:
 *   user/login → `secondStep` → second_factor/step → step/prove → signed in
 *                             (`enrolment`) → step/begin_totp → step/confirm_totp → signed in
 *                                             step/begin_passkey → step/confirm_passkey → signed in
 *   `freshProofRequired` → second_factor/fresh_proof → the call again
 */

/** Six digits of an authenticator app, or a recovery code; blanks and dashes do not matter. */
const Code = z.string().trim().min(6).max(40);
const SixDigits = z.string().regex(/^\d{6}$/);
/** Bytes, as WebAuthn gives them. */
const Bytes = z
  .string()
  .regex(/^[A-Za-z0-9_-]*$/)
  .max(4_000);
/** What a passkey is to sign, for which domain, and which keys may. */
const PasskeyQuestion = z.object({ challenge: z.string(), rpId: z.string(), ids: z.array(z.string()) });
export type PasskeyQuestion = z.infer<typeof PasskeyQuestion>;
const PasskeyAnswer = z.object({ credential: Bytes, authenticatorData: Bytes, clientData: Bytes, signature: Bytes });
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>;
/** What the person calls it, to tell it from others. */
export const PasskeyName = z.string().trim().min(1).max(60);
/** The public key as SubjectPublicKeyInfo in DER, which browsers give beside what they signed. */
const NewPasskey = z.object({
  name: PasskeyName,
  authenticatorData: Bytes,
  clientData: Bytes,
  publicKey: Bytes,
});
export type NewPasskey = z.infer<typeof NewPasskey>;
/** One of them. */
const Factor = { code: Code.optional(), passkey: PasskeyAnswer.optional() };
const isOne = (shown: object, names: readonly string[]): boolean =>
  names.filter((name) => shown[name as keyof typeof shown] !== undefined).length === 1;
const Proof = z
  .object({ password: z.string().min(1).max(200).optional(), ...Factor })
  .refine((shown) => isOne(shown, ['password', 'code', 'passkey']), 'one proof, please');
/** What a new passkey is to sign, and for whom the browser keeps it. */
const NewPasskeyQuestion = PasskeyQuestion.extend({ person: z.object({ id: z.number(), email: z.string() }) });
const Ticket = { ticket: z.string().max(100), ...BrowserFields };

/** What an authenticator app is given: a key to type, and the same as an address for a picture. */
const NewTotp = z.object({ key: z.string(), uri: z.string() });
/** Shown once; null where the person has some already. */
const RecoveryCodes = z.array(z.string()).nullable();

export const OwnFactors = z.object({
  totp: z.object({ since: WireTime, lastUsedAt: WireTime.nullable() }).nullable(),
  passkeys: z.array(z.object({ id: z.number(), name: z.string(), since: WireTime, lastUsedAt: WireTime.nullable() })),
  /** The domain passkeys are for: pages opened by another name have none. */
  rpId: z.string(),
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
/** Whoever has a factor shows one before anything about them changes. */
const own = { access: 'signedIn', freshProof: FACTOR_PROOF, ofPerson: true, handlesFailures: true } as const;

export const secondFactorApi = {
  step: endpoint({
    ...step,
    path: at('/step'),
    summary: 'What a sign-in waits for, and how it can be shown.',
    input: z.object(Ticket),
    data: z.object({
      kind: z.enum(['proof', 'enrolment']),
      totp: z.boolean(),
      recovery: z.boolean(),
      passkey: PasskeyQuestion.nullable(),
      /** The domain passkeys are for. */
      rpId: z.string(),
    }),
  }),
  proveStep: endpoint({
    ...step,
    path: at('/step/prove'),
    summary: 'Signs in with the second factor; a wrong one leaves the ticket, and counts.',
    input: z.object({ ...Ticket, ...Factor }).refine((shown) => isOne(shown, ['code', 'passkey']), 'one proof, please'),
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
  beginStepPasskey: endpoint({
    ...step,
    path: at('/step/begin_passkey'),
    summary: 'What a first passkey is to sign, of somebody whose role asks for a second factor.',
    input: z.object(Ticket),
    data: NewPasskeyQuestion,
  }),
  confirmStepPasskey: endpoint({
    ...step,
    path: at('/step/confirm_passkey'),
    summary: 'Adds the passkey, and signs in.',
    input: NewPasskey.extend(Ticket),
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
  beginPasskey: endpoint({
    ...own,
    method: 'POST',
    path: at('/passkeys/begin'),
    reads: true,
    summary: 'What a new passkey is to sign; those I have are named, so that none is made twice.',
    input: nothing,
    data: NewPasskeyQuestion,
  }),
  addPasskey: endpoint({
    ...own,
    method: 'POST',
    path: at('/passkeys'),
    summary: 'Adds a passkey under a name.',
    input: NewPasskey,
    data: z.object({ recoveryCodes: RecoveryCodes }),
  }),
  renamePasskey: endpoint({
    method: 'PUT',
    path: at('/passkeys/{id}'),
    access: 'signedIn',
    ofPerson: true,
    handlesFailures: true,
    summary: 'Gives a passkey of mine another name.',
    input: z.object({ id: Id, name: PasskeyName }),
    data: z.null(),
  }),
  removePasskey: endpoint({
    ...own,
    method: 'DELETE',
    path: at('/passkeys/{id}'),
    summary: 'Takes a passkey away; with the last factor the recovery codes go.',
    input: z.object({ id: Id }),
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
    data: z.object({
      password: z.boolean(),
      code: z.boolean(),
      passkey: z.boolean(),
      companyDomain: z.string().nullable(),
    }),
  }),
  askPasskey: endpoint({
    method: 'POST',
    path: at('/fresh_proof/passkey'),
    access: 'signedIn',
    reads: true,
    handlesFailures: true,
    summary: 'What one of my passkeys is to sign, to show once more who I am.',
    input: nothing,
    data: PasskeyQuestion,
  }),
  freshProof: endpoint({
    method: 'POST',
    path: at('/fresh_proof'),
    access: 'signedIn',
    handlesFailures: true,
    summary: 'Shows once more who I am, with the password, a code or a passkey; good for ten minutes in this session.',
    input: Proof,
    data: z.null(),
  }),
};
