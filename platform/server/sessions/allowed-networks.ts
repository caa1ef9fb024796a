import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { sql, type RawBuilder } from 'kysely';
import { Failure } from '#shared/errors.ts';
import type { Tx } from '../db/db.ts';

/*
 * From where a tenant's people work. Rules:
 * 1. A tenant names networks under its setting `AllowedNetworks`; one that names none is open from anywhere.
 * 2. Whoever comes from elsewhere gets no session, and a session from inside opens nothing there: neither calls nor sockets,
 *    tickets or passes. It goes on where it is good.
 * 3. No tenant shuts out who runs the installation: an operator who belongs to no other team comes from anywhere, with the second factor
 *    shown at that very session.
 * 4. Programs are not people: a key has networks of its own, and visitors of chats and webhooks are not asked.
 */
export const NETWORKS_SETTING = 'AllowedNetworks';

/** Where somebody may come from. */
export interface AllowedNetworks {
  includes(address: string): boolean;
}

/** Reads networks that were checked when they were saved; null where none are named. */
export function allowedNetworks(networks: readonly string[]): AllowedNetworks | null {
  if (networks.length === 0) return null;
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = address.includes(':') ? 'ipv6' : 'ipv4';
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  return {
    includes(text) {
      const address = text.replace(/%.*$/, '');
      // An IPv4 address that is written as one of IPv6 is found as either.
      return isIPv4(address) ? list.check(address) : isIPv6(address) && list.check(address, 'ipv6');
    },
  };
}

export const networksOfText = (text: string | null): string[] => (text ?? '').split(' ').filter(Boolean);
export const textOfNetworks = (networks: readonly string[]): string => networks.join(' ');

/** SQL: the networks of a tenant, as text; null where it names none. */
export const networksOfTenant = (tenantId: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<
    string | null
  >`(select an.value from tenant_setting an where an.tenant_id = ${tenantId} and an.name = ${NETWORKS_SETTING})`;

/** SQL: as `networksOfTenant`, of a session `s`; null for the operator of rule 3. */
export const networksOfSession = sql<string | null>`case when not (
  s.factor_at is not null and s.help_id is null and s.login_type <> 'sso' and operator_needs_team(s.user_id, s.tenant_id))
  then ${networksOfTenant(sql`s.tenant_id`)} end`;

/** Who was refused: their credentials are right, only not from there. */
export interface ForeignCaller {
  tenantId: number;
  /** Null for a key. */
  userId: number | null;
  name: string;
  address: string;
}

/** A refusal the tenant is to learn of: `noteForeign` of sessions writes it down. */
export class ForeignNetwork extends Failure {
  readonly who: ForeignCaller;

  constructor(who: ForeignCaller) {
    super('networkNotAllowed');
    this.who = who;
  }
}

interface Known extends Omit<ForeignCaller, 'address'> {
  networks?: AllowedNetworks;
}

export const isForeign = ({ networks }: Pick<Known, 'networks'>, address: string): boolean =>
  networks !== undefined && !networks.includes(address);

/** Throws where the person's tenant does not let anybody in from this address; else answers who it is. */
export function refuseForeign<K extends Known>(known: K | null, address: string): K | null {
  if (known && isForeign(known, address)) {
    const { tenantId, userId, name } = known;
    throw new ForeignNetwork({ tenantId, userId, name, address });
  }
  return known;
}

/** Whether this address lies outside the networks of a tenant. */
export async function isForeignTo(tx: Tx, tenantId: number, address: string): Promise<boolean> {
  const { rows } = await sql<{ networks: string | null }>`
    select ${networksOfTenant(sql`${tenantId}::bigint`)} networks`.execute(tx.as());
  const networks = allowedNetworks(networksOfText(rows[0]!.networks));
  return networks !== null && !networks.includes(address);
}

/** As `refuseForeign`, of somebody who has no session yet. */
export async function refuseForeignSignIn(
  tx: Tx,
  { tenantId, userId, showsFactor = false }: { tenantId: number; userId: number; showsFactor?: boolean },
  address: string,
): Promise<void> {
  if (!(await isForeignTo(tx, tenantId, address))) return;
  if (showsFactor) {
    const { rows: found } = await sql<{ needed: boolean }>`
      select operator_needs_team(${userId}, ${tenantId}) needed`.execute(tx.as());
    if (found[0]!.needed) return;
  }
  const { rows } = await sql<{
    nick_name: string;
  }>`select nick_name from member where tenant_id = ${tenantId} and user_id = ${userId}`.execute(tx.as());
  throw new ForeignNetwork({ tenantId, userId, name: rows[0]?.nick_name ?? '', address });
}
