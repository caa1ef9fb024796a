import { X509Certificate } from 'node:crypto';
import { accessApi } from '#features/team/access/contract.ts';
import { givable } from '#features/team/access/server/index.ts';
import { endCompanySignIn, setCompanySignIn } from '#features/team/account/server/index.ts';
import { agentGroupsApi } from '#features/team/agent-groups/contract.ts';
import { hasGroup } from '#features/team/agent-groups/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { mayUse, type Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { toWireTime } from '#shared/wire-time.ts';
import type { RoleMapping, ssoApi, SsoConfig, SsoSettings } from '../contract.ts';
import { isForOwners, vouchesOtherwise } from '../core/who-decides.ts';
import { companyPage } from './company-page.ts';
import { addressKept, clientKept, describedBy } from './described-provider.ts';
import { openDomainProofs } from './domain-proof.ts';
import { shownKeys } from './encryption-key.ts';
import type { IdentityProvider } from './idp-metadata.ts';
import { keysOf } from './our-metadata.ts';
import { publicMail } from './public-mail.ts';
import { addressesOf, metadataOf } from './service-provider.ts';
import { companyOf, domainOf, dropCompany, keepCompany, ownersDomains, type Company } from './sso.repo.ts';

type SettingsHandlers = Pick<Handlers<typeof ssoApi>, 'sp' | 'config' | 'save' | 'remove' | 'tryOut'>;
type SettingsWorld = Pick<World, 'clock' | 'db' | 'demo' | 'outside' | 'publicUrl' | 'textRecords'>;

/*
 * How a company signs in. Rules:
 * 1. The name of the company, and the domains whose addresses it may vouch for, are domains in which an owner of the
 *    tenant has an address, and no domain where anybody gets one. Owners proved their addresses when they came. That
 *    the domain is the tenant's own, and not an employer's of one of them, its DNS must say (`domain-proof.ts`).
 * 2. A role, a seat or a place in a group of agents is mapped only by somebody who could give it.
 * 3. Passwords are taken away only after the sign-in has worked with what vouches for people now.
 * 4. What decides who somebody is (`who-decides.ts`) is said by an owner: whoever says it could come in as anybody. So
 *    is the end of it. Others may say which roles the company's groups give, by rule 2.
 */

export function settingsHandlers(world: SettingsWorld): SettingsHandlers {
  const { db, clock, publicUrl } = world;
  const proofs = openDomainProofs(world);
  return {
    async sp(caller, { company_domain }) {
      const { own, domains, inUse } = await db.tenant(caller, async (tx) => ({
        own: await domainOf(tx, tx.tenantId),
        domains: (await ownersDomains(tx)).filter((domain) => !publicMail.has(domain)),
        inUse: domainsOf(await companyOf(tx, tx.tenantId)),
      }));
      const wanted = await proofs.wanted(caller.tenantId, domains, inUse);
      const companyDomain = company_domain ?? own ?? domains[0] ?? null;
      if (companyDomain === null)
        return {
          companyDomain,
          domains,
          proofs: wanted,
          entityId: '',
          acsUrl: '',
          sloUrl: '',
          metadata: '',
          redirectUrl: '',
          encryptionKeys: [],
        };
      const addresses = addressesOf(publicUrl, companyDomain);
      const { signing, decrypting } = await keysOf(world, caller.tenantId);
      return {
        companyDomain,
        domains,
        proofs: wanted,
        ...addresses,
        metadata: metadataOf(addresses, signing, decrypting),
        encryptionKeys: shownKeys(decrypting),
      };
    },

    config: (caller) => db.tenant(caller, async (tx) => shown(await companyOf(tx, tx.tenantId))),

    async save(caller, { metadata, metadataUrl, issuer, clientSecret, version, ...settings }) {
      const description = { metadata, metadataUrl, issuer };
      const described = await describedBy(world, description);
      // Asked before anything is held: DNS may take its time.
      const inUse = domainsOf(await db.tenant({ tenantId: caller.tenantId }, (tx) => companyOf(tx, tx.tenantId)));
      const unproven = caller.isOwner
        ? await proofs.missing(
            caller.tenantId,
            [...new Set([settings.companyDomain, ...settings.emailDomains])].filter(
              (domain) => !inUse.includes(domain),
            ),
          )
        : [];
      const hasKey = settings.encryptedOnly && (await keysOf(world, caller.tenantId)).decrypting.length > 0;
      return db.tenant(caller, async (tx) => {
        const before = await companyOf(tx, tx.tenantId, { lock: true });
        if ((before?.version ?? 0) !== version) throw new Failure('stale');
        const provider = described ?? before;
        if (!provider) throw new Failure('ssoMetadataInvalid', 'XML');
        const kept = {
          ...provider,
          ...settings,
          ...clientKept(db, tx.tenantId, provider, { ...settings, clientSecret }, before),
          ...samlKept(provider, settings),
          metadataUrl: addressKept(description, before),
        };
        const isNew = vouchesOtherwise(before, kept);
        if (!caller.isOwner && (isForOwners(before, kept) || described !== null)) throw new Failure('ssoOwnerOnly');
        refuseDomains(settings, before, await ownersDomains(tx));
        if (unproven.length > 0) throw new Failure('ssoDomainUnproven', unproven[0]!);
        for (const roleIds of [settings.defaultRoleIds, ...settings.roleMappings.map((mapping) => mapping.roleIds)])
          await givable(tx, caller, roleIds);
        await refuseGifts(tx, caller, settings.roleMappings);
        if (kept.encryptedOnly && !hasKey) throw new Failure('ssoEncryptionKeyMissing');
        refuseLockOut(settings, provider, isNew ? null : (before?.workedAt ?? null), clock.nowMs());
        await keepCompany(tx, tx.tenantId, kept, isNew);
        await setCompanySignIn(tx, tx.tenantId, {
          companyDomain: settings.companyDomain,
          passwordSignIn: settings.enabled ? settings.passwordSignIn : 'everyone',
        });
        const after = (await companyOf(tx, tx.tenantId))!;
        caller.operation.note(settings.companyDomain, {
          ...(before ? { before: logged(before) } : {}),
          after: logged(after),
        });
        return shown(after)!;
      });
    },

    async remove(caller) {
      if (!caller.isOwner) throw new Failure('ssoOwnerOnly');
      await db.tenant(caller, async (tx) => {
        const before = await companyOf(tx, tx.tenantId, { lock: true });
        if (!before || !(await dropCompany(tx))) throw new Failure('notFound');
        await endCompanySignIn(tx, tx.tenantId);
        caller.operation.note(before.companyDomain, { before: logged(before) });
      });
      return null;
    },

    async tryOut(caller, { challenge }) {
      const company = await db.tenant(caller, (tx) => companyOf(tx, tx.tenantId));
      if (!company) throw new Failure('notFound');
      return { address: await companyPage(world, company, { tenantId: caller.tenantId, challenge, isTrial: true }) };
    },
  };
}

