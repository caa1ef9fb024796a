import { OutsideFailure, type OutsideFetch } from '#core/http/outside-fetch.port.ts';
import { SmsRefusal, type HttpSmsAccount, type SmsProvider } from '#core/sms/sms-provider.port.ts';

const PATIENCE_MS = 15_000;
const ANSWER_BYTES = 64_000;
const REF_MOST = 200;
const PLACE = /\{(to|from|text|id|secret)\}/g;
type Values = Record<'to' | 'from' | 'text' | 'id' | 'secret', string>;

/**
 * A carrier with an HTTP interface of its own. Rules:
 * 1. Whatever is put into a body or an address is escaped for the place it stands in: a text cannot become a field.
 * 2. An answer that did not come may mean that the message left: only a carrier that knows our id again is asked again.
 */
export function openHttpSms(
  account: HttpSmsAccount,
  outside: OutsideFetch,
  { httpsOnly }: { httpsOnly: boolean },
): SmsProvider {
  const { from, secret, repeatable, refPath } = account;
  const isForm = Object.entries(account.headers).some(
    ([name, value]) => name.toLowerCase() === 'content-type' && /urlencoded/i.test(value),
  );

  async function ask(values: Values) {
    const headers = Object.fromEntries(
      Object.entries(account.headers).map(([name, value]) => [name, filled(value, values, inHeader)]),
    );
    const body =
      account.method === 'GET' ? {} : { body: filled(account.body, values, isForm ? encodeURIComponent : inJson) };
    try {
      return await outside({
        url: filled(account.url, values, encodeURIComponent),
        method: account.method,
        headers: { 'content-type': 'application/json', ...headers },
        ...body,
        timeoutMs: PATIENCE_MS,
        maxBytes: ANSWER_BYTES,
        longBody: 'cut',
        httpsOnly,
        maxRedirects: 0,
      });
    } catch (problem) {
      if (!(problem instanceof OutsideFailure)) throw problem;
      const { reason, nothingLeft } = problem;
      if (reason === 'tooSlow')
        throw new SmsRefusal(repeatable || nothingLeft ? 'later' : 'undecided', reason, { nothingLeft });
      throw new SmsRefusal(reason === 'unreachable' ? 'later' : 'final', reason, { nothingLeft });
    }
  }

  return {
    repeatable,
    async send({ id, to, text }) {
      const { status, body } = await ask({ to, from, text, id: String(id), secret });
      if (status >= 200 && status < 300)
        return { ref: (refPath && textAt(jsonOf(body), refPath).slice(0, REF_MOST)) || String(id) };
      if (status === 408 || status === 504) throw new SmsRefusal(repeatable ? 'later' : 'undecided', `http ${status}`);
      throw new SmsRefusal(status === 429 || status >= 500 ? 'later' : 'final', `http ${status}`);
    },
    readReport(body) {
      const { ref, status, delivered, failed, pending } = account.report;
      const [name, statusWord] = [textAt(body, ref).slice(0, REF_MOST), textAt(body, status).toLowerCase()];
      if (name === '' || statusWord === '' || among(pending, statusWord)) return null;
      return {
        ref: name,
        outcome: among(delivered, statusWord) ? 'delivered' : among(failed, statusWord) ? 'failed' : 'notDelivered',
        reason: statusWord.replace(/\d{5,}/g, '').slice(0, 60),
      };
    },
    readReply(body) {
      const { reply } = account;
      const [sender, text] = [textAt(body, reply.from).replace(/\D/g, ''), textAt(body, reply.text)];
      if (sender === '' || text === '') return null;
      return {
        ref: textAt(body, reply.ref).slice(0, REF_MOST),
        from: sender,
        to: textAt(body, reply.to).replace(/\D/g, ''),
        text,
      };
    },
    close: async () => {},
  };
}

const among = (words: readonly string[], wanted: string): boolean =>
  words.some((word) => word.toLowerCase() === wanted);
const filled = (template: string, values: Values, escape: (text: string) => string): string =>
  template.replace(PLACE, (_, name: keyof Values) => escape(values[name]));
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
const inHeader = (text: string): string => text.replace(/[^\t\x20-\x7e]/g, '');

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}

/** The text or number at `messages.0.id`; empty where there is none. */
function textAt(from: unknown, path: string): string {
  const found = path
    .split('.')
    .reduce<unknown>(
      (at, key) =>
        typeof at === 'object' && at !== null && Object.hasOwn(at, key)
          ? (at as Record<string, unknown>)[key]
          : undefined,
      from,
    );
  return typeof found === 'string' ? found : typeof found === 'number' ? String(found) : '';
}
