import { maskPhone } from '#core/privacy/phone-mask.ts';
import type { MediaQuality } from '#core/telephony/telephony.port.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { mayUse, type Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { retryRead } from '#platform/server/retry-read.ts';
import { tenantZone } from '#platform/server/tenant-zone.ts';
import type { World } from '#platform/server/world.ts';
import { failureOfCode, failureRow, Failure } from '#shared/errors.ts';
import { RECENT_CALLS, TOTAL_CAP, type callRecordsApi, type CallRecord, type LifeEvent } from '../contract.ts';
import type { CallBook } from './call-book.ts';
import { keepsMessage } from './keepers.ts';
import { callRecordsRepo, type DetailRow } from './call-records.repo.ts';
import { viewFor } from './call-view.ts';
import { askForExport } from './export.ts';
import { searchOf, wholeNumber, type RecordSearch } from './record-search.ts';

type RecordCalls = 'page' | 'recent' | 'detail' | 'customerDetailPage' | 'customList' | 'remark' | 'exportPage';
interface Wanted {
  page: number;
  size: number;
  before?: string | undefined;
}

/** Records found, looked into and remarked upon. */
export function recordHandlers(
  { db, texts, clock, catalogue }: Pick<World, 'db' | 'texts' | 'clock' | 'catalogue'>,
  book: Pick<CallBook, 'isLasting'>,
): Handlers<Pick<typeof callRecordsApi, RecordCalls>> {
  async function listed(tx: TenantTx, caller: Caller, search: RecordSearch, { page, size, before }: Wanted) {
    const repo = callRecordsRepo(tx);
    const found = await repo.total(search);
    // Behind the newest ten thousand there may be more; in front of them there are no gaps.
    const isThere = before !== undefined || found > TOTAL_CAP || (page - 1) * size < found;
    const rows = isThere
      ? await repo.page(search, { size, offset: before === undefined ? (page - 1) * size : 0, before })
      : [];
    return {
      list: rows.map(await viewFor(tx, texts, caller)),
      total: Math.min(found, TOTAL_CAP),
      totalCapped: found > TOTAL_CAP,
    };
  }

  async function readerOf(tx: TenantTx, caller: Caller) {
    return { zone: caller.timeZone ?? (await tenantZone(tx)), nowMs: clock.nowMs(), needsMasking: caller.needsMasking };
  }

  const scopeOf = (caller: Caller): Pick<RecordSearch, 'ownOf'> =>
    mayUse(caller, 'call-records.view') ? {} : { ownOf: caller.userId };

  /** The record, if the caller took part in the call, keeps a message of it (to look at it), or holds the key that opens those of others. */
  async function within(tx: TenantTx, caller: Caller, callId: string, keyForAll: string): Promise<DetailRow> {
    const repo = callRecordsRepo(tx);
    const row = await repo.find(callId);
    if (!row) throw new Failure('notFound');
    const isTheirs = async () =>
      (await repo.tookPart(row.id, caller.userId)) ||
      (keyForAll === 'call-records.view' && (await keepsMessage(catalogue.keepers, tx, { callId }, caller.userId)));
    if (!mayUse(caller, keyForAll) && !(await isTheirs())) throw new Failure('notAllowed');
    return row;
  }

  return {
    page: (caller, { page, size, before, ...filter }) =>
      db.tenant(caller, async (tx) =>
        listed(
          tx,
          caller,
          { ...searchOf(filter, await readerOf(tx, caller)), ...scopeOf(caller) },
          { page, size, before },
        ),
      ),

    recent: (caller) =>
      db.tenant(caller, async (tx) =>
        (await callRecordsRepo(tx).page({ range: null, ownOf: caller.userId }, { size: RECENT_CALLS })).map(
          await viewFor(tx, texts, caller),
        ),
      ),

    detail: (caller, { callId }) =>
      db.tenant(caller, async (tx) => {
        const repo = callRecordsRepo(tx);
        const row = await within(tx, caller, callId, 'call-records.view');
        const [agents, events, recordings, quality] = [
          await repo.agents(row.id),
          await repo.events(callId),
          await repo.recordings(callId),
          await repo.quality(callId),
        ];
        const view = await viewFor(tx, texts, caller);
        return {
          ...view(row),
          cause: row.cause ?? '',
          sipStatus: row.sip_status,
          refusal: row.refusal,
          refusalText:
            row.refusal === null ? '' : texts.say(caller.language, failureRow(failureOfCode(row.refusal)).key),
          endedBy: row.ended_by,
          surveyScore: row.survey_score,
          surveyScale: row.survey_score === null ? null : row.survey_scale,
          callbackOf: row.callback_of,
          keepsMessage: await keepsMessage(catalogue.keepers, tx, { callId }, caller.userId),
          agents: agents.map(({ user_id: userId, user_name: userName, result }) => ({
            userId,
            userName: userName ?? '',
            result,
          })),
          events: events.map(({ at, type, detail: { userId = null, ...detail }, user_name: userName }): LifeEvent => ({
            at,
            type,
            userId: userId === null ? null : Number(userId),
            userName: userName ?? '',
            detail: caller.needsMasking ? masked(detail) : detail,
          })),
          recordings: recordings.map((one) => ({
            recordingId: one.recording_id,
            kind: one.kind,
            durationMs: one.duration_ms,
            bytes: one.bytes,
            createdAt: one.created_at,
            deletedAt: one.deleted_at,
          })),
          quality: quality.map(({ at, party, mos, figures }) => ({ at, party, mos, ...(figures as QualityFigures) })),
        };
      }),

    async customerDetailPage(caller, { customerId, phone, callId, page, size }) {
      if (callId !== undefined) {
        return retryRead(
          () => book.isLasting(caller.tenantId, callId),
          () =>
            db.tenant(caller, async (tx) => {
              const { customer_number: digits, customer_id: known } = await within(
                tx,
                caller,
                callId,
                'call-records.view',
              );
              if (/\d/.test(digits))
                return listed(tx, caller, { range: null, number: wholeNumber(digits) }, { page, size });
              // Of somebody who hid their number and whom nobody knows, this call is all there is.
              return listed(tx, caller, known ? { range: null, customerId: known } : { range: null, callId }, {
                page,
                size,
              });
            }),
        );
      }
      const number = phone === undefined ? undefined : wholeNumber(phone);
      // Whoever may not see numbers would learn from the answer whether a guess was right.
      if (number && caller.needsMasking) return { list: [], total: 0, totalCapped: false };
      if (!customerId && !number) throw new Failure('invalidInput', 'customerId, phone or callId is needed');
      return db.tenant(caller, (tx) => listed(tx, caller, { range: null, customerId, number }, { page, size }));
    },

    customList: (caller, { columns, page, size, before, ...filter }) =>
      db.tenant(caller, async (tx) => {
        const { list, ...totals } = await listed(tx, caller, searchOf(filter, await readerOf(tx, caller)), {
          page,
          size,
          before,
        });
        const chosen = [...new Set(columns)];
        const only = (record: CallRecord) =>
          Object.fromEntries(chosen.map((column) => [column, record[column]])) as Partial<CallRecord>;
        return { list: list.map(only), ...totals, columns: chosen };
      }),

    async remark(caller, { callId, remark }) {
      await db.tenant(caller, async (tx) => {
        const row = await within(tx, caller, callId, 'call-records.edit');
        // Whoever sees the remark masked, or not at all, would write back what they see.
        if (caller.needsMasking && (await viewFor(tx, texts, caller))(row).remark === remark) return;
        await callRecordsRepo(tx).setRemark(row.id, remark);
        caller.operation.note(callId, { before: { remark: row.remark }, after: { remark } });
      });
      return null;
    },

    exportPage: async (caller, filter) => ({ id: await askForExport({ db, clock }, caller, filter) }),
  };
}

type QualityFigures = Omit<MediaQuality, 'silentMs'>;

/** Where a call was handed to may be somebody's number. */
const masked = ({ to, ...rest }: Record<string, string | number | null>): Record<string, string | number | null> =>
  to === undefined ? rest : { ...rest, to: typeof to === 'string' && /^\+?\d{7,}$/.test(to) ? maskPhone(to) : to };
