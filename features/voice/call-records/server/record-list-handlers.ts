import { assertCustomer } from '#platform/server/customer-reach.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { mayUse, type Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { retryRead } from '#platform/server/retry-read.ts';
import { tenantZone } from '#platform/server/tenant-zone.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { RECENT_CALLS, TOTAL_CAP, type callRecordsApi, type CallRecord, type RecordFilter } from '../contract.ts';
import type { CallBook } from './call-book.ts';
import { tiedByCalls } from './call-ties.ts';
import { callRecordsRepo } from './call-records.repo.ts';
import { viewFor } from './call-view.ts';
import { namedRecords } from './named-records.ts';
import { openedRecord } from './opened-record.ts';
import { searchOf, wholeNumber, type CallRecordSearch } from './call-record-search.ts';

type ListCalls = 'page' | 'recent' | 'customerDetailPage' | 'customList';
interface Wanted {
  page: number;
  size: number;
  before?: string | undefined;
}

/** Records found: by what was asked, of whoever looks, of one customer, in columns of the tenant's choice. */
export function recordListHandlers(
  { db, texts, clock, catalogue }: Pick<World, 'db' | 'texts' | 'clock' | 'catalogue'>,
  book: Pick<CallBook, 'isLasting'>,
): Handlers<Pick<typeof callRecordsApi, ListCalls>> {
  async function listed(tx: TenantTx, caller: Caller, search: CallRecordSearch, { page, size, before }: Wanted) {
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

  /** What a filter asks for. */
  async function searched(caller: Caller, filter: RecordFilter): Promise<CallRecordSearch> {
    const search = searchOf(filter, await db.tenant(caller, (tx) => readerOf(tx, caller)));
    return { ...search, ...(await namedRecords(db, caller.tenantId, search)) };
  }

  const scopeOf = (caller: Caller): Pick<CallRecordSearch, 'ownOf'> =>
    mayUse(caller, 'call-records.view') ? {} : { ownOf: caller.userId };

  return {
    async page(caller, { page, size, before, ...filter }) {
      const search = { ...(await searched(caller, filter)), ...scopeOf(caller) };
      return db.tenant(caller, (tx) => listed(tx, caller, search, { page, size, before }));
    },

    recent: (caller) =>
      db.tenant(caller, async (tx) =>
        (await callRecordsRepo(tx).page({ range: null, ownOf: caller.userId }, { size: RECENT_CALLS })).map(
          await viewFor(tx, texts, caller),
        ),
      ),

    async customerDetailPage(caller, { customerId, phone, callId, page, size }) {
      if (callId !== undefined) {
        return retryRead(
          () => book.isLasting(caller.tenantId, callId),
          () =>
            db.tenant(caller, async (tx) => {
              const { customer_number: digits, customer_id: known } = await openedRecord(
                catalogue,
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
      return db.tenant(caller, async (tx) => {
        // Of others' customers and numbers those read who may read all calls.
        if (!mayUse(caller, 'call-records.view')) {
          if (customerId && !/^\d{1,15}$/.test(customerId)) throw new Failure('notFound');
          if (customerId) await assertCustomer(catalogue, tx, caller, Number(customerId));
          else if (!(await tiedByCalls(tx, caller.userId, { customerIds: [], numbers: [number!.digits] })).numbers.size)
            return { list: [], total: 0, totalCapped: false };
        }
        return listed(tx, caller, { range: null, customerId, number }, { page, size });
      });
    },

    async customList(caller, { columns, page, size, before, ...filter }) {
      const search = await searched(caller, filter);
      const { list, ...totals } = await db.tenant(caller, (tx) => listed(tx, caller, search, { page, size, before }));
      const chosen = [...new Set(columns)];
      const only = (record: CallRecord) =>
        Object.fromEntries(chosen.map((column) => [column, record[column]])) as Partial<CallRecord>;
      return { list: list.map(only), ...totals, columns: chosen };
    },
  };
}
