import type { PhoneWords } from '#features/team/agents/server/index.ts';
import type { CallBook } from '#features/voice/call-records/server/index.ts';
import { mayUse, type Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { assertCustomer, reachedCustomers } from '#platform/server/customer-reach.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { LOOKED_UP_MOST, TOTAL_CAP, type customersApi, type CustomerQuery, type CustomerSearch } from '../contract.ts';
import { customersRepo } from './customers.repo.ts';
import { countIds, findPage } from './find-customers.ts';
import { pageCheckpoints } from './page-checkpoints.ts';
import { onlyFields } from './only-fields.ts';
import { ownByWords } from './own-by-words.ts';
import { PageAnchors } from './page-anchors.ts';
import { customerOfOwnCall, readPage, readSearch } from './read-page.ts';
import { searchFor } from './search-for.ts';
import type { ReadingWatch } from './reading-watch.ts';
import { shownCustomers } from './shown-customer.ts';
import { readTenantFields } from './tenant-fields.ts';

const USUAL_SIZE = 30;
const nobody = { list: [], total: 0, capped: false };

/** Lists of customers, and single ones. */
export function listHandlers(
  { db, clock, catalogue }: Pick<World, 'db' | 'clock' | 'catalogue'>,
  words: PhoneWords,
  { book, watch }: { book: Pick<CallBook, 'isLasting'>; watch: ReadingWatch },
): Handlers<Pick<typeof customersApi, 'list' | 'count' | 'myList' | 'get'>> {
  const anchors = new PageAnchors(() => clock.nowMs());
  const help = () => ({ words, savedFilters: catalogue.savedFilters, nowMs: clock.nowMs() });
  const ladder = pageCheckpoints(db, () => clock.nowMs());

  async function page(caller: Caller, query: CustomerQuery, ownOf?: number) {
    const {
      page_number: number,
      page_size: asked,
      sort,
      desc,
      field_names: names,
      hasEncrypt: _hidden,
      call_id: _callId,
      ...given
    } = query;
    const size = asked === 0 ? USUAL_SIZE : asked;
    const { tenantId } = caller;
    const read = await readSearch(db, caller, given, help());
    const world = ownOf === undefined ? read.world : { ...read.world, ownOf };
    const { ids, total, capped } = await findPage(
      db,
      read.search,
      world,
      { sort, desc, offset: (number - 1) * size, size },
      anchors,
      ladder,
    );
    const list = await readPage(db, tenantId, ids, { needsMasking: caller.needsMasking, words, fields: read.fields });
    await watch.note(caller, ids);
    return { list: names ? list.map((one) => onlyFields(one, names)) : list, total, capped };
  }

  const ofCall = async (caller: Caller, callId: string): Promise<Partial<CustomerSearch> | null> => {
    const named = await customerOfOwnCall(db, caller, callId, { keepers: catalogue.keepers, book });
    return named === null ? null : 'id' in named ? { ids: [named.id] } : { sms_phones: [named.number] };
  };

  /** Without the right to view all: those of one's call, else those named exactly as far as they are one's own. */
  async function lookUp(caller: Caller, query: CustomerQuery) {
    const { sms_phones: phones, ids, call_id: callId, field_names: names, page_number, page_size, sort, desc } = query;
    if (ids && ids.length > LOOKED_UP_MOST) throw new Failure('invalidInput', `ids: at most ${LOOKED_UP_MOST}`);
    const plain = { page_number, page_size, sort, desc, tag_match: 'any' as const };
    const called = callId === undefined ? null : await ofCall(caller, callId);
    // The number of the call may be hidden from the caller: it is asked for in their place.
    const asker = called ? { ...caller, needsMasking: false } : caller;
    const wanted = called ?? { ...(phones ? { sms_phones: phones } : {}), ...(ids ? { ids } : {}) };
    if (Object.keys(wanted).length === 0) {
      if (!query.words) return nobody;
      const read = await readSearch(db, caller, { tag_match: 'any', words: query.words }, help());
      const own = await ownByWords({ db, catalogue }, caller, read, anchors);
      return own.length === 0 ? nobody : page(caller, { ...plain, ids: own, ...(names ? { field_names: names } : {}) });
    }
    const { search, world } = await readSearch(db, asker, { tag_match: 'any', ...wanted }, help());
    const { ids: found } = await findPage(
      db,
      search,
      world,
      { sort: 'created', desc: true, offset: 0, size: LOOKED_UP_MOST },
      anchors,
    );
    const theirs = called
      ? found
      : [...(await db.tenant({ tenantId: caller.tenantId }, (tx) => reachedCustomers(catalogue, tx, caller, found)))];
    if (theirs.length === 0) return nobody;
    return page(caller, { ...plain, ids: theirs, ...(names ? { field_names: names } : {}) });
  }

  return {
    async list(caller, query) {
      const isOfCall = query.call_id !== undefined && query.sms_phones === undefined;
      return mayUse(caller, 'customers.view') && !isOfCall ? page(caller, query) : lookUp(caller, query);
    },

    async count(caller, given: CustomerSearch) {
      const { search, world } = await db.tenant({ tenantId: caller.tenantId }, (tx) =>
        searchFor(tx, caller, given, help()),
      );
      const counted = await countIds(db, search, world, TOTAL_CAP + 1);
      return { total: Math.min(counted, TOTAL_CAP), capped: counted > TOTAL_CAP };
    },

    myList: (caller, query) => page(caller, query, caller.userId),

    async get(caller, { id }) {
      const customer = await db.tenant(caller, async (tx) => {
        const repo = customersRepo(tx);
        const [found] = await repo.read([id]);
        const [row] = found?.merged_into ? await repo.read([found.merged_into]) : [found];
        if (!row || (row.deleted_at !== null && !mayUse(caller, 'customers.delete'))) throw new Failure('notFound');
        await assertCustomer(catalogue, tx, caller, row.id);
        const [shown] = await shownCustomers(tx, [row], {
          needsMasking: caller.needsMasking,
          words,
          fields: await readTenantFields(tx),
        });
        return shown!;
      });
      await watch.note(caller, [customer.id]);
      return customer;
    },
  };
}
