import { filledPage } from '#core/call/customer-page.ts';
import { maskNumbersIn } from '#core/privacy/name-mask.ts';
import { wireCallSettings } from '#features/voice/call-settings/server/index.ts';
import type { Db, TenantTx } from '#platform/server/db/db.ts';
import { mayUse, type Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { Failure } from '#shared/errors.ts';
import { CALL_NOTED, type CallNote, type callsApi } from '../contract.ts';
import { viewersOf } from '../core/call-view.ts';
import type { CallDesk } from './call-desk.ts';
import { callsRepo } from './calls.repo.ts';

const shownTo = ({ needsMasking }: Caller, notes: CallNote[]): CallNote[] =>
  needsMasking ? notes.map((one) => ({ ...one, text: maskNumbersIn(one.text) })) : notes;

type PageCalls = Pick<
  typeof callsApi,
  'settings' | 'customerPage' | 'quality' | 'previewLog' | 'note' | 'noteDraft' | 'notes' | 'customerNotes'
>;

/** "A call quality report is sent only if the call lasted more than 5 s" (specification W5). */
const REPORTED_FROM_SEC = 5;

/** Above whatever a page counts: what is still on its way changes a finished note no more. */
const LAST_REVISION = 2_000_000_000;

/** What pages tell and ask about calls that go on or have ended. */
export function pageHandlers({ db }: { db: Db }, desk: CallDesk): Handlers<PageCalls> {
  /** How long this person's call lasted, in seconds; null when it was not theirs. The book may be a moment behind the desk. */
  async function talkedSec(tx: TenantTx, { tenantId, userId }: Caller, callId: string): Promise<number | null> {
    const recent = desk.recent(tenantId, callId);
    if (recent?.users.has(userId)) return recent.answeredMs === null ? 0 : (recent.lastMs - recent.answeredMs) / 1_000;
    return (await callsRepo(tx).tookPart(callId, userId))?.talkSec ?? null;
  }

  /** Whoever is in the call, or is being rung for it, reads what was written so far. */
  const isIn = ({ tenantId, userId }: Caller, callId: string): boolean =>
    desk.viewsOf(tenantId, userId).some((view) => view.callId === callId);

  /** Writes about a call the person talked in; whoever else is in it is told. */
  async function written(
    caller: Caller,
    callId: string,
    write: (repo: ReturnType<typeof callsRepo>) => Promise<CallNote>,
  ): Promise<CallNote> {
    return db.tenant(caller, async (tx) => {
      if ((await talkedSec(tx, caller, callId)) === null) throw new Failure('notFound');
      const note = await write(callsRepo(tx));
      const live = desk.call(caller.tenantId, callId)?.current();
      for (const userId of live ? viewersOf(live) : [])
        if (userId !== caller.userId) await tx.push({ kind: CALL_NOTED, body: { callId }, to: { userId } });
      return note;
    });
  }

  return {
    settings: (caller) => db.tenant(caller, wireCallSettings),
    async customerPage(caller, { callId }) {
      // Whoever only listens serves nobody; a call that is over opens nothing.
      const view = desk
        .viewsOf(caller.tenantId, caller.userId)
        .find((one) => one.callId === callId && one.role !== 'supervisor');
      if (!view) throw new Failure('notFound');
      return db.tenant(caller, async (tx) => {
        const { CustomerPageAddress: template, CustomerPageOpening: opening } = await wireCallSettings(tx);
        if (template === null || opening === 'off' || view.direction === 'internal') return { address: null, opening };
        const known = await callsRepo(tx).customerOf(callId);
        const shown = (value: string | null): string | null => (caller.needsMasking ? null : value);
        const address = filledPage(template, {
          number: shown(view.fromChat ? null : view.customerNumber),
          name: shown(known?.name ?? null),
          customerId: known?.customerId ?? null,
          callId,
        });
        return { address, opening };
      });
    },
    async quality(caller, report) {
      await db.tenant(caller, async (tx) => {
        const seconds = await talkedSec(tx, caller, report.callId);
        if (seconds === null) throw new Failure('notFound');
        if (seconds <= REPORTED_FROM_SEC) throw new Failure('callTooShort');
        await callsRepo(tx).addQuality(caller.userId, report);
      });
      return null;
    },
    async previewLog(caller, entry) {
      await db.tenant(caller, async (tx) => {
        await callsRepo(tx).addPreview(caller.userId, entry);
        caller.operation.note(entry.taskName);
      });
      return null;
    },
    note: (caller, { callId, text, draftKey }) =>
      written(caller, callId, (repo) => {
        caller.operation.note(callId);
        return draftKey === undefined
          ? repo.addNote(caller, callId, text)
          : repo.writeNote(caller, callId, { text, draftKey, revision: LAST_REVISION });
      }),
    noteDraft: (caller, { callId, ...draft }) =>
      written(caller, callId, (repo) => repo.writeNote(caller, callId, draft)),
    notes: (caller, { callId }) =>
      db.tenant(caller, async (tx) => {
        const mayRead = mayUse(caller, 'calls.monitor')
          ? await callsRepo(tx).isKnown(callId)
          : isIn(caller, callId) || (await talkedSec(tx, caller, callId)) !== null;
        if (!mayRead) throw new Failure('notFound');
        const notes = await callsRepo(tx).notes(callId);
        return shownTo(caller, notes);
      }),
    customerNotes: (caller, { callId }) =>
      db.tenant(caller, async (tx) => {
        if (!mayUse(caller, 'calls.monitor') && (await talkedSec(tx, caller, callId)) === null)
          throw new Failure('notFound');
        const number = desk.recent(caller.tenantId, callId)?.customerNumber ?? '';
        return shownTo(caller, await callsRepo(tx).customerNotes(callId, number));
      }),
  };
}
