import { sql } from 'kysely';
import { Email } from '#features/team/account/contract.ts';
import { addMember, createPerson } from '#features/team/account/server/index.ts';
import type { Tx } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { languageFor } from '#shared/languages.ts';
import { isHostedHere } from '../core/hosted-domain.ts';
import type { CompanyClaims } from './assertion.ts';
import { readCompanyGroups } from './company-groups.repo.ts';
import type { Company } from './sso.repo.ts';

/*
 * Who comes in by the company's word. Rules:
 * 1. The address decides who it is; it must be of a domain the company may speak for.
 * 2. A person who exists is found, never changed: neither name, password nor place in another tenant.
 * 3. Roles follow the mapping at every sign-in, but only those that came by it; what a manager gave or changed stays.
 * 4. Nobody comes in without any role, and nobody who was shut out.
 * Seats and groups of agents follow afterwards (`member-gifts.ts`).
 */

interface Role {
  id: number;
  name: string;
  system_id: number;
}

/** What the claims make of somebody, before anything is written. Throws `ssoEmailRefused`. */
export interface Newcomer {
  email: string;
  name: string;
  /** At most one in each system. */
  roles: Role[];
  /** Groups of the company the person is in. */
  groups: ReadonlySet<string>;
}

/** The places where providers put names, the nearest first. */
const NAMES = [
  'displayName',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'name',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name',
  'cn',
  'urn:oid:2.5.4.3',
];
const GIVEN = [
  'givenName',
  'given_name',
  'firstName',
  'urn:oid:2.5.4.42',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
];
const FAMILY = [
  'sn',
  'surname',
  'family_name',
  'lastName',
  'urn:oid:2.5.4.4',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
];
const NAME_MAX = 60;

export async function newcomerOf(tx: Tx, company: Company, claims: CompanyClaims): Promise<Newcomer> {
  const email = emailOf(company, claims);
  const claimedGroups = company.roleAttribute ? claims.attributes[company.roleAttribute] : undefined;
  const groups = new Set(claimedGroups ?? (await provisionedGroups(tx, company, email)));
  return { email, name: nameOf(company, claims, email), groups, roles: await rolesOf(tx, company, groups) };
}

/** For a sign-in that says nothing of groups: what provisioning said of them. */
async function provisionedGroups(tx: Tx, { tenantId }: Company, email: string): Promise<string[]> {
  const userId = await personOf(tx, email);
  return (userId === null ? null : await readCompanyGroups(tx, tenantId, userId)) ?? [];
}

function emailOf(
  { protocol, idpEntityId, emailAttribute, emailDomains }: Company,
  { attributes, nameId }: CompanyClaims,
): string {
  // The subject of OpenID Connect is a number nobody knows; its address stands in a claim of that name.
  const from = emailAttribute || (protocol === 'oidc' ? 'email' : '');
  const addresses = from ? (attributes[from] ?? []) : [nameId];
  if (protocol === 'oidc' && from === 'email' && attributes['email_verified']?.includes('false'))
    throw new Failure('ssoEmailRefused');
  if (protocol === 'oidc' && !isHostedHere(idpEntityId, attributes['hd'], emailDomains))
    throw new Failure('ssoEmailRefused');
  const email = addresses.length === 1 ? Email.safeParse(addresses[0]).data : undefined;
  if (!email || !emailDomains.includes(email.slice(email.lastIndexOf('@') + 1))) throw new Failure('ssoEmailRefused');
  return email;
}

function nameOf({ nameAttribute }: Company, { attributes }: CompanyClaims, email: string): string {
  const first = (names: readonly string[]): string => names.map((name) => attributes[name]?.[0]).find(Boolean) ?? '';
  const found = (nameAttribute && first([nameAttribute])) || first(NAMES) || `${first(GIVEN)} ${first(FAMILY)}`.trim();
  return (
    (found.includes('@') ? '' : found.replace(/\s+/g, ' ').slice(0, NAME_MAX).toWellFormed().trim()) ||
    email.split('@')[0]!.slice(0, NAME_MAX)
  );
}

