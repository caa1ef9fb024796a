import { z } from 'zod';
import { download, endpoint, Id, nothing, visit, WireTime, type Limit } from '#shared/endpoint.ts';

/*
 * Sign-in by company (SAML 2.0, our side is the service provider, or OpenID Connect, our side is the relying party):
 *   page: makes a verifier, keeps it in the tab → start?challenge=hash → the company's page
 *   company → acs (a form of its page; SAML) or openid (an address; OpenID Connect) → code, kept in the tab
 *   page: exchange {code, verifier} → session
 *   page: logout → the company's page → slo → sign-in page;   company → slo → sessions end → company
 * `{domain}` is the name of the company: a domain one of the team's owners has an address in, and whose DNS says it is theirs.
 */

/** A domain of the Internet, in small letters. */
export const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/);
/** SHA-256 of the verifier, as base64url; the verifier itself (`plain.`) where the browser computes no hashes, because the page came without TLS. */
const Challenge = z.string().regex(/^(plain\.)?[\w-]{43}$/);
const Secret = z.string().min(20).max(100);

/** Why an answer of a company was refused; told on the settings page alone. */
export const refusals = [
  'malformed',
  'status',
  'unsigned',
  'signature',
  'algorithm',
  'issuer',
  'audience',
  'recipient',
  'destination',
  'early',
  'late',
  'replay',
  'unsolicited',
  'email',
  'role',
  'nonce',
  'client',
  'unreachable',
  'unencrypted',
  'encryption',
  'decryption',
] as const;
export type SsoRefusal = (typeof refusals)[number];

/** Who may sign in with a password, beside the company. */
export const passwordSignIns = ['everyone', 'owners', 'nobody'] as const;
const Attribute = z.string().trim().max(200);
const RoleIds = z.array(Id).max(10);
/** What a group of the company gives. */
export const RoleMapping = z
  .object({
    value: z.string().trim().min(1).max(200),
    roleIds: RoleIds,
    textSeat: z.boolean().default(false),
    voiceSeat: z.boolean().default(false),
    agentGroupIds: z.array(Id).max(20).default([]),
  })
  .superRefine(({ roleIds, textSeat, voiceSeat, agentGroupIds }, context) => {
    if (roleIds.length > 0 || textSeat || voiceSeat || agentGroupIds.length > 0) return;
    context.addIssue({
      code: 'too_small',
      origin: 'array',
      minimum: 1,
      inclusive: true,
      path: ['roleIds'],
      input: roleIds,
    });
  });
export type RoleMapping = z.output<typeof RoleMapping>;

const Settings = {
  companyDomain: Domain,
  emailDomains: z.array(Domain).min(1).max(20),
  /** Where the e-mail address stands; empty for the name of the subject. */
  emailAttribute: Attribute,
  /** Where the person's name stands; empty for the usual places. */
  nameAttribute: Attribute,
  roleAttribute: Attribute,
  /** Of roles the first whose value the company says decides, in each system; seats and groups of agents add up. */
  roleMappings: z.array(RoleMapping).max(100),
  /** For people whom no mapping names. */
  defaultRoleIds: RoleIds,
  passwordSignIn: z.enum(passwordSignIns),
  enabled: z.boolean(),
  /** OpenID Connect: what the provider calls us. */
  clientId: z.string().trim().max(500).default(''),
  /** OpenID Connect: what is asked for besides `openid`; empty: address and name. */
  scope: z
    .string()
    .trim()
    .max(500)
    .regex(/^[\x21\x23-\x5B\x5D-\x7E ]*$/)
    .default(''),
  /** SAML: an assertion that is not encrypted is refused. */
  encryptedOnly: z.boolean().default(false),
  /** SAML: people may begin at the provider; an answer nobody asked for is taken. */
  fromProvider: z.boolean().default(false),
};
const SettingsObject = z.object(Settings);
export type SsoSettings = z.output<typeof SettingsObject>;

