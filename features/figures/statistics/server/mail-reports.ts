import { sql } from 'kysely';
import { mailAddress } from '#features/team/account/server/index.ts';
import { exportCaller } from '#features/office/downloads/server/index.ts';
import { mayUse } from '#platform/server/http/caller.ts';
import { msOfColumn, momentOfMs } from '#platform/server/db/moments.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import { isActiveTenant } from '#platform/server/tenant-state.ts';
import { tableMediaTypes } from '#platform/server/table-file.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { languageFor } from '#shared/languages.ts';
import type { MailedEvery, MailWish } from '../contract/report-views.ts';
import { mailedDays, newestDue } from '../core/mail-times.ts';
import { cutMeant, statFilter } from '../core/stat-query.ts';
import { reportFileName, writeReport } from './export.ts';
import { reportViewsRepo } from './report-views.repo.ts';

/*
 * Sends kept reports by mail. Rules:
 * 1. What is due is taken and its next time written in one transaction: a mail has one job, however many processes look.
 * 2. The file shows what its reader may see at that moment; whoever may not any more gets nothing, and no further one.
 * 3. A mail that was late is about the days it was due for. Of several that were missed only the newest leaves.
 * 4. Nothing is taken of a tenant that is suspended or closed: it is due still when the tenant is resumed.
 */

const DUE_AT_ONCE = 200;
const SEND_TASK = 'statistics.sendReport';

interface DueMail {
  tenantId: number;
  viewId: number;
  userId: number;
  every: MailedEvery;
  hour: number;
  zone: string;
  dueMs: number;
}
type SendPayload = Pick<DueMail, 'tenantId' | 'viewId' | 'userId' | 'dueMs'>;
type MailNeeds = Pick<World, 'db' | 'clock' | 'texts' | 'mail' | 'log'>;

export const mailReportJobs = (world: MailNeeds): Job[] => [
  { task: 'statistics.mailsDue', cron: '*/5 * * * *', run: () => takeDue(world) },
  { task: SEND_TASK, waits: true, outgoing: 'forgettable', run: (payload: SendPayload) => sendReport(world, payload) },
];

export function takeDue({ db, clock }: Pick<World, 'db' | 'clock'>): Promise<void> {
  return db.everyTenant('mails of all tenants are due by one clock', async (tx) => {
    const { rows: due } = await sql<DueMail>`
      select s.tenant_id "tenantId", s.view_id "viewId", s.user_id "userId", s.every, s.hour, s.zone, ${msOfColumn('s.next_at')} "dueMs"
      from report_mail s where s.next_at <= ${momentOfMs(clock.nowMs())} and ${isActiveTenant(sql`s.tenant_id`)}
      order by s.next_at limit ${sql.lit(DUE_AT_ONCE)} for update of s skip locked`.execute(tx.as());
    for (const { tenantId, viewId, userId, zone, ...wished } of due) {
      const { dueMs, nextMs } = newestDue(wished, clock.nowMs(), zone);
      // One that still waits is replaced: nobody gets two at once.
      const key = `${SEND_TASK} ${viewId} ${userId}`;
      await tx.enqueue(SEND_TASK, { tenantId, viewId, userId, dueMs } satisfies SendPayload, { key });
      await sql`update report_mail set next_at = ${momentOfMs(nextMs)} where view_id = ${viewId} and user_id = ${userId}`.execute(
        tx.as(),
      );
    }
  });
}

interface Subscription extends MailWish {
  zone: string;
  language: string;
}

export async function sendReport(world: MailNeeds, { tenantId, viewId, userId, dueMs }: SendPayload): Promise<void> {
  const { db, texts, mail } = world;
  const found = await db.tenant({ tenantId }, async (tx) => {
    const { rows } = await sql<Subscription>`
      select s.every, s.hour, s.kind, s.zone, s.language from report_mail s where s.view_id = ${viewId} and s.user_id = ${userId}`.execute(
      tx.as(),
    );
    const view = await reportViewsRepo(tx, userId).find(viewId);
    return rows[0] && view ? { ...rows[0], view } : null;
  });
  if (!found) return;
  const { every, kind, zone, view } = found;
  const language = languageFor([found.language]);
  const reader = await exportCaller(world, { tenantId, userId, language, timeZone: zone }, false);
  const stop = () => db.tenant({ tenantId }, (tx) => reportViewsRepo(tx, userId).stopMail(viewId));
  if (!reader || !mayUse(reader, 'statistics.export')) return stop();
  const filter = statFilter(view.report, view.address, zone, dueMs, mailedDays(every, dueMs, zone));
  const wish = { ...filter, report: view.report, by: cutMeant(view.report, view.address, filter), kind };
  const content: Uint8Array[] = [];
  try {
    for await (const piece of writeReport(world, reader, wish, () => {})) content.push(piece);
  } catch (thrown) {
    // The report was switched off for everybody.
    if (thrown instanceof Failure && thrown.name === 'notAllowed') return stop();
    throw thrown;
  }
  const to = await db.everyTenant('people belong to no tenant', (tx) => mailAddress(tx, userId));
  if (to === null) return;
  const values = { name: view.name, from: filter.from, to: filter.to, zone };
  await mail.send({
    to,
    subject: texts.say(language, 'statistics.mail.subject', values),
    text: texts.say(language, 'statistics.mail.text', values),
    files: [{ name: reportFileName(wish, dueMs), mediaType: tableMediaTypes[kind], content: Buffer.concat(content) }],
  });
}
