import { mailboxes } from '#features/team/agent-groups/server/index.ts';
import { mailboxOf } from '#core/call/mailbox.ts';
import { maskNumbersIn } from '#core/privacy/name-mask.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { tenantZone } from '#platform/server/tenant-zone.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { voicemailsApi } from '../contract.ts';
import { askForExport } from './export.ts';
import { viewFor } from './message-view.ts';
import { keeperOf, searchOf } from './search.ts';
import { pushToKeepers } from './take-message.ts';
import { voicemailsRepo, type VoicemailRow } from './voicemails.repo.ts';

/** Messages found, heard, dealt with and handed on; whoever keeps the box may do all of it. */
export function voicemailHandlers({ db, clock }: Pick<World, 'db' | 'clock'>): Handlers<typeof voicemailsApi> {
  async function kept(tx: TenantTx, caller: Caller, id: number): Promise<VoicemailRow> {
    const row = await voicemailsRepo(tx).find(keeperOf(caller), id);
    // Whether there is such a message in a box of others is nobody's business.
    if (!row) throw new Failure('notFound');
    return row;
  }

  return {
    boxes: (caller) => db.tenant(caller, (tx) => voicemailsRepo(tx).boxes(keeperOf(caller))),
    targets: (caller) => db.tenant(caller, mailboxes),

    page: (caller, { before, size, ...filter }) =>
      db.tenant(caller, async (tx) => {
        const repo = voicemailsRepo(tx);
        const found = await repo.page(keeperOf(caller), searchOf(filter, caller.timeZone ?? (await tenantZone(tx))), {
          size: size + 1,
          before,
        });
        return { list: found.slice(0, size).map(viewFor(caller)), hasMore: found.length > size };
      }),

    detail: (caller, { id }) => db.tenant(caller, async (tx) => viewFor(caller)(await kept(tx, caller, id))),

    heard: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        const row = await kept(tx, caller, id);
        caller.operation.note(row.call_id);
        if (await voicemailsRepo(tx).hear(id, caller.userId)) await pushToKeepers(tx, id, mailboxOf(row.box), false);
        return null;
      }),

    mark: (caller, { id, state }) =>
      db.tenant(caller, async (tx) => {
        const row = await kept(tx, caller, id);
        caller.operation.note(row.call_id, { before: { state: row.state }, after: { state } });
        if (await voicemailsRepo(tx).mark(id, state, caller.userId))
          await pushToKeepers(tx, id, mailboxOf(row.box), false);
        return null;
      }),

    remark: (caller, { id, remark }) =>
      db.tenant(caller, async (tx) => {
        const row = await kept(tx, caller, id);
        caller.operation.note(row.call_id);
        // Whoever sees it masked would write the stars back.
        if (row.remark === remark || (caller.needsMasking && maskNumbersIn(row.remark) === remark)) return null;
        await voicemailsRepo(tx).setRemark(id, remark);
        await pushToKeepers(tx, id, mailboxOf(row.box), false);
        return null;
      }),

    move: (caller, { id, to }) =>
      db.tenant(caller, async (tx) => {
        const repo = voicemailsRepo(tx);
        const row = await kept(tx, caller, id);
        if ((await repo.boxOrMain(to)).kind !== to.kind) throw new Failure('mailboxGone');
        caller.operation.note(row.call_id, { before: { box: row.box }, after: { ...to } });
        await repo.move(id, to);
        await pushToKeepers(tx, id, mailboxOf(row.box), false);
        await pushToKeepers(tx, id, to, true);
        return null;
      }),

    exportPage: async (caller, filter) => ({ id: await askForExport({ db, clock }, caller, filter) }),
  };
}