export async function rolesOf(
  tx: Tx,
  { tenantId, roleMappings, defaultRoleIds }: Company,
  groups: ReadonlySet<string>,
): Promise<Role[]> {
  const mapped = roleMappings.filter(({ value }) => groups.has(value)).flatMap(({ roleIds }) => roleIds);
  const wanted = mapped.length > 0 ? mapped : defaultRoleIds;
  // A role may have been deleted since it was chosen.
  const { rows } =
    await sql<Role>`select id, name, system_id from role where tenant_id = ${tenantId} and id = any(${wanted})`.execute(
      tx.as(),
    );
  const bySystem = new Map<number, Role>();
  for (const id of wanted) {
    const role = rows.find((each) => each.id === id);
    if (role && !bySystem.has(role.system_id)) bySystem.set(role.system_id, role);
  }
  return [...bySystem.values()];
}

/** Finds or makes the person and the place in the tenant, and brings the roles up to date; answers who it is. */
export async function admit(
  { sessions }: Pick<World, 'sessions'>,
  tx: Tx,
  { tenantId }: Company,
  { email, name, roles }: Newcomer,
): Promise<number> {
  const userId = await personByCompany(tx, tenantId, email);
  await addMember(tx, { tenantId, userId, nickName: name, roleIds: [] });
  const { rows } = await sql<{
    enabled: boolean;
    is_owner: boolean;
  }>`select enabled, is_owner from member where tenant_id = ${tenantId} and user_id = ${userId} for update`.execute(
    tx.as(),
  );
  if (!rows[0]!.enabled) throw new Failure('accountDisabled');
  const held = await bringRoles(tx, { tenantId, userId }, roles);
  if (held.size === 0 && !rows[0]!.is_owner) throw new Failure('ssoNoRole');
  await sessions.changed(tx, { userId });
  return userId;
}

/** Finds or makes the person with this address, who has no password then. */
export async function personByCompany(tx: Tx, tenantId: number, email: string): Promise<number> {
  // Two tabs of somebody new must not both make the person.
  await sql`select pg_advisory_xact_lock(hashtextextended('person ' || ${email}, 0))`.execute(tx.as());
  return (
    (await personOf(tx, email)) ??
    (await createPerson(tx, { email, passwordHash: NO_PASSWORD, language: await languageOf(tx, tenantId) }))
  );
}

/** No hash looks like this: a password can only be set by who reads the mail. */
const NO_PASSWORD = '!';

async function personOf(tx: Tx, email: string): Promise<number | null> {
  return (
    (await sql<{ id: number }>`select id from user_account where lower(email) = ${email}`.execute(tx.as())).rows[0]
      ?.id ?? null
  );
}

async function languageOf(tx: Tx, tenantId: number) {
  const { rows } = await sql<{
    default_language: string;
  }>`select default_language from tenant where id = ${tenantId}`.execute(tx.as());
  return languageFor([rows[0]!.default_language]);
}

type Held = Map<number, number>;

/** Rule 3; answers the roles the member then holds, by system. */
export async function bringRoles(
  tx: Tx,
  { tenantId, userId }: { tenantId: number; userId: number },
  wanted: readonly Role[],
): Promise<Held> {
  const read = async (table: string): Promise<Held> => {
    const { rows } = await sql<{
      system_id: number;
      role_id: number;
    }>`select system_id, role_id from ${sql.table(table)} where tenant_id = ${tenantId} and user_id = ${userId}`.execute(
      tx.as(),
    );
    return new Map(rows.map((row) => [row.system_id, row.role_id]));
  };
  const [held, ours] = [await read('member_role'), await read('sso_member_role')];
  const next = new Map([...held].filter(([system, role]) => ours.get(system) !== role));
  const given = wanted.filter((role) => !next.has(role.system_id));
  for (const role of given) next.set(role.system_id, role.id);
  for (const table of ['member_role', 'sso_member_role'])
    await sql`delete from ${sql.table(table)} where tenant_id = ${tenantId} and user_id = ${userId}`.execute(tx.as());
  const put = (table: string, system: number, role: number) =>
    sql`insert into ${sql.table(table)} (tenant_id, user_id, system_id, role_id) values (${tenantId}, ${userId}, ${system}, ${role})`.execute(
      tx.as(),
    );
  for (const [system, role] of next) await put('member_role', system, role);
  for (const role of given) await put('sso_member_role', role.system_id, role.id);
  return next;
}
