import { readDialled } from '#core/call/dialled-number.ts';
import { pricedKinds, type PriceQuestion } from '#core/money/choose-price.ts';
import { accountOf } from '#features/money/ledger/server/index.ts';
import { requestExport } from '#features/office/downloads/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { tableFileName } from '#platform/server/table-file.ts';
import { tenantZone } from '#platform/server/tenant-zone.ts';
import type { World } from '#platform/server/world.ts';
import { diallingCode } from '#shared/countries.ts';
import { Failure } from '#shared/errors.ts';
import type { GuidePrice, priceGuideApi } from '../contract.ts';
import { GUIDE_EXPORT, type GuideWish } from './guide-export.ts';
import { guideRepo } from './guide.repo.ts';
import { pricesOf, type FoundPrice, type PriceAnswer } from './price-of.ts';
import { isLookedFor } from './row-search.ts';

/** What the tenant pays in. Where nobody counts its money there are no prices to see. */
export async function currencyPaid(tx: TenantTx): Promise<string> {
  const account = await accountOf(tx);
  if (!account) throw new Failure('notFound');
  return account.currency;
}

const shown = ({ listId: _listId, ...price }: FoundPrice): GuidePrice => price;
const shownAnswer = (answer: PriceAnswer) =>
  answer.is === 'price' ? { is: 'price' as const, price: shown(answer.price) } : answer;

/** What the tenant pays: its guide prices. */
export function guideHandlers({ db, clock }: Pick<World, 'db' | 'clock'>): Handlers<typeof priceGuideApi> {
  return {
    guide: (caller, { page, size, ...search }) =>
      db.tenant(caller, async (tx) => {
        const currency = await currencyPaid(tx);
        const repo = guideRepo(tx, currency);
        const lists = await repo.lists();
        return {
          ...(await repo.page(lists, isLookedFor(search, caller.language), { page, size })),
          currency,
          since: lists.since,
          nextAt: lists.next?.beginsAt ?? null,
        };
      }),

    guideNumber: (caller, { number: typed, country: home }) =>
      db.tenant(caller, async (tx) => {
        const currency = await currencyPaid(tx);
        const read = readDialled(typed.replace(/[\s().-]/g, ''), home === '' ? '' : (diallingCode(home) ?? ''));
        if (read.is !== 'number') throw new Failure('wrongNumber');
        const { number, country } = read;
        const asked = [
          ...pricedKinds.map((kind) => ({ service: 'call' as const, kind })),
          { service: 'ai' as const, kind: '' as const },
          { service: 'sms' as const, kind: '' as const },
        ];
        const questions = asked.map((one): PriceQuestion => ({ ...one, number, country }));
        const answers = await pricesOf(tx, currency, questions);
        return {
          number,
          country,
          answers: asked.map((one, place) => ({ ...one, answer: shownAnswer(answers[place]!) })),
        };
      }),

    guideNext: (caller, paging) =>
      db.tenant(caller, async (tx) => {
        const repo = guideRepo(tx, await currencyPaid(tx));
        return repo.coming(await repo.lists(), paging);
      }),

    guideExport: (caller, { file, ...search }) =>
      db.tenant(caller, async (tx) => {
        await currencyPaid(tx);
        const zone = caller.timeZone ?? (await tenantZone(tx));
        const fileName = tableFileName(file, { stem: 'prices', zone, atMs: clock.nowMs() });
        caller.operation.note(fileName);
        const params: GuideWish = { file, search };
        return {
          downloadId: await requestExport(tx, caller, { fileName, feature: 'prices', kind: GUIDE_EXPORT, params }),
        };
      }),
  };
}
