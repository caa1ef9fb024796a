import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';
import type { DemoMember, DemoTenant } from '#platform/server/feature.ts';
import { toWireTime } from '#shared/wire-time.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Draft {
  title: { en: string; cn: string };
  content: { en: string; cn: string };
  /** From the moment of the demo; the past is negative. */
  startsInMs: number;
  lastsMs: number | null;
  readBy(person: DemoMember): boolean;
}

const drafts: readonly Draft[] = [
  {
    title: { en: 'Welcome to the new workspace', cn: '欢迎使用新工作台' },
    content: {
      en: 'From today we all work here: calls, chats and customers are in one place.\n\nPlease check your name, language and time zone in the menu at the top right. Questions? The help page answers most of them.',
      cn: '从今天起，大家都在这里工作：通话、会话和客户信息集中在一处。\n\n请在右上角菜单中核对您的姓名、语言和时区。如有疑问，可先查看帮助页面。',
    },
    startsInMs: -9 * DAY_MS,
    lastsMs: null,
    // Somebody is always on holiday.
    readBy: ({ email }) => !email.startsWith('budi@'),
  },
  {
    title: { en: 'Longer hours in the high season', cn: '旺季延长服务时间' },
    content: {
      en: 'Until the end of the month we answer from 08:00 to 21:00.\n\nPlease tell your team lead by Friday which shifts suit you.',
      cn: '本月底之前，服务时间调整为 08:00 至 21:00。\n\n请在周五前告知组长您方便的班次。',
    },
    startsInMs: -3 * HOUR_MS,
    lastsMs: 21 * DAY_MS,
    // One person still has it before them; everybody else starts with a free page.
    readBy: ({ email }) => !email.startsWith('budi@'),
  },
  {
    title: { en: 'Maintenance on Sunday night', cn: '周日夜间维护' },
    content: {
      en: 'The telephone line is serviced between 02:00 and 03:00. Calls may drop for a minute; chats are not affected.',
      cn: '电话线路将于 02:00 至 03:00 维护。通话可能中断约一分钟，会话不受影响。',
    },
    startsInMs: 4 * DAY_MS,
    lastsMs: 2 * DAY_MS,
    readBy: () => false,
  },
];

/** One that most have read, one to be read now, one for later. */
export async function demoAnnouncements(tx: Tx, { tenantId, people, nowMs, chance }: DemoTenant): Promise<void> {
  const rows = tx.as<never>();
  const author = people.find(({ role }) => role === 'manager') ?? people[0]!;
  for (const { title, content, startsInMs, lastsMs, readBy } of drafts) {
    const startsMs = nowMs + startsInMs;
    const writtenAt = toWireTime(Math.min(startsMs, nowMs) - HOUR_MS);
    const { rows: added } = await sql<{ id: number }>`
      insert into announcement (tenant_id, title_cn, title_en, content_cn, content_en, starts_at, ends_at, created_by, created_at, updated_at)
      values (${tenantId}, ${title.cn}, ${title.en}, ${content.cn}, ${content.en}, ${toWireTime(startsMs)}, ${lastsMs === null ? null : toWireTime(startsMs + lastsMs)}, ${author.name}, ${writtenAt}, ${writtenAt})
      returning id`.execute(rows);
    for (const { userId } of people.filter(readBy)) {
      const readAt = toWireTime(Math.min(startsMs + Math.floor((1 + 30 * chance()) * HOUR_MS), nowMs - HOUR_MS));
      await sql`insert into announcement_read (tenant_id, announcement_id, user_id, at) values (${tenantId}, ${added[0]!.id}, ${userId}, ${readAt})`.execute(
        rows,
      );
    }
  }
}
