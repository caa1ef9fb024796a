import { sql } from 'kysely';
import { demoContacts } from '#features/team/account/server/index.ts';
import { groupMembers } from '#features/team/agent-groups/server/index.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { Visitor } from '#platform/server/http/caller.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { Failure } from '#shared/errors.ts';
import { demoInboxApi } from '../contract.ts';

/** The password of everybody the demo starts with. */
export const DEMO_PASSWORD = 'openseat-demo';

const NEWEST = 50;
/** Messages to people elsewhere may lie between those of the demo. */
const LOOKED_AT = 500;

/** Shows who sits at this machine what the demo would have sent, and whom they can be. */
export function demoInbox({ db, demo, outbox }: Pick<World, 'db' | 'demo' | 'outbox'>): ServerFeature {
  const refuseElsewhere = ({ isAtThisMachine }: Visitor): void => {
    if (!demo || !isAtThisMachine) throw new Failure('notFound');
  };
  return {
    name: 'demo-inbox',
    routes: routes('demo-inbox', demoInboxApi, {
      async messages(visitor) {
        refuseElsewhere(visitor);
        if (!outbox) throw new Failure('notFound');
        const kept = await outbox.list(LOOKED_AT);
        const shown = await db.everyTenant('the demo shows all its tenants', (tx) =>
          demoContacts(
            tx,
            kept.map(({ to }) => to),
          ),
        );
        return kept.filter(({ to }) => shown.has(to)).slice(0, NEWEST);
      },

      async people(visitor) {
        refuseElsewhere(visitor);
        const { rows } = await db.everyTenant('the demo shows all its tenants', (tx) => demoPeople.execute(tx.as()));
        return rows.map((row) => ({
          email: row.email,
          password: DEMO_PASSWORD,
          name: row.nick_name,
          tenantName: row.tenant_name,
          roleName: row.role_name ?? '',
          answersCalls: row.answers_calls,
        }));
      },
    }),
  };
}

interface PersonRow {
  email: string;
  nick_name: string;
  tenant_name: string;
  role_name: string | null;
  answers_calls: boolean;
}

/** Those who came with the demo, and still have its password: whoever registers in it is not shown to others. */
const demoPeople = sql<PersonRow>`
  select u.email, m.nick_name, t.name tenant_name, r.name role_name,
    m.voice_seat and exists (select from ${groupMembers} g where g.tenant_id = t.id and g.user_id = u.id) answers_calls
  from tenant t
    join tenant_setting s on s.tenant_id = t.id and s.name = 'demo'
    join member m on m.tenant_id = t.id and m.enabled
    join user_account u on u.id = m.user_id and u.email like '%@' || t.company_domain and u.password_changed_at = u.created_at
    left join member_role mr on mr.tenant_id = t.id and mr.user_id = u.id and mr.system_id = ${System.contactCentre}
    left join role r on r.id = mr.role_id
  order by t.id, u.id limit 20`;
