import { rehearsedPhone } from '#core/sms/rehearsal-script.ts';
import { SmsRefusal, type SmsListener, type SmsProvider } from '#core/sms/sms-provider.port.ts';

const REMEMBERED = 10_000;
const REPLY_AFTER_MS = 400;

/** Runs something later; the answer takes it back. */
export type RunLater = (afterMs: number, run: () => void) => () => void;

/** Nothing leaves: phones are rehearsed by the last digits of their numbers (`core/sms/rehearsal-script.ts`). */
export function openOutboxSms(listener: SmsListener, later: RunLater): SmsProvider {
  const known = new Set<number>();
  const waiting = new Set<() => void>();

  function after(afterMs: number, work: () => Promise<void>): void {
    const cancel = later(afterMs, () => {
      waiting.delete(cancel);
      void work().catch(() => {});
    });
    waiting.add(cancel);
  }

  return {
    repeatable: true,
    async send({ id, to }) {
      const phone = rehearsedPhone(to);
      if (phone.refuses) throw new SmsRefusal('final', 'unknownNumber');
      const ref = `rehearsal-${id}`;
      if (known.has(id)) return { ref };
      if (known.size >= REMEMBERED) known.delete(known.values().next().value!);
      known.add(id);
      const { outcome, afterMs, answers } = phone;
      after(afterMs, async () => {
        await listener.report({ ref, outcome, reason: outcome === 'delivered' ? '' : 'rehearsed' });
        if (answers !== null)
          after(REPLY_AFTER_MS, () => listener.reply({ ref: `${ref}-answer`, from: to, to: '', text: answers }));
      });
      return { ref };
    },
    async close() {
      for (const cancel of waiting) cancel();
      waiting.clear();
    },
  };
}

/** The machine's own clock. */
export const laterHere: RunLater = (afterMs, run) => {
  const timer = setTimeout(run, afterMs);
  timer.unref();
  return () => clearTimeout(timer);
};
