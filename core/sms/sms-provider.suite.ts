import { expect, test, vi } from 'vitest';
import { SmsRefusal, type SmsProvider, type SmsReply, type SmsReport } from './sms-provider.port.ts';

/** A carrier whose phones do what the last digits of their numbers say (`rehearsal-script.ts`). */
export interface RehearsedCarrier {
  provider: SmsProvider;
  /** What we were told, in order. */
  reports: SmsReport[];
  replies: SmsReply[];
  /** What reached its phones, parts joined. */
  carried(): { to: string; text: string }[];
  close(): Promise<void>;
}

const soon = { timeout: 8_000, interval: 20 };

/** What every way to carry messages does. */
export function smsProviderSuite(open: () => Promise<RehearsedCarrier>): void {
  const onCarrier = (name: string, play: (carrier: RehearsedCarrier) => Promise<void>) =>
    test(`${name}`, { timeout: 20_000 }, async () => {
      const carrier = await open();
      try {
        await play(carrier);
      } finally {
        await carrier.provider.close();
        await carrier.close();
      }
    });

  for (const [kind, text] of [
    ['short', 'Hello {Ana}, your order is on its way: €20 [paid]'],
    ['Chinese', '您好，您的订单已发货。'],
    ['long', 'Your booking is confirmed. '.repeat(12)],
    ['long and full of surrogates', '订单已发货 🎉🎉 '.repeat(30)],
  ] as const) {
    onCarrier(`[SMS-03] a ${kind} text arrives whole`, async ({ provider, carried, reports }) => {
      const { ref } = await provider.send({ id: 7, to: '525512345600', text });
      expect(ref).not.toBe('');
      await vi.waitFor(() => expect(carried()).toEqual([{ to: '525512345600', text }]), soon);
      await vi.waitFor(
        () => expect(reports).toEqual([{ ref, outcome: 'delivered', reason: expect.any(String) }]),
        soon,
      );
    });
  }

  onCarrier('[SMS-03] what did not arrive is told, each by its own name', async ({ provider, reports }) => {
    const lost = await provider.send({ id: 1, to: '525512345691', text: 'one' });
    const failed = await provider.send({ id: 2, to: '525512345696', text: 'two' });
    expect(lost.ref).not.toBe(failed.ref);
    await vi.waitFor(
      () =>
        expect(
          reports.map(({ ref, outcome }) => ({ ref, outcome })).sort((a, b) => a.outcome.localeCompare(b.outcome)),
        ).toEqual([
          { ref: failed.ref, outcome: 'failed' },
          { ref: lost.ref, outcome: 'notDelivered' },
        ]),
      soon,
    );
  });

  onCarrier('[SMS-03] a number the carrier does not take is refused for good', async ({ provider }) => {
    const refusal = await provider
      .send({ id: 3, to: '525512345692', text: 'three' })
      .catch((thrown: unknown) => thrown);
    expect(refusal).toBeInstanceOf(SmsRefusal);
    expect((refusal as SmsRefusal).kind).toBe('final');
  });

  onCarrier(
    '[SMS-03] what a customer answers is told with their number and a name of its own',
    async ({ provider, replies }) => {
      await provider.send({ id: 4, to: '525512345694', text: 'four' });
      await provider.send({ id: 5, to: '525512345695', text: 'five' });
      await vi.waitFor(() => expect(replies).toHaveLength(2), soon);
      expect(replies.map(({ from, text }) => ({ from, text })).sort((a, b) => a.from.localeCompare(b.from))).toEqual([
        { from: '525512345694', text: 'STOP' },
        { from: '525512345695', text: 'OK 👍' },
      ]);
      expect(new Set(replies.map(({ ref }) => ref)).size).toBe(2);
    },
  );
}
