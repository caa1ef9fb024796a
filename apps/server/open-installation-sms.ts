import { openOutsideFetch } from '#adapters/http/open-outside-fetch.ts';
import { openCarriedSms } from '#adapters/sms/open-carried-sms.ts';
import type { Sms } from '#core/messages/messages.port.ts';
import type { SmsAccount } from '#core/sms/sms-provider.port.ts';
import { openSmsCarriers } from './open-sms-carriers.ts';

/** The way to the installation's own SMS carrier. The operator names it, not somebody in a form: it may be within the own network. */
export function openInstallationSms(account: SmsAccount): Sms & { close(): Promise<void> } {
  const open = openSmsCarriers({ outside: openOutsideFetch({ allowPrivate: true }), allowPrivate: true });
  const provider = open(account, { report: async () => {}, reply: async () => {} });
  return { ...openCarriedSms(provider), close: () => provider.close() };
}
