import type { CarrierNumbers } from '#core/numbers/carrier-numbers.port.ts';
import { askCarrier, furtherOn, numbersIn, textAt, valueAt, type CarrierWay } from './ask-carrier.ts';

const PAGE_SIZE = 500;

/** The numbers of an account at Twilio: a list whose answers name the next page by its path. */
export function twilioNumbers(
  { accountSid, secret }: { accountSid: string; secret: string },
  way: CarrierWay,
  server = 'https://api.twilio.com',
): CarrierNumbers {
  const first = `${server}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/IncomingPhoneNumbers.json?PageSize=${PAGE_SIZE}`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${secret}`).toString('base64')}`;
  return {
    async page(from) {
      const answer = await askCarrier(way, from === null ? first : furtherOn(from, first), { authorization });
      return {
        ...numbersIn(valueAt(answer, 'incoming_phone_numbers'), { number: 'phone_number', name: 'friendly_name' }),
        // Twilio stopped to say how many there are.
        total: null,
        next: textAt(answer, 'next_page_uri') || null,
      };
    },
  };
}