export const SsoCertificate = z.object({ subject: z.string(), fingerprint: z.string(), expiresAt: WireTime });

export const SsoProtocol = z.enum(['saml', 'oidc']);
export type SsoProtocol = z.output<typeof SsoProtocol>;

export const SsoConfig = z.object({
  ...Settings,
  protocol: SsoProtocol,
  /** SAML's entity id, or OpenID Connect's issuer. */
  idpEntityId: z.string(),
  signInUrl: z.string(),
  logoutUrl: z.string().nullable(),
  metadataUrl: z.string().nullable(),
  certificates: z.array(SsoCertificate),
  /** When somebody last came in or tried it with these settings; null while nobody has. */
  workedAt: WireTime.nullable(),
  /** The last answer that was refused since. */
  problem: z.object({ why: z.enum(refusals), at: WireTime }).nullable(),
  updatedAt: WireTime,
  version: z.number(),
});
export type SsoConfig = z.output<typeof SsoConfig>;

/** The TXT record that shows whose a domain is; `proven` when it is in use already. */
export const DomainProof = z.object({ domain: z.string(), name: z.string(), value: z.string(), proven: z.boolean() });
export type DomainProof = z.output<typeof DomainProof>;

/** A key that companies encrypt for. */
export const EncryptionKey = z.object({
  fingerprint: z.string(),
  /** When it stops opening, because another replaced it; null: it is the one in use. */
  until: WireTime.nullable(),
});
export type EncryptionKey = z.output<typeof EncryptionKey>;

/** What a company is told about us. */
export const ServiceProvider = z.object({
  /** Null while no owner has an address in a domain of the company. */
  companyDomain: z.string().nullable(),
  /** Domains that may be used: owners have addresses there. */
  domains: z.array(z.string()),
  /** One for each of them. */
  proofs: z.array(DomainProof),
  entityId: z.string(),
  acsUrl: z.string(),
  sloUrl: z.string(),
  metadata: z.string(),
  /** OpenID Connect: where the provider sends people back to. */
  redirectUrl: z.string(),
  /** Those that open now, the one in use first; none until an owner makes one. */
  encryptionKeys: z.array(EncryptionKey),
});

export const SsoTrial = z.object({ email: z.string(), name: z.string(), roles: z.array(z.string()) });

export const METADATA_MAX = 300_000;
const LOOKUPS: Limit = { per: 'address', max: 60, windowSec: 60 };
const VISITS: Limit = { per: 'address', max: 300, windowSec: 60 };
const at = <P extends string>(path: P) => `/admin/saas_plat/${path}` as const;
const Place = z.object({ domain: z.string().max(253) });
const Saml = {
  SAMLRequest: z.string().max(500_000).optional(),
  SAMLResponse: z.string().max(500_000).optional(),
  RelayState: z.string().max(2_000).optional(),
};

