import { NumberListRefusal, type CarrierNumbers } from '#core/numbers/carrier-numbers.port.ts';
import { askCarrier, numbersIn, totalOf, valueAt, type CarrierWay } from './ask-carrier.ts';

const PAGE_SIZE = 250;

/** The numbers of an account at Telnyx: pages are counted, and each answer tells how many there are. */
export function telnyxNumbers(
  { secret }: { secret: string },
  way: CarrierWay,
  server = 'https://api.telnyx.com',
): CarrierNumbers {
  return {
    async page(from) {
      const page = Number(from ?? 1);
      const url = `${server}/v2/phone_numbers?page%5Bnumber%5D=${page}&page%5Bsize%5D=${PAGE_SIZE}`;
      const answer = await askCarrier(way, url, { authorization: `Bearer ${secret}` });
      const pages = totalOf(valueAt(answer, 'meta.total_pages'));
      if (pages === null) throw new NumberListRefusal('notUnderstood');
      return {
        ...numbersIn(valueAt(answer, 'data'), { number: 'phone_number', name: 'customer_reference' }),
        total: totalOf(valueAt(answer, 'meta.total_results')),
        next: page < pages ? String(page + 1) : null,
      };
    },
  };
}
