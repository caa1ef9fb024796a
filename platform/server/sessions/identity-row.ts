import { sql } from 'kysely';
import { languageFor } from '#shared/languages.ts';
import { isDemoTenant } from '../demo-tenants.ts';
import type { Identity } from '../http/caller.ts';
import { operatorName } from '../http/installation.ts';
import { isOperatorAccount } from '../operators.ts';
import { isActiveTenant } from '../tenant-state.ts';
import { hiddenFromMember } from '../number-protection.ts';
import { allowedNetworks, networksOfSession, networksOfText } from './allowed-networks.ts';
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
  is_active: boolean;
  is_operator: boolean;
  factor: 'shown' | 'unshown' | 'none';
  factor_ms: number | null;
  help_id: number | null;
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

/** SQL: the consent by which a session `s` helps inside a tenant, while it lasts; whoever is operator no more helps no more. */
const grantedHelp = sql`
  select th.id, th.until, th.functions, (select m.nick_name from member m where m.user_id = s.user_id order by m.joined_at limit 1) helper_name
  from tenant_help th where th.id = s.help_id and th.tenant_id = s.tenant_id and th.ended_at is null and th.until > now() and ${isOperatorAccount(sql`s.user_id`)}`;

/** The identities of living sessions. */
export const selectIdentity = (longestDays: number, where: ReturnType<typeof sql>) => sql`
  select s.id session_id, s.tenant_id, s.user_id, s.system_id, coalesce(m.nick_name, h.helper_name) nick_name, coalesce(m.is_owner, false) is_owner, coalesce(m.text_seat, false) text_seat, coalesce(m.voice_seat, false) voice_seat,
    u.language, u.time_zone, (extract(epoch from s.proven_at) * 1000)::float8 proven_ms, (extract(epoch from s.expires_at) * 1000)::float8 expires_ms, (extract(epoch from least(${endOfSession(longestDays)}, h.until)) * 1000)::float8 ends_ms,
    ${isDemoTenant(sql`s.tenant_id`)} is_demo, case when h.id is null then ${networksOfSession} end networks, coalesce(h.functions, ${functionsOfMember('s')}) functions, h.id is not null or ${hiddenFromMember} need_desensitize,
    s.help_id, ${isActiveTenant(sql`s.tenant_id`)} is_active, case when s.factor_at is not null then 'shown' when u.has_second_factor then 'unshown' else 'none' end factor, (extract(epoch from s.factor_at) * 1000)::float8 factor_ms,
    s.help_id is null and s.login_type <> 'sso' and ${isOperatorAccount(sql`s.user_id`)} is_operator
  from session s
    join user_account u on u.id = s.user_id
    left join lateral (${grantedHelp}) h on true
    left join member m on m.tenant_id = s.tenant_id and m.user_id = s.user_id and m.enabled and s.help_id is null
  where (m.user_id is not null or h.id is not null) and s.ended_at is null and s.expires_at > now() and ${endOfSession(longestDays)} > now() and ${where}`;

const MOST_KEPT = 1_000;
const keptFunctions = new Map<string, ReadonlySet<string>>();

/** Hundreds of people have the same role: what they may do is kept once for all of them, not once for each of their sockets. */
function functionsOf(names: readonly string[]): ReadonlySet<string> {
  const key = names.toSorted().join(' ');
  const known = keptFunctions.get(key);
  if (known) return known;
  const made: ReadonlySet<string> = new Set(names);
  // Whoever holds one keeps it; those that come are made anew.
  if (keptFunctions.size >= MOST_KEPT) keptFunctions.clear();
  keptFunctions.set(key, made);
  return made;
}

export function identityOf(row: IdentityRow): KnownIdentity {
  const networks = allowedNetworks(networksOfText(row.networks));
  return {
    expiresMs: Math.min(row.expires_ms, row.ends_ms),
    endsMs: row.ends_ms,
    identity: {
      sessionId: row.session_id,
      tenantId: row.tenant_id,
      userId: row.user_id,
      name: row.help_id === null ? row.nick_name : operatorName(row.nick_name),
      isOwner: row.is_owner,
      functions: functionsOf(row.functions),
      needsMasking: row.need_desensitize,
      language: languageFor([row.language]),
      timeZone: row.time_zone,
      systemId: row.system_id,
      textSeat: row.text_seat,
      voiceSeat: row.voice_seat,
      provenMs: row.proven_ms,
      isOperator: row.is_operator,
      factor: row.factor,
      ...(row.factor_ms !== null && { factorMs: row.factor_ms }),
      ...(row.help_id !== null && { helpId: row.help_id }),
      ...(networks && { networks }),
    },
  };
}

/** Whose session was found; null for nobody's, for people of a tenant that is not active, and of the demo while it is not shown. */
export const openIdentity = ([row]: readonly IdentityRow[], demo: boolean): Identity | null =>
  row && row.is_active && (demo || !row.is_demo) ? identityOf(row).identity : null;
