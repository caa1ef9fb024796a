import { CarrierRefusal } from '#core/chat/carrier.port.ts';
import { OutsideFailure, type OutsideFetch } from '#core/http/outside-fetch.port.ts';

export interface GraphWorld {
  outside: OutsideFetch;
  /** Calls may go without https, to servers of one's own. */
  allowPrivate: boolean;
  patienceMs?: number;
}

export interface GraphRequest {
  method?: 'GET' | 'POST';
  /** Behind the account's base, or a whole address the API answered with. */
  path: string;
  json?: object;
  form?: { type: string; body: Uint8Array };
  /** Only sending may have happened although nothing was heard of it. */
  sends?: boolean;
}

/** Uploads take longer than anything else. */
const PATIENCE_MS = 30_000;

const reasons: Record<number, { reason: string; isFinal: boolean }> = {
  0: { reason: 'badToken', isFinal: true },
  190: { reason: 'badToken', isFinal: true },
  4: { reason: 'tooMany', isFinal: false },
  80007: { reason: 'tooMany', isFinal: false },
  130429: { reason: 'tooMany', isFinal: false },
  131048: { reason: 'tooMany', isFinal: false },
  131056: { reason: 'tooMany', isFinal: false },
  131026: { reason: 'noRecipient', isFinal: true },
  131030: { reason: 'noRecipient', isFinal: true },
  131047: { reason: 'windowOver', isFinal: true },
  131051: { reason: 'fileRefused', isFinal: true },
  131052: { reason: 'fileRefused', isFinal: true },
  131053: { reason: 'fileRefused', isFinal: true },
  132000: { reason: 'noTemplate', isFinal: true },
  132001: { reason: 'noTemplate', isFinal: true },
  132007: { reason: 'noTemplate', isFinal: true },
  132012: { reason: 'noTemplate', isFinal: true },
  132015: { reason: 'noTemplate', isFinal: true },
  132016: { reason: 'noTemplate', isFinal: true },
};

/** Why a message was not taken: a word of ours where we have one, else the carrier's. */
export const reasonOf = (code: number, words: string): string =>
  reasons[code]?.reason ?? (words.slice(0, 300) || 'unexpected');

/** Calls the Graph API of an account and answers its JSON; throws a `CarrierRefusal`. */
export async function graphCall(
  { outside, allowPrivate, patienceMs = PATIENCE_MS }: GraphWorld,
  { base, token }: { base: string; token: string },
  { method = 'GET', path, json, form, sends = false }: GraphRequest,
): Promise<Record<string, unknown>> {
  const url = path.startsWith('http') ? path : `${base.replace(/\/+$/, '')}/${path}`;
  const body = json ? { 'content-type': 'application/json' } : form ? { 'content-type': form.type } : {};
  const sent = json ? JSON.stringify(json) : form?.body;
  try {
    const answer = await outside({
      url,
      method,
      headers: { authorization: `Bearer ${token}`, ...body },
      ...(sent === undefined ? {} : { body: sent }),
      timeoutMs: patienceMs,
      httpsOnly: !allowPrivate,
      maxRedirects: 0,
    });
    const answerBody = read(answer.body);
    if (answer.status >= 200 && answer.status < 300) return answerBody;
    throw refusalOf(answer.status, answerBody, sends);
  } catch (problem) {
    throw inOurWords(problem, sends);
  }
}

/** A call outside that came to nothing. */
export function inOurWords(problem: unknown, sends: boolean): unknown {
  if (!(problem instanceof OutsideFailure)) return problem;
  const isFinal = problem.reason === 'privateAddress' || problem.reason === 'badAddress';
  return new CarrierRefusal(problem.reason, isFinal, sends && !isFinal);
}

function refusalOf(status: number, answerBody: Record<string, unknown>, sends: boolean): CarrierRefusal {
  const error = (answerBody['error'] ?? {}) as {
    code?: unknown;
    message?: unknown;
    error_data?: { details?: unknown };
  };
  const code = Number(error.code ?? Number.NaN);
  const known = reasons[code];
  if (known) return new CarrierRefusal(known.reason, known.isFinal);
  if (status === 401) return new CarrierRefusal('badToken', true);
  if (status === 429) return new CarrierRefusal('tooMany', false);
  // What broke over there may have been taken before.
  if (status >= 500) return new CarrierRefusal(textOf(error.message) || 'unexpected', false, sends);
  return new CarrierRefusal(
    (textOf(error.error_data?.details) || textOf(error.message) || 'unexpected').slice(0, 300),
    true,
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function read(body: Uint8Array): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder().decode(body));
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
