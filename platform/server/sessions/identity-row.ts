import { sql } from 'kysely';
import { languageFor } from '#shared/languages.ts';
import { isDemoTenant } from '../demo-tenants.ts';
import type { Identity } from '../http/caller.ts';
import { hiddenFromMember } from '../number-protection.ts';
import { allowedNetworks, networksOfTenant, networksOfText } from './allowed-networks.ts';
import { SESSION_DAYS_SETTING } from './sessions.ts';

export interface IdentityRow {
  session_id: number;
  tenant_id: number;
  user_id: number;
  nick_name: string;
  is_owner: boolean;
  functions: string[];
  need_desensitize: boolean;
  language: string;
  time_zone: string | null;
  system_id: number;
  text_seat: boolean;
  voice_seat: boolean;
  proven_ms: number;
  expires_ms: number;
  ends_ms: number;
  is_demo: boolean;
  networks: string | null;
}

/** Who a session belongs to, until when, and until when at the latest. */
export interface KnownIdentity {
  identity: Identity;
  expiresMs: number;
  endsMs: number;
}

/** SQL: when a session `s` ends however much it is used. */
export const endOfSession = (longestDays: number) => sql<string>`(s.created_at + least(${longestDays}::int, coalesce(
  (select nullif(sd.value, '')::int from tenant_setting sd where sd.tenant_id = s.tenant_id and sd.name = ${SESSION_DAYS_SETTING}), ${longestDays}::int)) * interval '1 day')`;

/** The function keys of a member by their roles; `member` is the alias of a row with `tenant_id` and `user_id`. */
export const functionsOfMember = (member: string) => sql`
    coalesce((select array_agg(distinct f) from member_role mr join role r on r.id = mr.role_id, unnest(r.functions) f
      where mr.tenant_id = ${sql.ref(`${member}.tenant_id`)} and mr.user_id = ${sql.ref(`${member}.user_id`)}), '{}')`;

/** The identities of living sessions. */
export const selectIdentity = (longestDays: number, where: ReturnType<typeof sql>) => sql`
  select s.id session_id, s.tenant_id, s.user_id, s.system_id, m.nick_name, m.is_owner, m.text_seat, m.voice_seat, u.language, u.time_zone, (extract(epoch from s.proven_at) * 1000)::float8 proven_ms,
    (extract(epoch from s.expires_at) * 1000)::float8 expires_ms, (extract(epoch from ${endOfSession(longestDays)}) * 1000)::float8 ends_ms, ${isDemoTenant(sql`s.tenant_id`)} is_demo, ${networksOfTenant(sql`s.tenant_id`)} networks,
    ${functionsOfMember('s')} functions, ${hiddenFromMember} need_desensitize
  from session s
    join member m on m.tenant_id = s.tenant_id and m.user_id = s.user_id and m.enabled
    join user_account u on u.id = s.user_id
  where s.ended_at is null and s.expires_at > now() and ${endOfSession(longestDays)} > now() and ${where}`;

export function identityOf(row: IdentityRow): KnownIdentity {
  const networks = allowedNetworks(networksOfText(row.networks));
  return {
    expiresMs: Math.min(row.expires_ms, row.ends_ms),
    endsMs: row.ends_ms,
    identity: {
      sessionId: row.session_id,
      tenantId: row.tenant_id,
      userId: row.user_id,
      name: row.nick_name,
      isOwner: row.is_owner,
      functions: new Set(row.functions),
      needsMasking: row.need_desensitize,
      language: languageFor([row.language]),
      timeZone: row.time_zone,
      systemId: row.system_id,
      textSeat: row.text_seat,
      voiceSeat: row.voice_seat,
      provenMs: row.proven_ms,
      ...(networks && { networks }),
    },
  };
}

/** Whose session was found; null for nobody's, and for people of the demo while it is not shown. */
export const openIdentity = ([row]: readonly IdentityRow[], demo: boolean): Identity | null =>
  row && (demo || !row.is_demo) ? identityOf(row).identity : null;
