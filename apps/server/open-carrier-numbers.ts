import { httpNumbers } from '#adapters/carrier-numbers/http-numbers.ts';
import { telnyxNumbers } from '#adapters/carrier-numbers/telnyx-numbers.ts';
import { twilioNumbers } from '#adapters/carrier-numbers/twilio-numbers.ts';
import type { OutsideFetch } from '#core/http/outside-fetch.port.ts';
import type { OpenCarrierNumbers } from '#core/numbers/carrier-numbers.port.ts';

/** Every carrier whose list of numbers we can read, by the account's kind. */
export function openCarrierNumbers({
  outside,
  allowPrivate,
}: {
  outside: OutsideFetch;
  allowPrivate: boolean;
}): OpenCarrierNumbers {
  const way = { outside, httpsOnly: !allowPrivate };
  return (account) => {
    if (account.kind === 'twilio') return twilioNumbers(account, way);
    return account.kind === 'telnyx' ? telnyxNumbers(account, way) : httpNumbers(account, way);
  };
}
