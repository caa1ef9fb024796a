import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import { takeTurn } from '#platform/server/leases/turn.ts';
import type { Hook, HookEvent, HookFields } from '../contract.ts';
import { hiddenOutside } from '#platform/server/number-protection.ts';

type Fields = Omit<HookFields, 'id'>;
const columns = sql`id, name, url, events, mask_numbers "maskNumbers", enabled, stopped, previous_until "previousUntil", failing_since "failingSince"`;
/** Who is told what, of one tenant. */
export function webhooksRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    async all(): Promise<Hook[]> {
      return (await sql<Hook>`select ${columns} from webhook order by id`.execute(rows)).rows;
    },
    /** One writer at a time, so that none writes over what it has not seen. */
    lock: (): Promise<void> => takeTurn(tx, 'webhook'),
    async find(id: number): Promise<Hook | undefined> {
      return (await sql<Hook>`select ${columns} from webhook where id = ${id} for update`.execute(rows)).rows[0];
    },
    async add({ name, url, events, maskNumbers, enabled }: Fields, secret: string): Promise<number> {
      const added = await sql<{
        id: number;
      }>`insert into webhook (name, url, events, mask_numbers, enabled, secret) values (${name}, ${url}, ${events}, ${maskNumbers}, ${enabled}, ${secret}) returning id`.execute(
        rows,
      );
      return added.rows[0]!.id;
    },
    /** Switched on again, or led elsewhere, it begins anew: what it failed at before no longer counts. */
    async update(id: number, { name, url, events, maskNumbers, enabled }: Fields): Promise<void> {
      await sql`
        update webhook set name = ${name}, url = ${url}, events = ${events}, mask_numbers = ${maskNumbers}, enabled = ${enabled},
          stopped = case when ${enabled} then null else stopped end,
          failing_since = case when ${enabled} and not enabled or url <> ${url} then null else failing_since end
        where id = ${id}`.execute(rows);
    },
    async remove(ids: readonly number[]): Promise<void> {
      await sql`delete from webhook where id = any(${ids}::bigint[])`.execute(rows);
    },
    async rotate(id: number, secret: string, overlapUntilMs: number): Promise<void> {
      await sql`update webhook set previous_secret = secret, previous_until = ${momentOfMs(overlapUntilMs)}, secret = ${secret} where id = ${id}`.execute(
        rows,
      );
    },

    /** Those that want to hear of any of these. */
    async listening(types: readonly HookEvent[]): Promise<{ id: number; events: HookEvent[]; maskNumbers: boolean }[]> {
      return (
        await sql<{
          id: number;
          events: HookEvent[];
          maskNumbers: boolean;
        }>`select id, events, mask_numbers or ${hiddenOutside(sql`webhook.tenant_id`)} "maskNumbers" from webhook where enabled and events && ${types}::text[] order by id`.execute(
          rows,
        )
      ).rows;
    },
    async took(id: number): Promise<void> {
      await sql`update webhook set failing_since = null where id = ${id} and failing_since is not null`.execute(rows);
    },
    async failed(id: number, nowMs: number): Promise<void> {
      await sql`update webhook set failing_since = ${momentOfMs(nowMs)} where id = ${id} and failing_since is null`.execute(
        rows,
      );
    },
    /** False when it was off already. */
    async stop(id: number, stopped: NonNullable<Hook['stopped']>): Promise<boolean> {
      return (
        (
          await sql`update webhook set enabled = false, stopped = ${stopped} where id = ${id} and enabled returning 1`.execute(
            rows,
          )
        ).rows.length > 0
      );
    },
    async tenant(): Promise<{ name: string; language: string }> {
      return (
        await sql<{
          name: string;
          language: string;
        }>`select name, default_language language from tenant where id = ${tx.tenantId}`.execute(rows)
      ).rows[0]!;
    },
    /** Roles whose people look after the hooks. */
    async keepers(): Promise<number[]> {
      return (
        await sql<{
          id: number;
        }>`select id from role where 'webhooks.edit' = any(functions) order by id limit 50`.execute(rows)
      ).rows.map(({ id }) => id);
    },
  };
}

/** What a writer must have seen before it writes over it. */
export const versionOf = (hooks: readonly Hook[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        hooks.map(({ id, name, url, events, enabled, maskNumbers }) => [id, name, url, events, enabled, maskNumbers]),
      ),
    )
    .digest('hex')
    .slice(0, 16);