export const ssoApi = {
  sp: endpoint({
    method: 'GET',
    path: at('sso_config/sp'),
    access: 'sso.view',
    summary: 'What the company’s identity provider is told about us.',
    input: z.object({ company_domain: Domain.optional() }),
    data: ServiceProvider,
  }),
  config: endpoint({
    method: 'GET',
    path: at('sso_config'),
    access: 'sso.view',
    summary: 'How the company signs in; null while it does not.',
    input: nothing,
    data: SsoConfig.nullable(),
  }),
  save: endpoint({
    method: 'POST',
    path: at('sso_config'),
    access: 'sso.edit',
    handlesFailures: true,
    limit: { per: 'user', max: 60, windowSec: 60 },
    freshProof: true,
    summary:
      'Sets how the company signs in. The identity provider is described by a file or an https address (SAML), by its issuer (OpenID Connect), or stays as it was.',
    input: z.object({
      ...Settings,
      metadata: z.string().min(1).max(METADATA_MAX).optional(),
      metadataUrl: z.string().trim().max(2_000).optional(),
      issuer: z.string().trim().max(1_000).optional(),
      /** Left out, the one that was given before stays. */
      clientSecret: z.string().trim().min(1).max(2_000).optional(),
      version: z.number().int().min(0),
    }),
    data: SsoConfig,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: at('sso_config'),
    access: 'sso.edit',
    freshProof: true,
    summary: 'The company signs in no more; passwords open the team again.',
    input: nothing,
    data: z.null(),
  }),
  renewKey: endpoint({
    method: 'POST',
    path: at('sso_config/encryption_key'),
    access: 'sso.edit',
    freshProof: true,
    limit: { per: 'user', max: 10, windowSec: 3_600 },
    summary: 'Makes a new key for encrypted assertions; the one before opens for a week. Our metadata carry both.',
    input: nothing,
    data: z.array(EncryptionKey),
  }),
  isExist: endpoint({
    method: 'GET',
    path: at('sso_config/is_exist'),
    access: 'public',
    handlesFailures: true,
    limit: LOOKUPS,
    summary: 'Whether a company of this domain signs in.',
    input: z.object({ company_domain: z.string().trim().toLowerCase().max(253) }),
    data: z.object({ is_exist: z.boolean() }),
  }),
  tryOut: endpoint({
    method: 'POST',
    path: at('sso_config/try'),
    access: 'sso.edit',
    reads: true,
    handlesFailures: true,
    summary: 'Where to go to try the sign-in, also while it is off; nobody is signed in by it.',
    input: z.object({ challenge: Challenge }),
    data: z.object({ address: z.string() }),
  }),

  metadata: download({
    method: 'GET',
    path: at('sso/{domain}/metadata'),
    access: 'public',
    limit: LOOKUPS,
    summary: 'Our metadata, for identity providers that fetch it.',
    input: Place,
  }),
  start: visit({
    method: 'GET',
    path: at('sso/{domain}/start'),
    limit: VISITS,
    summary: 'Sends the browser to the company’s page.',
    input: Place.extend({ challenge: Challenge.optional() }),
  }),
  acs: visit({
    method: 'POST',
    path: at('sso/{domain}/acs'),
    reads: true,
    limit: VISITS,
    summary: 'Takes the company’s answer and sends the browser on with a one-time code.',
    input: Place.extend(Saml),
  }),
  openid: visit({
    method: 'GET',
    path: at('sso/{domain}/openid'),
    limit: VISITS,
    summary: 'Takes the answer of a company that speaks OpenID Connect, and sends the browser on with a one-time code.',
    input: Place.extend({ state: z.string().max(200).optional() }),
  }),
  slo: visit({
    method: 'GET',
    path: at('sso/{domain}/slo'),
    limit: VISITS,
    summary: 'Single logout: a request or an answer of the company, signed in the address.',
    input: Place.extend(Saml),
  }),
  sloForm: visit({
    method: 'POST',
    path: at('sso/{domain}/slo'),
    reads: true,
    limit: VISITS,
    summary: 'Single logout: a request or an answer of the company, signed inside.',
    input: Place.extend(Saml),
  }),
  exchange: endpoint({
    method: 'POST',
    path: at('sso/exchange'),
    access: 'public',
    reads: true,
    handlesFailures: true,
    limit: LOOKUPS,
    summary:
      'Gives a session for a one-time code, to the tab that began the sign-in; after a trial, who would have come in.',
    input: z.object({ code: Secret, verifier: Secret, deviceUniqueIdentification: z.string().max(100).optional() }),
    data: z.object({ token: z.string().nullable(), tried: SsoTrial.nullable() }),
  }),
  logout: endpoint({
    method: 'POST',
    path: at('sso/logout'),
    access: 'signedIn',
    handlesFailures: true,
    summary: 'Ends this session; answers where the company ends its own, if it does.',
    input: nothing,
    data: z.object({ address: z.string().nullable() }),
  }),
};
