import { sql } from 'kysely';
import { languageFor } from '#shared/languages.ts';
import type { Identity } from '../http/caller.ts';
import { hiddenFromMember } from '../number-protection.ts';

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
  expires_ms: number;
}

/** The identities of living sessions. */
export const selectIdentity = (where: ReturnType<typeof sql>) => sql`
  select s.id session_id, s.tenant_id, s.user_id, s.system_id, m.nick_name, m.is_owner, m.text_seat, m.voice_seat, u.language, u.time_zone,
    (extract(epoch from s.expires_at) * 1000)::float8 expires_ms,
    coalesce((select array_agg(distinct f) from member_role mr join role r on r.id = mr.role_id, unnest(r.functions) f
      where mr.tenant_id = s.tenant_id and mr.user_id = s.user_id), '{}') functions,
    ${hiddenFromMember} need_desensitize
  from session s
    join member m on m.tenant_id = s.tenant_id and m.user_id = s.user_id and m.enabled
    join user_account u on u.id = s.user_id
  where s.ended_at is null and s.expires_at > now() and ${where}`;

export const identityOf = (row: IdentityRow): { identity: Identity; expiresMs: number } => ({
  expiresMs: row.expires_ms,
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
  },
});
