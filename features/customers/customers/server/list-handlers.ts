import type { PhoneWords } from '#features/team/agents/server/index.ts';
import { mayUse, type Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { TOTAL_CAP, type customersApi, type CustomerQuery, type CustomerSearch } from '../contract.ts';
import { customersRepo } from './customers.repo.ts';
import { countIds, findPage } from './find-customers.ts';
import { pageCheckpoints } from './page-checkpoints.ts';
import { onlyFields } from './only-fields.ts';
import { PageAnchors } from './page-anchors.ts';
import { readPage, readSearch } from './read-page.ts';
import { searchFor } from './search-for.ts';
import { shownCustomers } from './shown-customer.ts';
import { readTenantFields } from './tenant-fields.ts';

const USUAL_SIZE = 30;
const nobody = { list: [], total: 0, capped: false };

/** Lists of customers, and single ones. */
export function listHandlers(
  { db, clock, catalogue }: Pick<World, 'db' | 'clock' | 'catalogue'>,
  words: PhoneWords,
): Handlers<Pick<typeof customersApi, 'list' | 'count' | 'myList' | 'get'>> {
  const anchors = new PageAnchors(() => clock.nowMs());
  const help = () => ({
    words,
    savedFilters: catalogue.savedFilters,
    keepers: catalogue.keepers,
    nowMs: clock.nowMs(),
  });
  const ladder = pageCheckpoints(db, () => clock.nowMs());

  async function page(caller: Caller, query: CustomerQuery, ownOf?: number) {
    const {
      page_number: number,
      page_size: asked,
      sort,
      desc,
      field_names: names,
      hasEncrypt: _hidden,
      call_id: callId,
      ...given
    } = query;
    const size = asked === 0 ? USUAL_SIZE : asked;
    const { tenantId } = caller;
    const read = await readSearch(db, caller, given, callId, help());
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
    return { list: names ? list.map((one) => onlyFields(one, names)) : list, total, capped };
  }

  return {
    async list(caller, query) {
      const isExact = query.sms_phones !== undefined || query.ids !== undefined || query.call_id !== undefined;
      if (mayUse(caller, 'customers.view')) return page(caller, query);
      if (!isExact) return nobody;
      const {
        sms_phones: phones,
        ids,
        call_id: callId,
        field_names: names,
        page_number,
        page_size,
        sort,
        desc,
      } = query;
      return page(caller, {
        page_number,
        page_size,
        sort,
        desc,
        tag_match: 'any',
        ...(phones ? { sms_phones: phones } : {}),
        ...(ids ? { ids } : {}),
        ...(callId ? { call_id: callId } : {}),
        ...(names ? { field_names: names } : {}),
      });
    },

    async count(caller, given: CustomerSearch) {
      const { search, world } = await db.tenant({ tenantId: caller.tenantId }, (tx) =>
        searchFor(tx, caller, given, help()),
      );
      const counted = await countIds(db, search, world, TOTAL_CAP + 1);
      return { total: Math.min(counted, TOTAL_CAP), capped: counted > TOTAL_CAP };
    },

    myList: (caller, query) => page(caller, query, caller.userId),

    get: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        const repo = customersRepo(tx);
        const [found] = await repo.read([id]);
        const [row] = found?.merged_into ? await repo.read([found.merged_into]) : [found];
        if (!row || (row.deleted_at !== null && !mayUse(caller, 'customers.delete'))) throw new Failure('notFound');
        const [shown] = await shownCustomers(tx, [row], {
          needsMasking: caller.needsMasking,
          words,
          fields: await readTenantFields(tx),
        });
        return shown!;
      }),
  };
}
