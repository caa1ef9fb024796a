import { callCostE4 } from '#core/money/cost.ts';
import { accountOf } from '#features/money/ledger/server/index.ts';
import type { Export, ExportCaller } from '#platform/server/contributions.ts';
import { tableFile, tableMediaTypes, type Row, type TableFileKind } from '#platform/server/table-file.ts';
import type { World } from '#platform/server/world.ts';
import type { GuidePrice, PriceSearch } from '../contract.ts';
import { isTimed } from '../core/price-rules.ts';
import { guideRepo } from './guide.repo.ts';
import { priceTable } from './price-words.ts';
import { isLookedFor } from './row-search.ts';

export const GUIDE_EXPORT = 'prices.guide';
export interface GuideWish {
  file: TableFileKind;
  search: PriceSearch;
}

const WRITTEN_TOGETHER = 2_000;
const E4 = 10_000;
/** Lengths of calls people think in. */
const MINUTES = [1, 5, 10];

/** What the tenant pays, as a file. */
export const guideExport = (world: Pick<World, 'db' | 'texts' | 'clock'>): Export<GuideWish> => ({
  kind: GUIDE_EXPORT,
  namesPeople: false,
  access: 'prices.view',
  mediaType: ({ file }) => tableMediaTypes[file],
  write: (caller, wish) => write(world, caller, wish),
});

function write(
  { db, texts, clock }: Pick<World, 'db' | 'texts' | 'clock'>,
  caller: ExportCaller,
  { file, search }: GuideWish,
): AsyncIterable<Uint8Array> {
  const say = (key: string, values: Record<string, string | number> = {}): string =>
    texts.say(caller.language, `prices.${key}`, values);
  const { columns, cells } = priceTable(texts, caller.language);
  const wanted = isLookedFor(search, caller.language);
  let currency = '';
  const row = (price: GuidePrice): Row => [
    ...cells(price as never),
    ...MINUTES.map((minutes) =>
      isTimed(price.service) ? callCostE4({ ...price, minuteE4: price.priceE4 }, minutes * 60) / E4 : '',
    ),
    currency,
    say(price.isOwn ? 'guide.own' : 'guide.general'),
  ];
  const some = (isOwn: boolean, last: GuidePrice | null): Promise<GuidePrice[]> =>
    db.tenant(caller, async (tx) => {
      const account = await accountOf(tx);
      if (!account) return [];
      ({ currency } = account);
      const repo = guideRepo(tx, currency);
      return repo.after(await repo.lists(), isOwn, wanted, last, WRITTEN_TOGETHER);
    });
  async function* batches() {
    for (const isOwn of [true, false])
      for (let found = await some(isOwn, null); found.length > 0; found = await some(isOwn, found.at(-1)!))
        yield found.map(row);
  }
  return tableFile(file, {
    notes: [],
    columns: [
      ...columns,
      ...MINUTES.map((minutes) => ({ title: say('guide.minutes', { minutes }), kind: 'number' as const, width: 14 })),
      { title: say('list.currency'), width: 10 },
      { title: say('guide.whose'), width: 20 },
    ],
    batches: batches(),
    sheets: { table: say('guide.name'), notes: '' },
    atMs: clock.nowMs(),
  });
}
