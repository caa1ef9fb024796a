import { announcementStatus } from '../core/announcement-status.ts';
import { Failure } from '#shared/errors.ts';
import { fromWireTime, toWireTime } from '#shared/wire-time.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { ANNOUNCEMENTS_CHANGED, announcementsApi, type Announcement, type AnnouncementFields } from '../contract.ts';
import { announcementsRepo, type AnnouncementRow } from './announcements.repo.ts';
import { demoAnnouncements } from './demo.ts';
import { copyNotices } from './installation-notices.ts';

export { noticePage, takeBackNotice, publishNotice } from './installation-notices.ts';

/** Nobody reads more at once; the rest follows when these are read. */
const MAX_UNREAD = 50;

/** What managers tell everybody, and who has read it. */
export function announcements({ db, clock }: Pick<World, 'db' | 'clock'>): ServerFeature {
  const now = (): string => toWireTime(clock.nowMs());
  const pushChanged = (tx: TenantTx): Promise<void> => tx.push({ kind: ANNOUNCEMENTS_CHANGED, body: {} });

  return {
    name: 'announcements',
    demo: demoAnnouncements,
    founding: [copyNotices],
    menu: [
      {
        key: '/organisation/announcements',
        name: 'announcements.menu',
        system: 2,
        section: 'organisation',
        order: 40,
        access: 'announcements.edit',
        icon: 'megaphone',
      },
    ],
    routes: routes('announcements', announcementsApi, {
      effect: (caller) =>
        db.tenant(caller, (tx) => announcementsRepo(tx.as()).unread(caller.userId, now(), MAX_UNREAD)),

      async read(caller, { announcements_id: id }) {
        await db.tenant(caller, async (tx) => {
          caller.operation.note(id);
          if (!(await announcementsRepo(tx.as()).markRead(caller.userId, id, now())))
            throw new Failure('announcementGone');
          // The other pages of the same person close it too.
          await tx.push({ kind: ANNOUNCEMENTS_CHANGED, body: {}, to: { userId: caller.userId } });
        });
        return null;
      },

      page: (caller, filter) =>
        db.tenant(caller, async (tx) => {
          const { list, total } = await announcementsRepo(tx.as()).page(filter, now());
          return { list: list.map((row) => shown(row, clock.nowMs())), total };
        }),

      audiences: (caller) => db.tenant(caller, (tx) => announcementsRepo(tx.as()).audiences()),

      add: (caller, fields) =>
        db.tenant(caller, async (tx) => {
          await checkRoles(tx, fields.role_ids);
          const id = await announcementsRepo(tx.as()).add(fields, caller.name);
          caller.operation.note(id, { after: fields });
          await pushChanged(tx);
          return { id };
        }),

      async update(caller, { id, readAgain, ...fields }) {
        await db.tenant(caller, async (tx) => {
          const repo = announcementsRepo(tx.as());
          const before = await repo.find(id);
          if (!before) throw new Failure('notFound');
          // Roles it already has may be gone by now; only added ones are checked.
          await checkRoles(
            tx,
            fields.role_ids.filter((role) => !before.role_ids.includes(role)),
          );
          await repo.update(id, fields);
          if (readAgain) await repo.forgetReaders(id);
          caller.operation.note(id, { before, after: { ...fields, readAgain } });
          await pushChanged(tx);
        });
        return null;
      },

      async remove(caller, { id }) {
        await db.tenant(caller, async (tx) => {
          const repo = announcementsRepo(tx.as());
          const before: AnnouncementFields | undefined = await repo.find(id);
          if (!before) throw new Failure('notFound');
          await repo.remove(id);
          caller.operation.note(id, { before });
          await pushChanged(tx);
        });
        return null;
      },

      readers: (caller, { id, has_read: hasRead, ...page }) =>
        db.tenant(caller, async (tx) => {
          const repo = announcementsRepo(tx.as());
          if (!(await repo.find(id))) throw new Failure('notFound');
          return repo.readers(id, { ...page, hasRead });
        }),
    }),
  };
}

/** Tells everybody in these roles at once, from within the transaction of another capability. */
export async function publish(
  tx: TenantTx,
  text: Pick<AnnouncementFields, 'title_cn' | 'title_en' | 'content_cn' | 'content_en'>,
  to: { roleIds: number[]; by: string; nowMs: number },
): Promise<void> {
  await announcementsRepo(tx.as()).add(
    { ...text, starts_at: toWireTime(to.nowMs), ends_at: null, role_ids: to.roleIds },
    to.by,
  );
  await tx.push({ kind: ANNOUNCEMENTS_CHANGED, body: {} });
}

async function checkRoles(tx: TenantTx, ids: readonly number[]): Promise<void> {
  if (!(await announcementsRepo(tx.as()).areRoles(ids))) throw new Failure('invalidInput', 'role_ids: unknown role');
}

const shown = (row: AnnouncementRow, nowMs: number): Announcement => ({ ...row, status: statusOf(row, nowMs) });

/** Where it stands. */
export const statusOf = (
  { starts_at: from, ends_at: to }: Pick<AnnouncementRow, 'starts_at' | 'ends_at'>,
  nowMs: number,
): Announcement['status'] =>
  announcementStatus({ startsMs: fromWireTime(from), endsMs: to === null ? null : fromWireTime(to) }, nowMs);
