import { OutsideFailure } from '#core/http/outside-fetch.port.ts';
import type { SsoRefusal } from '../contract.ts';

interface Complaint {
  code?: string;
  message?: string;
  error?: string;
  status?: number;
  claim?: string;
  cause?: unknown;
}

const byClaim: Record<string, SsoRefusal> = {
  iss: 'issuer',
  aud: 'audience',
  azp: 'audience',
  nonce: 'nonce',
  nbf: 'early',
  exp: 'late',
};

/** What the library complains of, in the words of the settings page: the library's error wraps the reason it had. */
export function openIdRefusal(thrown: unknown): SsoRefusal {
  for (
    let each = thrown as Complaint | undefined, deep = 0;
    each && deep < 5;
    each = each.cause as Complaint, deep += 1
  ) {
    if (each instanceof OutsideFailure) return 'unreachable';
    const found = byClaim[each.claim ?? ''] ?? byCode(each);
    if (found) return found;
  }
  return 'malformed';
}

function byCode({ code, error, message = '' }: Complaint): SsoRefusal | undefined {
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') return 'status';
  if (error === 'invalid_client' || error === 'unauthorized_client') return 'client';
  // A code that was used, or is too old.
  if (error === 'invalid_grant') return 'replay';
  if (code === 'OAUTH_KEY_SELECTION_FAILED' || /signature verification failed/.test(message)) return 'signature';
  if (/"alg"|JWS alg/.test(message)) return 'algorithm';
  if (code === 'OAUTH_TIMEOUT') return 'unreachable';
  return /"iss"/.test(message) ? 'issuer' : undefined;
}
