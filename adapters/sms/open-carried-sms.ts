import { randomInt } from 'node:crypto';
import type { Sms } from '#core/messages/messages.port.ts';
import type { SmsProvider } from '#core/sms/sms-provider.port.ts';

/** As large as a random number gets; ids only tell messages of one carrier apart. */
const IDS = 2 ** 48 - 1;

/** Messages of the installation itself, brought by one carrier. */
export const openCarriedSms = (provider: SmsProvider): Sms => ({
  async send({ to, text }) {
    await provider.send({ id: randomInt(1, IDS), to: to.replace(/\D/g, ''), text });
  },
});
