import { CarrierRefusal } from '#core/chat/carrier.port.ts';
import type { MailSide } from './mail-net.ts';

interface Thrown {
  code?: unknown;
  originalCode?: unknown;
  cause?: unknown;
  authenticationFailed?: unknown;
  tlsFailed?: unknown;
}

/** Words the libraries and Node have for it, and ours; `chat.failure.<word>` says each in the languages of the product. */
const words: readonly [RegExp, string][] = [
  [/^(ENOTFOUND|EAI_AGAIN|EDNS|NoConnection)$/, 'NameUnknown'],
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'Refused'],
  [/(CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|ALTNAME)/, 'Certificate'],
  [/^(ETIMEDOUT|ETIMEOUT|CONNECT_TIMEOUT|GREETING_TIMEOUT|UPGRADE_TIMEOUT|GREETING_?TIMEOUT)$/i, 'Slow'],
  [/^(ETLS|EPROTO|ERR_SSL|ERR_TLS)/, 'NoTls'],
  [/^(EAUTH|ENOAUTH)$/, 'Password'],
];

/** What is wrong with a mail server, in one word of ours. */
export function mailTrouble(side: MailSide, thrown: unknown): CarrierRefusal {
  if (thrown instanceof CarrierRefusal) return thrown;
  for (const one of chain(thrown)) {
    if (one.authenticationFailed === true) return new CarrierRefusal(`${side}Password`, false);
    // One library puts a word of its own over Node's.
    const codes = [one.originalCode, one.code].filter((code) => typeof code === 'string');
    const word = codes.flatMap((code) => words.find(([pattern]) => pattern.test(code))?.[1] ?? [])[0];
    if (word) return new CarrierRefusal(`${side}${word}`, false);
    if (one.tlsFailed === true) return new CarrierRefusal(`${side}NoTls`, false);
  }
  return new CarrierRefusal(`${side}Lost`, false);
}

/** The innermost reason is the most exact one. */
function chain(thrown: unknown): Thrown[] {
  const all: Thrown[] = [];
  for (
    let one = thrown as Thrown | null | undefined;
    one && typeof one === 'object' && all.length < 5;
    one = one.cause as Thrown | undefined
  )
    all.unshift(one);
  return all;
}