/** What the company speaks for. */
const domainsOf = (company: Company | null): string[] =>
  company ? [company.companyDomain, ...company.emailDomains] : [];

/** Switches of SAML; the other protocol knows neither. */
const samlKept = (
  { protocol }: IdentityProvider,
  { encryptedOnly, fromProvider }: SsoSettings,
): Pick<SsoSettings, 'encryptedOnly' | 'fromProvider'> => ({
  encryptedOnly: protocol === 'saml' && encryptedOnly,
  fromProvider: protocol === 'saml' && fromProvider,
});

/** Rule 1. What was allowed stays so, though the owner may have left. */
function refuseDomains(
  { companyDomain, emailDomains }: SsoSettings,
  before: Company | null,
  owners: readonly string[],
): void {
  const known = new Set([...owners.filter((domain) => !publicMail.has(domain)), ...domainsOf(before)]);
  for (const domain of [companyDomain, ...emailDomains])
    if (!known.has(domain)) throw new Failure('ssoDomainRefused', domain);
}

/** Rule 2, of seats and groups of agents: they are given by whoever gives them elsewhere. */
async function refuseGifts(tx: TenantTx, caller: Caller, mappings: readonly RoleMapping[]): Promise<void> {
  const groupIds = new Set(mappings.flatMap(({ agentGroupIds }) => agentGroupIds));
  if (mappings.some(({ textSeat, voiceSeat }) => textSeat || voiceSeat)) refuseWithout(caller, SEATS_KEY);
  if (groupIds.size > 0) refuseWithout(caller, GROUPS_KEY);
  for (const id of groupIds)
    if (!(await hasGroup(tx, id))) throw new Failure('invalidInput', 'agentGroupIds: unknown group');
}

const SEATS_KEY = accessApi.updateMember.access;
const GROUPS_KEY = agentGroupsApi.setMembers.access;

function refuseWithout(caller: Caller, key: string): void {
  if (!mayUse(caller, key)) throw new Failure('notAllowed', key);
}

/** Rule 3. */
function refuseLockOut(
  { enabled, passwordSignIn }: SsoSettings,
  { protocol, certificates }: IdentityProvider,
  workedAt: string | null,
  nowMs: number,
): void {
  if (!enabled) return;
  if (protocol === 'saml' && certificates.every((pem) => Date.parse(new X509Certificate(pem).validTo) <= nowMs))
    throw new Failure('ssoCertificateExpired');
  if (passwordSignIn !== 'everyone' && workedAt === null) throw new Failure('ssoTryFirst');
}

/** Whether an address still describes the provider an owner chose; its certificates may be new. */
export const isSameProvider = (before: IdentityProvider, after: IdentityProvider): boolean =>
  before.idpEntityId === after.idpEntityId && before.signInUrl === after.signInUrl;

function shown(company: Company | null): SsoConfig | null {
  if (!company) return null;
  const { problem, problemAt } = company;
  return {
    ...company,
    certificates: company.certificates.map((pem) => {
      const certificate = new X509Certificate(pem);
      return {
        subject: certificate.subject.split('\n').at(-1)!.slice(0, 200),
        fingerprint: certificate.fingerprint256,
        expiresAt: toWireTime(Date.parse(certificate.validTo)),
      };
    }),
    problem: problem && problemAt ? { why: problem, at: problemAt } : null,
  };
}

const logged = ({
  enabled,
  protocol,
  clientId,
  scope,
  encryptedOnly,
  fromProvider,
  companyDomain,
  emailDomains,
  idpEntityId,
  signInUrl,
  emailAttribute,
  nameAttribute,
  roleAttribute,
  roleMappings,
  defaultRoleIds,
  passwordSignIn,
  certificates,
}: Company) => ({
  enabled,
  protocol,
  clientId,
  scope,
  encryptedOnly,
  fromProvider,
  companyDomain,
  emailDomains,
  idpEntityId,
  signInUrl,
  emailAttribute,
  nameAttribute,
  roleAttribute,
  roleMappings,
  defaultRoleIds,
  passwordSignIn,
  certificates: certificates.map((pem) => new X509Certificate(pem).fingerprint256),
});
