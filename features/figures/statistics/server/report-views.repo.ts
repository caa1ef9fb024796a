import { sql } from 'kysely';
import { isDuplicate, type TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import { Failure } from '#shared/errors.ts';
import type { StatReportName } from '../contract.ts';
import type { MailWish, ReportView } from '../contract/report-views.ts';

type Fields = Pick<ReportView, 'name' | 'address' | 'shared'>;
export type OwnedView = Omit<ReportView, 'mine' | 'mayEdit'> & { user_id: number };

/** The kept reports of one tenant, as one person has them. */
export function reportViewsRepo(tx: TenantTx, userId: number) {
  const rows = tx.as<never>();
  const select = sql`
    select v.id, v.user_id, v.name, v.report, v.address, v.shared, coalesce(m.nick_name, '') author,
      case when s.view_id is not null then json_build_object('every', s.every, 'hour', s.hour, 'kind', s.kind) end mail
    from report_view v left join member m on m.user_id = v.user_id
      left join report_mail s on s.view_id = v.id and s.user_id = ${userId}`;
  return {
    async usable(report: StatReportName): Promise<OwnedView[]> {
      return (
        await sql<OwnedView>`${select} where v.report = ${report} and (v.user_id = ${userId} or v.shared) order by v.user_id <> ${userId}, lower(v.name), v.id`.execute(
          rows,
        )
      ).rows;
    },
    async count(): Promise<number> {
      return (
        await sql<{ count: number }>`select count(*) count from report_view where user_id = ${userId}`.execute(rows)
      ).rows[0]!.count;
    },
    /** Private ones of others are not there. */
    async find(id: number): Promise<OwnedView | undefined> {
      return (await sql<OwnedView>`${select} where v.id = ${id} and (v.user_id = ${userId} or v.shared)`.execute(rows))
        .rows[0];
    },
    add: (report: StatReportName, { name, address, shared }: Fields): Promise<number> =>
      unlessTaken(
        async () =>
          (
            await sql<{
              id: number;
            }>`insert into report_view (user_id, report, name, address, shared) values (${userId}, ${report}, ${name}, ${JSON.stringify(address)}::jsonb, ${shared}) returning id`.execute(
              rows,
            )
          ).rows[0]!.id,
      ),
    update: (id: number, { name, address, shared }: Fields): Promise<void> =>
      unlessTaken(async () => {
        await sql`update report_view set name = ${name}, address = ${JSON.stringify(address)}::jsonb, shared = ${shared}, updated_at = now() where id = ${id}`.execute(
          rows,
        );
        // Nobody gets by mail what they do not see any more.
        if (!shared)
          await sql`delete from report_mail s using report_view v where v.id = ${id} and s.view_id = v.id and s.user_id <> v.user_id`.execute(
            rows,
          );
      }),
    async remove(id: number): Promise<void> {
      await sql`delete from report_view where id = ${id}`.execute(rows);
    },
    async stopMail(id: number): Promise<void> {
      await sql`delete from report_mail where view_id = ${id} and user_id = ${userId}`.execute(rows);
    },
    async startMail(
      id: number,
      { every, hour, kind }: MailWish,
      { zone, language, nextMs }: { zone: string; language: string; nextMs: number },
    ): Promise<void> {
      await sql`
        insert into report_mail (view_id, user_id, every, hour, kind, zone, language, next_at)
        values (${id}, ${userId}, ${every}, ${hour}, ${kind}, ${zone}, ${language}, ${momentOfMs(nextMs)})
        on conflict (view_id, user_id) do update set every = excluded.every, hour = excluded.hour, kind = excluded.kind,
          zone = excluded.zone, language = excluded.language, next_at = excluded.next_at`.execute(rows);
    },
  };
}

async function unlessTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (thrown) {
    if (isDuplicate(thrown)) throw new Failure('nameTaken');
    throw thrown;
  }
}
