import { sql } from 'kysely';
import type { TenantTx, Tx } from '#platform/server/db/db.ts';
import type { PasswordSignIn } from '#features/team/account/server/index.ts';
import type { RoleMapping, SsoRefusal, SsoSettings } from '../contract.ts';
import { NO_GIFTS } from '../core/group-gifts.ts';
import type { IdentityProvider } from './idp-metadata.ts';

/** How a company signs in, as it is kept. */
export interface Company extends IdentityProvider, SsoSettings {
  tenantId: number;
  metadataUrl: string | null;
  /** As it is kept: sealed. */
  clientSecret: string | null;
  workedAt: string | null;
  problem: SsoRefusal | null;
  problemAt: string | null;
  updatedAt: string;
  version: number;
}

const company = sql`
  select c.tenant_id "tenantId", c.protocol, c.client_id "clientId", c.client_secret "clientSecret", c.scope, c.encrypted_only "encryptedOnly", c.from_provider "fromProvider", coalesce(t.company_domain, '') "companyDomain", c.enabled, c.idp_entity_id "idpEntityId", c.sign_in_url "signInUrl", c.logout_url "logoutUrl",
    c.logout_response_url "logoutResponseUrl", c.certificates, c.metadata_url "metadataUrl", c.email_domains "emailDomains", c.email_attribute "emailAttribute",
    c.name_attribute "nameAttribute", c.role_attribute "roleAttribute", c.role_mappings "roleMappings", c.default_role_ids "defaultRoleIds",
    c.password_sign_in "passwordSignIn", c.worked_at "workedAt", case when c.problem_at > coalesce(c.worked_at, '-infinity') then c.problem end problem, c.problem_at "problemAt",
    c.updated_at "updatedAt", c.version
  from sso_config c join tenant t on t.id = c.tenant_id`;

/** The settings of a tenant, in a transaction that may see them. */
export async function companyOf(tx: Tx, tenantId: number, { lock = false } = {}): Promise<Company | null> {
  const { rows } =
    await sql<Company>`${company} where c.tenant_id = ${tenantId} ${lock ? sql`for update of c` : sql``}`.execute(
      tx.as(),
    );
  return rows[0] ? whole(rows[0]) : null;
}

/** Mappings of an older version give roles alone. */
const whole = (row: Company): Company => ({
  ...row,
  roleMappings: row.roleMappings.map((mapping) => ({ ...NO_GIFTS, ...mapping })),
});

/** The company that signs in under a domain. */
export async function companyNamed(tx: Tx, domain: string): Promise<Company | null> {
  const { rows } =
    await sql<Company>`${company} where lower(t.company_domain) = ${domain.trim().toLowerCase()}`.execute(tx.as());
  return rows[0] ? whole(rows[0]) : null;
}

/** Companies whose provider describes itself at an address that somebody gave; an issuer is asked at every sign-in. */
export async function companiesWithAddress(tx: Tx): Promise<Company[]> {
  return (await sql<Company>`${company} where c.metadata_url is not null order by c.tenant_id`.execute(tx.as())).rows;
}

type Kept = Omit<
  Company,
  'tenantId' | 'companyDomain' | 'workedAt' | 'problem' | 'problemAt' | 'updatedAt' | 'version'
>;

/** Writes settings; `isNew` forgets that they ever worked. */
export async function keepCompany(tx: Tx, tenantId: number, kept: Kept, isNew: boolean): Promise<void> {
  const row = valuesOf(kept);
  const names = Object.keys(row).map((name) => sql.ref(name));
  const values = Object.values(row).map((value) => sql`${value}`);
  await sql`
    insert into sso_config (tenant_id, ${sql.join(names)}) values (${tenantId}, ${sql.join(values)})
    on conflict (tenant_id) do update set (${sql.join(names)}) = (${sql.join(names.map((name) => sql`excluded.${name}`))}),
      version = sso_config.version + 1, updated_at = now()${isNew ? sql`, worked_at = null, problem = null, problem_at = null` : sql``}`.execute(
    tx.as(),
  );
}

const valuesOf = (kept: Kept): Record<string, unknown> => ({
  enabled: kept.enabled,
  protocol: kept.protocol,
  client_id: kept.clientId,
  client_secret: kept.clientSecret,
  scope: kept.scope,
  encrypted_only: kept.encryptedOnly,
  from_provider: kept.fromProvider,
  idp_entity_id: kept.idpEntityId,
  sign_in_url: kept.signInUrl,
  logout_url: kept.logoutUrl,
  logout_response_url: kept.logoutResponseUrl,
  certificates: kept.certificates,
  metadata_url: kept.metadataUrl,
  email_domains: kept.emailDomains,
  email_attribute: kept.emailAttribute,
  name_attribute: kept.nameAttribute,
  role_attribute: kept.roleAttribute,
  role_mappings: JSON.stringify(kept.roleMappings satisfies RoleMapping[]),
  default_role_ids: kept.defaultRoleIds,
  password_sign_in: kept.passwordSignIn satisfies PasswordSignIn,
});

export async function dropCompany(tx: Tx): Promise<boolean> {
  const { rows } = await sql`delete from sso_config returning 1`.execute(tx.as());
  return rows.length > 0;
}

/** Remembers for the settings page how the last sign-in went. */
export async function noteOutcome(tx: Tx, tenantId: number, problem: SsoRefusal | null, nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  await (
    problem
      ? sql`update sso_config set problem = ${problem}, problem_at = ${now} where tenant_id = ${tenantId}`
      : sql`update sso_config set worked_at = ${now} where tenant_id = ${tenantId}`
  ).execute(tx.as());
}

/** Domains in which an owner of the tenant has an address. */
export async function ownersDomains(tx: TenantTx): Promise<string[]> {
  const { rows } = await sql<{ domain: string }>`
    select distinct lower(split_part(u.email, '@', 2)) domain from member m join member_account u on u.user_id = m.user_id where m.is_owner and m.enabled order by 1`.execute(
    tx.as(),
  );
  return rows.map(({ domain }) => domain);
}

export async function domainOf(tx: Tx, tenantId: number): Promise<string | null> {
  return (
    (
      await sql<{ company_domain: string | null }>`select company_domain from tenant where id = ${tenantId}`.execute(
        tx.as(),
      )
    ).rows[0]?.company_domain ?? null
  );
}
