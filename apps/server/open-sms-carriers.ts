import { isIP } from 'node:net';
import { isPublicAddress } from '#adapters/http/public-address.ts';
import { openNamesHere, openNamesOutside } from '#adapters/http/resolve-names.ts';
import { openHttpSms } from '#adapters/sms/http/open-http-sms.ts';
import { laterHere, openOutboxSms } from '#adapters/sms/outbox/open-outbox-sms.ts';
import { openSmppSms } from '#adapters/sms/smpp/open-smpp-sms.ts';
import type { OutsideFetch } from '#core/http/outside-fetch.port.ts';
import type { OpenSmsProvider } from '#core/sms/sms-provider.port.ts';

/** Every way messages can leave, by the account's kind. Hosts somebody named in a form are never ours, unless private ones are allowed. */
export function openSmsCarriers({
  outside,
  allowPrivate,
}: {
  outside: OutsideFetch;
  allowPrivate: boolean;
}): OpenSmsProvider {
  const resolve = allowPrivate ? openNamesHere() : openNamesOutside();
  const find = async (host: string): Promise<string | null> =>
    (isIP(host) ? [host] : await resolve(host)).find((address) => allowPrivate || isPublicAddress(address)) ?? null;
  return (account, listener) => {
    if (account.kind === 'http') return openHttpSms(account, outside, { httpsOnly: !allowPrivate });
    return account.kind === 'smpp' ? openSmppSms(account, listener, { find }) : openOutboxSms(listener, laterHere);
  };
}
