import { levelHeaders } from '#core/trunk/caller-attestation.ts';
import { CallHeader } from '#shared/call-headers.ts';

/*
 * The words that the edge (Kamailio), the nodes (Asterisk) and whoever commands them by ARI have in common.
 *
 * A leg that is offered enters Stasis with the arguments `offered`, the number that was called. Three applications are tried, the
 * first that somebody holds is taken: the tenant's, its shard's, the lobby's. While nobody holds any the caller hears ringing and
 * they are tried anew, for eight seconds; then it is 503.
 *
 * Rung are `PJSIP/phone/sip:ACCOUNT@DOMAIN` and `PJSIP/line/sip:NUMBER@LINE`, a line by its name in the plan; nothing is registered at a node.
 * Refused is by `continue` to the context `refuse`, extension = status (400 to 699).
 */
export const ARI_USER = 'openseat';
export const AMI_USER = 'openseat';

/**
 * Endpoints at every node: all phones are one, all carriers of the edge another (and `line-secured`, by which only they call); the port of
 * the edge tells them apart. Lines of processes of the product are known by a password.
 */
export const HouseEndpoint = { phone: 'phone', line: 'line', process: 'process' } as const;

/** Whom the machine trusts, each in a file found by its name: a list of all of them would be read for every connection. */
export const AUTHORITIES = '/etc/ssl/certs';

export const REFUSE_CONTEXT = 'refuse';
/** First argument of Stasis for a leg that came in; the second is the number it called. */
export const OFFERED_ARGUMENT = 'offered';

/** What the edge says of a call that comes in. It takes away what a phone wrote under these names. */
export const EdgeHeader = {
  /** The account the socket registered as; calls of phones alone. */
  account: 'X-Account',
  tenant: 'X-Tenant',
  shard: 'X-Shard',
  /** The carrier by its name in the house's plan; calls of carriers alone. */
  line: 'X-Line',
} as const;

/** Variables of an offered channel, which every event about it carries (`channelvars`). */
export const LegVariable = {
  account: 'OS_ACCOUNT',
  tenant: 'OS_TENANT',
  shard: 'OS_SHARD',
  line: 'OS_LINE',
  /** `1` where the sound of a carrier's call is secured. */
  secured: 'OS_SECURED',
  sipCallId: 'OS_SIP_CALL_ID',
} as const;

/** Headers of a caller that are kept for the product; it believes none of them. `X-Call-Id` is kept as `OS_X_CALL_ID`. */
export const keptHeaders: readonly string[] = Object.values(CallHeader);
/** Headers of a call from a carrier that say who calls, whom, and what the network thinks of it; kept likewise. */
export const carrierHeaders: readonly string[] = [
  'From',
  'To',
  'P-Asserted-Identity',
  'P-Called-Party-ID',
  'Remote-Party-ID',
  'Privacy',
  'Diversion',
  'History-Info',
  ...levelHeaders,
];
export const headerVariable = (header: string): string => `OS_${header.toUpperCase().replaceAll('-', '_')}`;

/** Tenants are spread over the nodes by shards. The view `sip_accounts` reckons the same. */
export const SHARDS = 64;
export const shardOf = (tenantId: number): number => tenantId % SHARDS;

/** The nodes in the order in which they are tried for a shard: its own first. The edge goes the same way. */
export function nodesInTurn<Node>(shard: number, nodes: readonly Node[]): Node[] {
  const first = nodes.length === 0 ? 0 : shard % nodes.length;
  return [...nodes.slice(first), ...nodes.slice(0, first)];
}

/** Applications of Stasis in the order in which a call is offered. */
export const StasisApplication = {
  ofTenant: (tenantId: number): string => `os-tenant-${tenantId}`,
  ofShard: (shard: number): string => `os-shard-${shard}`,
  lobby: 'os-lobby',
} as const;
/** Whose application it is; null: no tenant's. */
export const tenantOfApplication = (application: string): number | null => {
  const [, tenantId] = /^os-tenant-(\d+)$/.exec(application) ?? [];
  return tenantId === undefined ? null : Number(tenantId);
};

/** Told by the database when a phone comes or goes: `<account> <phones it has now> <INSERT or DELETE>`. A refresh is not told. */
export const PHONES_CHANNEL = 'phones';
