import { describe, expect, test } from 'vitest';
import { NumberListRefusal, type CarriedNumber, type CarrierNumbers } from './carrier-numbers.port.ts';

/** What a server that speaks a carrier's protocol does next. */
export type CarrierMood =
  | { at: 'well' }
  | { at: 'status'; status: number; headers?: Record<string, string>; body?: string }
  | { at: 'silent' };

export interface RehearsedNumbers {
  numbers: CarrierNumbers;
  /** The same account with another secret. */
  withSecret(secret: string): CarrierNumbers;
  /** What the account has; `number` as the carrier writes it. */
  owns(numbers: { number: string; name: string }[]): void;
  mood(mood: CarrierMood): void;
  /** How often it was asked. */
  asked(): number;
  close(): Promise<void>;
}

export async function allNumbers(numbers: CarrierNumbers): Promise<{ found: CarriedNumber[]; skipped: number }> {
  const found: CarriedNumber[] = [];
  let skipped = 0;
  let from: string | null = null;
  do {
    const page = await numbers.page(from);
    found.push(...page.numbers);
    skipped += page.skipped;
    from = page.next;
  } while (from !== null);
  return { found, skipped };
}

const trouble = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'answered',
    (thrown: unknown) => (thrown instanceof NumberListRefusal ? [thrown.trouble, thrown.retryAfterSec] : thrown),
  );

/** What every way to a carrier's list does. `pageSize`: how many numbers the rehearsed server gives at most. */
export function carrierNumbersSuite(name: string, pageSize: number, open: () => Promise<RehearsedNumbers>): void {
  const onCarrier = (title: string, play: (carrier: RehearsedNumbers) => Promise<void>) =>
    test(`[CC-04] ${title}`, async () => {
      const carrier = await open();
      try {
        await play(carrier);
      } finally {
        await carrier.close();
      }
    });
  const many = Array.from({ length: 2 * pageSize + 3 }, (_, at) => ({
    number: `+5255500${String(at).padStart(5, '0')}`,
    name: `Line ${at}`,
  }));

  describe(`${name}`, () => {
    onCarrier('all numbers of an account are read, page by page, in digits', async ({ numbers, owns, asked }) => {
      owns(many);
      expect(await allNumbers(numbers)).toEqual({
        found: many.map(({ number, name: shownName }) => ({ number: number.slice(1), name: shownName })),
        skipped: 0,
      });
      expect(asked()).toBeGreaterThanOrEqual(3);
    });

    onCarrier('an account without numbers has none', async ({ numbers, owns }) => {
      owns([]);
      expect(await allNumbers(numbers)).toEqual({ found: [], skipped: 0 });
    });

    onCarrier('what is no number of the world is counted and left out', async ({ numbers, owns }) => {
      owns([
        { number: '+525550000101', name: '' },
        { number: '48777', name: 'Short code' },
        { number: 'AURORA', name: 'Sender' },
      ]);
      expect(await allNumbers(numbers)).toEqual({ found: [{ number: '525550000101', name: '' }], skipped: 2 });
    });

    onCarrier('a wrong secret is said to be one', async ({ withSecret, owns }) => {
      owns(many);
      expect(await trouble(withSecret('wrong').page(null))).toEqual(['credentials', 0]);
    });

    onCarrier('a carrier that asks to wait says how long', async ({ numbers, mood }) => {
      mood({ at: 'status', status: 429, headers: { 'retry-after': '7' } });
      expect(await trouble(numbers.page(null))).toEqual(['busy', 7]);
      mood({ at: 'status', status: 503 });
      expect(await trouble(numbers.page(null))).toEqual(['busy', 30]);
      mood({ at: 'status', status: 429, headers: { 'retry-after': '99999999' } });
      expect(await trouble(numbers.page(null))).toEqual(['busy', 3_600]);
    });

    onCarrier('what is no list is not taken for one', async ({ numbers, mood }) => {
      for (const body of [
        '',
        '<html>',
        'null',
        '[]x',
        '{"error":"no"}',
        '7',
        '{"data":7,"incoming_phone_numbers":{}}',
      ]) {
        mood({ at: 'status', status: 200, body });
        expect([body, await trouble(numbers.page(null))]).toEqual([body, ['notUnderstood', 0]]);
      }
    });

    onCarrier('a broken server, a wrong address, one that leads elsewhere', async ({ numbers, mood }) => {
      mood({ at: 'status', status: 500 });
      expect(await trouble(numbers.page(null))).toEqual(['unreachable', 0]);
      mood({ at: 'status', status: 404 });
      expect(await trouble(numbers.page(null))).toEqual(['badAddress', 0]);
      mood({ at: 'status', status: 302, headers: { location: 'https://elsewhere.test/' } });
      expect(await trouble(numbers.page(null))).toEqual(['badAddress', 0]);
    });

    onCarrier('one that stays silent is given up', async ({ numbers, mood }) => {
      mood({ at: 'silent' });
      expect(await trouble(numbers.page(null))).toEqual(['unreachable', 0]);
    });
  });
}
