import type { TenantTx } from '#platform/server/db/db.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { tenantZone } from '#platform/server/tenant-zone.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { VIEWS_MOST, type reportViewsApi } from '../contract/report-views.ts';
import { nextMailMs } from '../core/mail-times.ts';
import { reportViewsRepo, type OwnedView } from './report-views.repo.ts';

/** Reports people keep as they set them, and have sent. */
export function reportViewHandlers({ db, clock }: Pick<World, 'db' | 'clock'>): Handlers<typeof reportViewsApi> {
  async function seen(tx: TenantTx, { userId }: Caller, id: number): Promise<OwnedView> {
    const found = await reportViewsRepo(tx, userId).find(id);
    if (!found) throw new Failure('notFound');
    return found;
  }
  async function changeable(tx: TenantTx, caller: Caller, id: number): Promise<OwnedView> {
    const found = await seen(tx, caller, id);
    if (found.user_id !== caller.userId && !caller.isOwner) throw new Failure('notAllowed');
    return found;
  }
  return {
    views: (caller, { report }) =>
      db.tenant(caller, async (tx) =>
        (await reportViewsRepo(tx, caller.userId).usable(report)).map(({ user_id: author, ...view }) => ({
          ...view,
          mine: author === caller.userId,
          mayEdit: author === caller.userId || caller.isOwner,
        })),
      ),
    addView: (caller, { report, ...fields }) =>
      db.tenant(caller, async (tx) => {
        const repo = reportViewsRepo(tx, caller.userId);
        if ((await repo.count()) >= VIEWS_MOST) throw new Failure('invalidInput', `at most ${VIEWS_MOST} views`);
        caller.operation.note(fields.name);
        return { id: await repo.add(report, fields) };
      }),
    updateView: (caller, { id, ...fields }) =>
      db.tenant(caller, async (tx) => {
        const { name, shared } = await changeable(tx, caller, id);
        await reportViewsRepo(tx, caller.userId).update(id, fields);
        caller.operation.note(fields.name, {
          before: { name, shared },
          after: { name: fields.name, shared: fields.shared },
        });
        return null;
      }),
    removeView: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        const { name } = await changeable(tx, caller, id);
        await reportViewsRepo(tx, caller.userId).remove(id);
        caller.operation.note(name);
        return null;
      }),
    mailView: (caller, { id, mail }) =>
      db.tenant(caller, async (tx) => {
        const { name } = await seen(tx, caller, id);
        const repo = reportViewsRepo(tx, caller.userId);
        caller.operation.note(name);
        if (!mail) return (await repo.stopMail(id), null);
        const zone = caller.timeZone ?? (await tenantZone(tx));
        await repo.startMail(id, mail, {
          zone,
          language: caller.language,
          nextMs: nextMailMs(mail, clock.nowMs(), zone),
        });
        return null;
      }),
  };
}
