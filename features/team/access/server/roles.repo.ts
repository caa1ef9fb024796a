import { sql, type Generated } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Role } from '../contract.ts';

interface RoleTables {
  role: {
    id: Generated<number>;
    name: string;
    system_id: number;
    functions: string[];
    need_desensitize: boolean;
    built_in: string | null;
    updated_at: string;
    version: Generated<number>;
  };
}

export type RoleFields = Pick<Role, 'name' | 'systemId' | 'functions' | 'needDesensitize'>;

/** The unique constraint of a role's name within its system. */
export const ROLE_NAME = 'role_tenant_id_system_id_name_key';

const columns = sql`r.id, r.name, r.system_id "systemId", r.functions, r.need_desensitize "needDesensitize", r.needs_second_factor "needsSecondFactor", r.built_in is not null "builtIn", r.updated_at "updatedAt", r.version`;
const members = sql`(select count(*)::int from member_role mr where mr.role_id = r.id) members`;

export function rolesRepo(tx: TenantTx) {
  const db = tx.as<RoleTables>();
  const row = ({ name, systemId, functions, needDesensitize }: RoleFields) => ({
    name,
    system_id: systemId,
    functions,
    need_desensitize: needDesensitize,
  });
  return {
    async all(): Promise<Role[]> {
      const { rows } =
        await sql<Role>`select ${columns}, ${members} from role r order by r.system_id desc, r.built_in nulls last, lower(r.name), r.id`.execute(
          db,
        );
      return rows;
    },

    /** Held until the transaction ends, so that two changes of one role come one after another. */
    async lock(id: number): Promise<Role | null> {
      const { rows } = await sql<Role>`select ${columns}, ${members} from role r where r.id = ${id} for update`.execute(
        db,
      );
      return rows[0] ?? null;
    },

    /** Not to be deleted meanwhile. */
    async byIds(ids: readonly number[]): Promise<Role[]> {
      const { rows } =
        await sql<Role>`select ${columns}, 0 members from role r where r.id = any(${[...ids]}) order by r.id for share`.execute(
          db,
        );
      return rows;
    },

    async add(fields: RoleFields): Promise<number> {
      const { id } = await db
        .insertInto('role')
        .values(row(fields) as never)
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    async change(id: number, fields: RoleFields): Promise<void> {
      await db
        .updateTable('role')
        .set({ ...row(fields), updated_at: sql`now()`, version: sql`version + 1` })
        .where('id', '=', id)
        .execute();
    },

    async needSecondFactor(id: number, needed: boolean): Promise<void> {
      await sql`update role set needs_second_factor = ${needed}, updated_at = now() where id = ${id}`.execute(db);
    },

    async remove(id: number): Promise<void> {
      await db.deleteFrom('role').where('id', '=', id).execute();
    },
  };
}
