import type { z } from 'zod';
import type { AnyEndpoint, Endpoint } from '#shared/endpoint.ts';
import type { Envelope } from '#shared/envelope.ts';
import { Failure } from '#shared/failure.ts';
import { failureIn } from './failures.ts';
import { withFreshProof } from './fresh-proof.ts';
import { language } from './i18n.ts';
import { session } from './session.ts';

export type InputOf<E extends { input: z.ZodType }> = z.input<E['input']>;
export type DataOf<E extends { data: z.ZodType }> = z.output<E['data']>;
type Line = Pick<AnyEndpoint, 'method' | 'path' | 'reads'>;

/**
 * An endpoint without its schemas, for pages that must stay small (schemas bring zod along):
 * `bare<typeof accountApi.signIn>('PUT', '/admin/saas_plat/user/login')` with a type-only import of the contract.
 */
export const bare = <E extends Endpoint>(method: E['method'], path: E['path'], handlesFailures = false): E =>
  ({ kind: 'json', method, path, handlesFailures }) as unknown as E;

/** The address and body of a call: path parameters first, the rest as query or as JSON. */
export function requestOf(endpoint: Line, input: unknown): { url: string; body: string | null } {
  const left: Record<string, unknown> = { ...(input as object) };
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = left[name];
    delete left[name];
    return encodeURIComponent(String(value));
  });
  if (endpoint.method === 'POST' || endpoint.method === 'PUT') return { url: path, body: JSON.stringify(left) };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(left)) {
    if (value === undefined || value === null) continue;
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
  }
  return { url: query.size > 0 ? `${path}?${query}` : path, body: null };
}

/** The headers every call carries. */
export function headersOf(body: string | null): Record<string, string> {
  const token = session.token();
  return {
    'accept-language': language(),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(body === null ? {} : { 'content-type': 'application/json' }),
  };
}

/** What a call learned: `data` of a success; a refusal is thrown as the Failure its code names. */
export async function unwrap<D>(envelope: Envelope<D>): Promise<D> {
  if (envelope.code === 0) return envelope.data;
  throw await failureIn(envelope);
}

/** The envelope in an answer. Something that is no envelope came from a proxy or from nowhere. */
export function envelopeFrom(body: string): Envelope {
  try {
    const found = JSON.parse(body) as Envelope | null;
    if (typeof found?.code === 'number') return found;
  } catch {
    // Not JSON: falls through to the same answer.
  }
  throw new Failure('unavailable');
}

/** Aborted from the end of a session until the next begins: what is read for it would only be refused, and its document is being left. */
let sessionReads = new AbortController();
session.watch((token) => {
  if (token === null) sessionReads.abort();
  else if (sessionReads.signal.aborted) sessionReads = new AbortController();
});

/** Asks the network; a connection that is not there is the failure `unavailable`. */
export async function ask(
  endpoint: Line,
  input: unknown,
  wish?: AbortSignal,
  more: Record<string, string> = {},
): Promise<Response> {
  const { url, body } = requestOf(endpoint, input);
  // What changes something goes through, the sign-out itself above all.
  const ends = endpoint.method === 'GET' || endpoint.reads ? [sessionReads.signal] : [];
  const signal = AbortSignal.any(wish ? [wish, ...ends] : ends);
  try {
    return await fetch(url, { method: endpoint.method, headers: { ...headersOf(body), ...more }, body, signal });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Failure('unavailable');
  }
}

/** Calls the server. The contract says how, and what comes back. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: { signal?: AbortSignal; /** Whom to be instead of the session's person. */ authorization?: string } = {},
): Promise<DataOf<E>> {
  const { signal, authorization } = options;
  return withFreshProof(async () => {
    const answer = await ask(endpoint, input, signal, authorization === undefined ? {} : { authorization });
    return unwrap(envelopeFrom(await answer.text()) as Envelope<DataOf<E>>);
  });
}
