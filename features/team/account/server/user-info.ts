import { sql } from 'kysely';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { Failure } from '#shared/errors.ts';
import { languageFor, languageToWire } from '#shared/languages.ts';
import type { accountApi, UserInfo } from '../contract.ts';

interface InfoRow {
  email: string;
  phone: string | null;
  company: string;
  company_domain: string | null;
  tenant_name: string;
  is_owner: boolean;
  text_seat: boolean;
  voice_seat: boolean;
  language: string;
  time_zone: string | null;
  theme: UserInfo['theme'];
  system_id: number;
  login_type: UserInfo['loginType'];
  roles: { system_id: number; role_name: string }[];
  help_until: string | null;
}

type InfoHandlers = Pick<Handlers<typeof accountApi>, 'info' | 'changeNickName'>;

export function infoHandlers({ db, sessions }: Pick<World, 'db' | 'sessions'>): InfoHandlers {
  return {
    async info({ userId, tenantId, sessionId, needsMasking, name, isOperator = false }) {
      const { rows } = await db.everyTenant('people and sessions belong to no tenant', (tx) =>
        sql<InfoRow>`
          select u.email, u.phone, u.language, u.time_zone, u.theme, t.company, t.company_domain, t.name tenant_name,
            coalesce(m.is_owner, false) is_owner, coalesce(m.text_seat, false) text_seat, coalesce(m.voice_seat, false) voice_seat, s.system_id, s.login_type,
            (select h.until from tenant_help h where h.id = s.help_id) help_until,
            coalesce((select jsonb_agg(jsonb_build_object('system_id', r.system_id, 'role_name', r.name) order by r.system_id)
              from member_role mr join role r on r.id = mr.role_id where mr.tenant_id = m.tenant_id and mr.user_id = m.user_id), '[]') roles
          from session s join user_account u on u.id = s.user_id join tenant t on t.id = s.tenant_id
            left join member m on m.tenant_id = s.tenant_id and m.user_id = s.user_id and s.help_id is null
          where s.id = ${sessionId}`.execute(tx.as()),
      );
      const row = rows[0];
      if (!row) throw new Failure('signedOut');
      return {
        id: userId,
        tenantId,
        email: row.email,
        // A company's word opens its own tenant; what the person keeps elsewhere is not told there.
        phone: row.login_type === 'sso' ? null : row.phone,
        company: row.company,
        companyDomain: row.company_domain,
        tenantName: row.tenant_name,
        tenantNickName: name,
        roleName: row.roles.find((role) => role.system_id === System.contactCentre)?.role_name ?? '',
        systemRoles: row.roles,
        systemId: row.system_id,
        textSeat: row.text_seat,
        voiceSeat: row.voice_seat,
        isTenantOwner: row.is_owner,
        loginType: row.login_type,
        lang: languageToWire(languageFor([row.language])),
        timeZone: row.time_zone,
        theme: row.theme,
        needDesensitize: needsMasking,
        isOperator,
        helpUntil: row.help_until,
      };
    },

    async changeNickName(caller, { tenantNickName }) {
      await db.tenant(caller, async (tx) => {
        await sql`update member set nick_name = ${tenantNickName} where user_id = ${caller.userId}`.execute(tx.as());
        await sessions.changed(tx, { userId: caller.userId });
        caller.operation.note(caller.userId, {
          before: { nickName: caller.name },
          after: { nickName: tenantNickName },
        });
      });
      return null;
    },
  };
}
