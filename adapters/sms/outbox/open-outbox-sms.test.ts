import { expect, test } from 'vitest';
import type { SmsReply, SmsReport } from '#core/sms/sms-provider.port.ts';
import { smsProviderSuite } from '#core/sms/sms-provider.suite.ts';
import { openOutboxSms, type RunLater } from './open-outbox-sms.ts';

/** As fast as can be, in the order it was asked for. */
const atOnce: RunLater = (_afterMs, run) => {
  const timer = setImmediate(run);
  return () => clearImmediate(timer);
};

function open(later: RunLater) {
  const [reports, replies]: [SmsReport[], SmsReply[]] = [[], []];
  const inner = openOutboxSms(
    { report: async (report) => void reports.push(report), reply: async (reply) => void replies.push(reply) },
    later,
  );
  const sent: { to: string; text: string }[] = [];
  const provider = {
    ...inner,
    send: (sms: Parameters<typeof inner.send>[0]) => (sent.push({ to: sms.to, text: sms.text }), inner.send(sms)),
  };
  return { provider, reports, replies, carried: () => sent, close: async () => {} };
}

smsProviderSuite(async () => open(atOnce));

test('[SMS-03] the same message twice is carried once, and a slow phone is slow', async () => {
  const waits: number[] = [];
  const { provider } = open((afterMs) => (waits.push(afterMs), () => {}));
  expect(await provider.send({ id: 1, to: '525512345693', text: 'x' })).toEqual(
    await provider.send({ id: 1, to: '525512345693', text: 'x' }),
  );
  expect(waits).toEqual([20_000]);
});
