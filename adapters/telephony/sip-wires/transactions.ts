import type { After } from '#core/timers.ts';
import { isSameWay, type SipHop } from './sip-hop.ts';
import { peekMessage, type PeekedMessage } from './sip-peek.ts';

/**
 * What the SIP library's transactions leave out, beneath them: it takes every transport for reliable (no timers A, E and G; D, I,
 * J and K are zero). Requests are repeated until answered, refusals until acknowledged; what comes twice is answered from memory.
 *
 *   library ──text──▶ sendRequest, sendAnswer ──▶ [again until answered] ──▶ wires
 *   library ◀──text── receive ◀── [doubles absorbed] ◀── wires
 */
export interface TransactionsOptions<Owner> {
  after: After;
  send(text: string, to: SipHop): void;
  deliver(owner: Owner, text: string, from: SipHop): void;
  /** The Via a request bears on this transport. */
  sentBy(transport: SipHop['transport']): string;
}

export interface TransactionStats {
  repeated: number;
  absorbed: number;
  acknowledgedAgain: number;
}

interface Repeated {
  stop: () => void;
  forget: () => void;
}
interface Sent<Owner> extends Repeated {
  owner: Owner;
  text: string;
  to: SipHop;
  /** Where to go when this way fails before anything was answered. */
  instead: SipHop | null;
  ack: string | null;
  isAnswered: boolean;
}
interface Served extends Repeated {
  /** Where the answer goes. */
  back: SipHop;
  answer: string | null;
  isFinal: boolean;
}

export const T1_MS = 500;
const T2_MS = 4_000;
const LIFETIME_MS = 64 * T1_MS;
/** An INVITE is kept as long as it may ring. */
const RINGING_MS = 300_000;

export class Transactions<Owner> {
  readonly stats: TransactionStats = { repeated: 0, absorbed: 0, acknowledgedAgain: 0 };
  readonly #options: TransactionsOptions<Owner>;
  readonly #sent = new Map<string, Sent<Owner>>();
  readonly #served = new Map<string, Served>();

  constructor(options: TransactionsOptions<Owner>) {
    this.#options = options;
  }

  get size(): number {
    return this.#sent.size + this.#served.size;
  }

  /** A request of the library; `to` is where it goes unless it follows its INVITE. */
  sendRequest(owner: Owner, text: string, to: () => SipHop, instead: SipHop | null = null): void {
    const seen = peekMessage(text);
    if (!seen) return;
    const invite = this.#sent.get(`INVITE ${seen.branch}`);
    if (seen.method === 'ACK') {
      const way = invite?.to ?? to();
      const ack = this.#withVia(text, way);
      if (invite) invite.ack = ack;
      return this.#options.send(ack, way);
    }
    const way = (seen.method === 'CANCEL' && invite?.to) || to();
    const whole = this.#withVia(text, way);
    const entry: Sent<Owner> = {
      owner,
      text: whole,
      to: way,
      instead,
      ack: null,
      isAnswered: false,
      stop,
      forget: stop,
    };
    const key = `${seen.method} ${seen.branch}`;
    this.#keep(this.#sent, key, entry, seen.method === 'INVITE' ? RINGING_MS : LIFETIME_MS);
    this.#sendAgain(entry, seen.method === 'INVITE' ? Number.POSITIVE_INFINITY : T2_MS, way, () => entry.text);
    this.#options.send(whole, way);
  }

  sendAnswer(text: string): void {
    const seen = peekMessage(text);
    const entry = seen && this.#served.get(`${seen.method} ${seen.branch}`);
    if (!seen || !entry) return;
    entry.stop();
    entry.answer = text;
    if (seen.status >= 200) {
      entry.isFinal = true;
      this.#keep(this.#served, `${seen.method} ${seen.branch}`, entry, LIFETIME_MS);
    }
    // A 2xx to INVITE the library repeats itself; refusals (timer G) and reliable provisionals (RFC 3262) it does not.
    const isReliable = seen.status > 100 && seen.status < 200 && /^rseq[ \t]*:/im.test(text);
    if (seen.method === 'INVITE' && (seen.status >= 300 || isReliable))
      this.#sendAgain(entry, isReliable ? Number.POSITIVE_INFINITY : T2_MS, entry.back, () => text);
    this.#options.send(text, entry.back);
  }

  /** Whether somebody waits for this answer; names of transactions cannot be guessed. */
  isAwaited({ method, branch }: PeekedMessage): boolean {
    return this.#sent.has(`${method} ${branch}`);
  }

  receiveAnswer(text: string, { method, branch, status }: PeekedMessage, from: SipHop): void {
    const entry = this.#sent.get(`${method} ${branch}`);
    if (!entry) return;
    if (status >= 200 || method === 'INVITE') {
      entry.stop();
      entry.isAnswered = true;
    }
    // The library forgets a refused INVITE at once: a refusal said again is acknowledged from here.
    if (entry.ack !== null && status >= 300) {
      this.stats.acknowledgedAgain++;
      return this.#options.send(entry.ack, entry.to);
    }
    if (status >= 200) this.#keep(this.#sent, `${method} ${branch}`, entry, LIFETIME_MS);
    this.#options.deliver(entry.owner, text, from);
  }

