import type { QueryClient } from '@tanstack/react-query';
import type { DialOrder } from '#core/phone/phone.ts';
import { codeOfNumber } from '#core/phone/spoken-number.ts';
import { routesApi } from '#features/voice/call-routes/contract.ts';
import { call } from '#platform/web/call.ts';
import { keyOf } from '#platform/web/use-endpoint.ts';
import { diallingCode } from '#shared/countries.ts';
import type { PhoneDesk } from '../../desk/phone-desk.ts';
import { keptRouterId, SELDOM_MS, shownNumber } from '../dial/kept-line.ts';
import { kept } from '../kept-choices.ts';
import { takenApart as ofCountry } from '../dial/taken-apart.ts';
import type { CalledBack, CalledNumber } from './called.ts';

/** Line and shown number as chosen in the dialer. The line may be gone, or the server away: then the phone says what is missing. */
async function chosenLine(
  desk: PhoneDesk,
  client: QueryClient,
  routerId = keptRouterId(),
): Promise<Pick<DialOrder, 'routerId' | 'displayNumber' | 'micOpen'>> {
  const numbers = await client
    .fetchQuery({
      queryKey: keyOf(routesApi.displayNumbers, { routerId }),
      queryFn: () => call(routesApi.displayNumbers, { routerId }),
      staleTime: SELDOM_MS,
    })
    .catch(() => []);
  const shown = shownNumber(numbers);
  return {
    routerId,
    displayNumber: shown && { id: shown.id, number: shown.number },
    micOpen: desk.view().sound.permission === 'granted',
  };
}

/** A whole number as the dialer has it: the country's code apart. */
function takenApart(number: string, country: string): Pick<DialOrder, 'number' | 'countryCode'> {
  const code = diallingCode(country) ?? '';
  return code !== '' && number.startsWith(code)
    ? { number: number.slice(code.length), countryCode: code }
    : { number, countryCode: '' };
}

/**
 * The order that calls the customer of a record. Whoever may not see the number hands on what they see of it, and the
 * record it belongs to.
 */
export async function callBackOrder(
  { callId, number, displayNumber, country, customerName }: CalledBack,
  desk: PhoneDesk,
  client: QueryClient,
): Promise<DialOrder> {
  return {
    ...takenApart(number || displayNumber, number ? country : ''),
    ...(await chosenLine(desk, client)),
    callbackCallId: callId,
    ...(customerName ? { customerName } : {}),
  };
}

/** The order that calls a number as it was typed: one that says its country is called there, any other where the dialer would: in the country chosen last, else in that of the number shown. */
export async function typedOrder(typed: string, desk: PhoneDesk, client: QueryClient): Promise<DialOrder> {
  const line = await chosenLine(desk, client);
  const own = ofCountry(typed);
  const code =
    diallingCode(own?.iso2 ?? kept.get('callCountry') ?? '') ?? codeOfNumber(line.displayNumber?.number ?? '');
  return { number: own?.number ?? typed, countryCode: code, ...line };
}

/** The order that calls a number, or what stands for a hidden one. */
export async function numberOrder(
  { number, word, country, name, task }: CalledNumber,
  desk: PhoneDesk,
  client: QueryClient,
): Promise<DialOrder> {
  return {
    ...(word ? { number: word, countryCode: '' } : takenApart(number, country)),
    ...(await chosenLine(desk, client, task?.routerId || undefined)),
    ...(name ? { customerName: name } : {}),
    ...(task ? { task: { taskId: task.taskId, customerId: task.customerId } } : {}),
  };
}
