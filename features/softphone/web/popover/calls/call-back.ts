import type { QueryClient } from '@tanstack/react-query';
import type { DialOrder } from '#core/phone/phone.ts';
import { routesApi } from '#features/routes/contract.ts';
import { call } from '#platform/web/call.ts';
import { keyOf } from '#platform/web/use-endpoint.ts';
import { diallingCode } from '#shared/countries.ts';
import type { PhoneDesk } from '../../desk/phone-desk.ts';
import { keptRouterId, SELDOM_MS, shownNumber } from '../dial/kept-line.ts';
import type { CalledBack } from './use-call-back.ts';

/**
 * The order that calls the customer of a record. Whoever may not see the number hands on what they see of it, and the
 * record it belongs to.
 */
export async function callBackOrder({ callId, number, displayNumber, country, customerName }: CalledBack, desk: PhoneDesk, client: QueryClient): Promise<DialOrder> {
  const routerId = keptRouterId();
  // The line may be gone, or the server away: then the phone says what is missing.
  const numbers = await client.fetchQuery({ queryKey: keyOf(routesApi.displayNumbers, { routerId }), queryFn: () => call(routesApi.displayNumbers, { routerId }), staleTime: SELDOM_MS }).catch(() => []);
  const shown = shownNumber(numbers);
  const code = diallingCode(country) ?? '';
  const hasCode = code !== '' && number.startsWith(code);
  return {
    number: hasCode ? number.slice(code.length) : number || displayNumber,
    countryCode: hasCode ? code : '',
    routerId,
    displayNumber: shown && { id: shown.id, number: shown.number },
    callbackCallId: callId,
    micOpen: desk.view().sound.permission === 'granted',
    ...(customerName ? { customerName } : {}),
  };
}
