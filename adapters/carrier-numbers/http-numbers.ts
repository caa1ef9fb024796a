import { NumberListRefusal, type CarrierNumbers, type HttpCarrierAccount } from '#core/numbers/carrier-numbers.port.ts';
import { askCarrier, furtherOn, numbersIn, textAt, totalOf, valueAt, type CarrierWay } from './ask-carrier.ts';

const PLACE = /\{(page|cursor)\}/g;

/**
 * A carrier whose list somebody described. Rules:
 * 1. Where the answer leads on (`nextPath`), that is followed: as a word in the place of `{cursor}`, else as an address of the
 *    same server.
 * 2. Else `{page}` counts on until a page is empty. An address with neither has one page.
 */
export function httpNumbers(account: HttpCarrierAccount, way: CarrierWay): CarrierNumbers {
  const { url, nextPath, secret } = account;
  const headers = Object.fromEntries(
    Object.entries(account.headers).map(([name, value]) => [
      name,
      value.replaceAll('{secret}', () => secret).replace(/[^\t\x20-\x7e]/g, ''),
    ]),
  );
  const at = (values: { page: string; cursor: string }): string =>
    url.replace(PLACE, (_, name: 'page' | 'cursor') => encodeURIComponent(values[name]));
  const first = at({ page: '1', cursor: '' });
  const counts = nextPath === '' && url.includes('{page}');

  function addressOf(from: string | null): string {
    if (from === null) return first;
    if (counts) return at({ page: from, cursor: '' });
    return url.includes('{cursor}') ? at({ page: '1', cursor: from }) : furtherOn(from, first);
  }

  return {
    async page(from) {
      const answer = await askCarrier(way, addressOf(from), headers);
      const list = valueAt(answer, account.listPath);
      if (!Array.isArray(list)) throw new NumberListRefusal('notUnderstood');
      const further = counts ? (list.length > 0 ? String(Number(from ?? 1) + 1) : '') : textAt(answer, nextPath);
      return {
        ...numbersIn(list, { number: account.numberPath, name: account.namePath }),
        total: account.totalPath === '' ? null : totalOf(valueAt(answer, account.totalPath)),
        next: further || null,
      };
    },
  };
}
