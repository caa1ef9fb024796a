import { readWrittenNumber } from '#core/numbers/own-number.ts';
import { NumberListRefusal, type NumbersPage } from '#core/numbers/carrier-numbers.port.ts';
import { OutsideFailure, type OutsideFetch } from '#core/http/outside-fetch.port.ts';

const PATIENCE_MS = 20_000;
const ANSWER_BYTES = 5_000_000;
const NAME_MOST = 100;
const BUSY_SEC = 30;
const BUSY_MOST_SEC = 3_600;

/** How carriers are asked. */
export interface CarrierWay {
  outside: OutsideFetch;
  httpsOnly: boolean;
}

/** What a carrier answers to a question; what it refuses, in our words. */
export async function askCarrier(
  { outside, httpsOnly }: CarrierWay,
  url: string,
  headers: Record<string, string>,
): Promise<unknown> {
  const answer = await outside({
    url,
    headers: { accept: 'application/json', ...headers },
    timeoutMs: PATIENCE_MS,
    maxBytes: ANSWER_BYTES,
    httpsOnly,
    // A secret goes to nobody but whom it was entered for.
    maxRedirects: 0,
  }).catch((problem: unknown) => {
    throw problem instanceof OutsideFailure ? new NumberListRefusal(troubles[problem.reason]) : problem;
  });
  const { status } = answer;
  if (status === 429 || status === 503) throw new NumberListRefusal('busy', waitOf(answer.headers['retry-after']));
  if (status === 401 || status === 403) throw new NumberListRefusal('credentials');
  if (status >= 500) throw new NumberListRefusal('unreachable');
  if (status >= 300) throw new NumberListRefusal('badAddress');
  try {
    return JSON.parse(new TextDecoder().decode(answer.body));
  } catch {
    throw new NumberListRefusal('notUnderstood');
  }
}

const troubles = {
  badAddress: 'badAddress',
  privateAddress: 'badAddress',
  unreachable: 'unreachable',
  tooSlow: 'unreachable',
  tooLarge: 'notUnderstood',
  tooManyRedirects: 'badAddress',
} as const;

/** Seconds; a date is not worth a clock here. */
function waitOf(retryAfter = ''): number {
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : BUSY_SEC;
  return Math.min(Math.max(1, seconds), BUSY_MOST_SEC);
}

/** What stands at `data.items`; the whole at an empty path. */
export const valueAt = (from: unknown, path: string): unknown =>
  path === ''
    ? from
    : path
        .split('.')
        .reduce<unknown>(
          (at, key) =>
            typeof at === 'object' && at !== null && Object.hasOwn(at, key)
              ? (at as Record<string, unknown>)[key]
              : undefined,
          from,
        );

export const textAt = (from: unknown, path: string): string => {
  const found = path === '' ? undefined : valueAt(from, path);
  return typeof found === 'string' ? found : typeof found === 'number' ? String(found) : '';
};

/** The numbers of a list, by the places where its entries have them. */
export function numbersIn(
  list: unknown,
  { number, name }: { number: string; name: string },
): Pick<NumbersPage, 'numbers' | 'skipped'> {
  if (!Array.isArray(list)) throw new NumberListRefusal('notUnderstood');
  const numbers = list.flatMap((entry) => {
    const written = typeof entry === 'string' ? entry : textAt(entry, number);
    // Carriers write whole numbers, with the plus or without.
    const read = readWrittenNumber(written.trim().startsWith('+') ? written : `+${written.trim()}`);
    return read.is === 'number'
      ? [
          {
            number: read.number,
            name: textAt(entry, name)
              .replace(/\p{Cc}/gu, ' ')
              .trim()
              .slice(0, NAME_MOST),
          },
        ]
      : [];
  });
  return { numbers, skipped: list.length - numbers.length };
}

/** A count the carrier says; null for what is none. */
export const totalOf = (total: unknown): number | null =>
  typeof total === 'number' && Number.isInteger(total) && total >= 0 ? total : null;

/** An address further on at the same server. */
export function furtherOn(next: string, from: string): string {
  let url: URL;
  try {
    url = new URL(next, from);
  } catch {
    throw new NumberListRefusal('notUnderstood');
  }
  if (url.origin !== new URL(from).origin) throw new NumberListRefusal('notUnderstood');
  return url.href;
}
