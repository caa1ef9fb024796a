import { codes, type CodeOf } from '../codes.ts';

/** How far an SMS got (specification P9). */
export const SmsStatus = codes({
  sent: { code: 1, key: 'smsStatus.sent', tone: 'blue' },
  notDelivered: { code: 2, key: 'smsStatus.notDelivered', tone: 'warning' },
  delivered: { code: 3, key: 'smsStatus.delivered', tone: 'green' },
  sendFailed: { code: 4, key: 'smsStatus.sendFailed', tone: 'red' },
});
export type SmsStatus = CodeOf<typeof SmsStatus>;