  receiveRequest(owner: Owner, raw: string, { method, branch }: PeekedMessage, from: SipHop): void {
    const { text, back } = seenFrom(raw, from);
    if (method === 'ACK') {
      // The branch of the INVITE for a refusal, one of its own for a 200.
      this.#served.get(`INVITE ${branch}`)?.stop();
      return this.#options.deliver(owner, text, from);
    }
    const key = `${method} ${branch}`;
    const known = this.#served.get(key);
    if (known) {
      this.stats.absorbed++;
      known.back = back;
      if (known.answer !== null) this.#options.send(known.answer, back);
      return;
    }
    const entry: Served = { back, answer: null, isFinal: false, stop, forget: stop };
    this.#keep(this.#served, key, entry, method === 'INVITE' ? RINGING_MS : LIFETIME_MS);
    this.#options.deliver(owner, text, from);
  }

  /** A PRACK came: the provisional answer arrived. */
  provisionalArrived(branch: string): void {
    const invite = this.#served.get(`INVITE ${branch}`);
    if (invite && !invite.isFinal) invite.stop();
  }

  /** Where the answers to a request of theirs go. */
  wayBack(method: string, branch: string): SipHop | null {
    return this.#served.get(`${method} ${branch}`)?.back ?? null;
  }

  /** Nobody waits for this request's answer any longer; should one come, it is still heard. */
  hush(method: string, branch: string): void {
    this.#sent.get(`${method} ${branch}`)?.stop();
  }

  /** A connection broke or never came: what waits on it is told at once, not after 32 s. */
  lost(hop: SipHop): void {
    // A copy: who hears of it may try again at once.
    for (const entry of Array.from(this.#sent.values())) {
      const { to } = entry;
      if (entry.isAnswered || !isSameWay(to, hop)) continue;
      if (entry.instead) {
        entry.to = entry.instead;
        entry.instead = null;
        entry.text = this.#withVia(entry.text, entry.to);
        this.#sendAgain(entry, Number.POSITIVE_INFINITY, entry.to, () => entry.text);
        this.#options.send(entry.text, entry.to);
        continue;
      }
      entry.isAnswered = true;
      entry.stop();
      this.#options.deliver(entry.owner, unavailable(entry.text), to);
    }
  }

  stop(): void {
    for (const entry of [...this.#sent.values(), ...this.#served.values()]) {
      entry.stop();
      entry.forget();
    }
    this.#sent.clear();
    this.#served.clear();
  }

  /** Doubling from T1, not beyond `mostMs`, until stopped or 64·T1; on connections never. */
  #sendAgain(entry: Repeated, mostMs: number, to: SipHop, text: () => string): void {
    if (to.transport !== 'udp') return;
    let waitMs = T1_MS;
    let passedMs = 0;
    const turn = (): void => {
      passedMs += waitMs;
      if (passedMs >= LIFETIME_MS) return;
      this.stats.repeated++;
      this.#options.send(text(), to);
      waitMs = Math.min(waitMs * 2, mostMs);
      entry.stop = this.#options.after(waitMs, turn);
    };
    entry.stop = this.#options.after(waitMs, turn);
  }

  #keep<Entry extends Repeated>(map: Map<string, Entry>, key: string, entry: Entry, ms: number): void {
    map.set(key, entry);
    entry.forget();
    entry.forget = this.#options.after(ms, () => {
      entry.stop();
      if (map.get(key) === entry) map.delete(key);
    });
  }

  #withVia(text: string, { transport }: SipHop): string {
    return text.replace(
      /^Via: SIP\/2\.0\/\S+ [^;\r\n]+/m,
      () => `Via: SIP/2.0/${transport.toUpperCase()} ${this.#options.sentBy(transport)}`,
    );
  }
}

const stop = (): void => {};

const TOP_VIA =
  /^((?:via|v)[ \t]*:[ \t]*SIP\s*\/\s*2\.0\s*\/\s*\S+[ \t]+)(\[[^\]\s]+\]|[^:;,\s]+)(?:[ \t]*:[ \t]*(\d{1,5}))?([^,\r\n]*)/im;

/** RFC 3581: the sender learns the address it is seen at, and the answer goes there. */
function seenFrom(raw: string, from: SipHop): { text: string; back: SipHop } {
  const via = TOP_VIA.exec(raw);
  if (from.transport !== 'udp' || !via) return { text: raw, back: from };
  const [whole, start, host, port, rest = ''] = via;
  const asksForPort = /;[ \t]*rport(?=[ \t]*(?:;|$))/i.test(rest);
  if (!asksForPort && host === from.address) return { text: raw, back: { ...from, port: Number(port ?? 5_060) } };
  const seen = asksForPort
    ? rest.replace(/;[ \t]*rport(?=[ \t]*(?:;|$))/i, `;rport=${from.port};received=${from.address}`)
    : `${rest};received=${from.address}`;
  const text = raw.replace(whole, () => `${start}${host}${port === undefined ? '' : `:${port}`}${seen}`);
  return { text, back: asksForPort ? from : { ...from, port: Number(port ?? 5_060) } };
}

/** A 503 as the far end would have said it. */
function unavailable(request: string): string {
  const lines = request
    .slice(0, request.indexOf('\r\n\r\n'))
    .split('\r\n')
    .filter((line) => /^(?:via|from|to|call-id|cseq)[ \t]*:/i.test(line))
    .map((line) => (/^to[ \t]*:/i.test(line) && !/;[ \t]*tag=/i.test(line) ? `${line};tag=lost` : line));
  return ['SIP/2.0 503 Service Unavailable', ...lines, 'Content-Length: 0', '', ''].join('\r\n');
}
