import type { ApiScope } from '#shared/api-scopes.ts';
import type { AnyEndpoint, Limit } from '#shared/endpoint.ts';
import { Failure } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { mayUse, type Identity, type Origin } from './caller.ts';

/** Programs that act for a tenant. Their keys come where the token of a session would. */
export interface ApiKeys {
  /** Null when there is no such key, or it is off or expired. Throws `ForeignNetwork` where it may not be used. */
  identify(secret: string, origin: Origin): Promise<KeyHolder | null>;
}

interface KeyHolder {
  keyId: number;
  tenantId: number;
  name: string;
  scopes: ReadonlySet<ApiScope>;
  needsMasking: boolean;
  /** What the person who answers for the key may do now: a key never does more. */
  keeper: Pick<Identity, 'isOwner' | 'functions'>;
  /** Of the tenant. */
  language: Language;
}

export const API_KEY_PREFIX = 'osk_';
/** How often one key may ask. */
export const API_KEY_LIMIT: Limit = { per: 'user', max: 600, windowSec: 60 };

/** How many keys that are none one address may try; whoever goes on is refused before anything is looked up. */
export const UNKNOWN_KEY_LIMIT: Limit = { per: 'address', max: 60, windowSec: 60 };

/** Told from the token of a session by its length too: one of those may begin with the same letters. */
export const isApiKey = (token: string): boolean => /^osk_[\w-]{43}$/.test(token);

/** As whom the operation log knows a key. */
export const apiKeyName = (name: string): string => `API: ${name}`;

/** The key as a caller of this endpoint: with the rights the endpoint asks for, as far as its keeper holds them, and only if its scopes open it. */
export async function identifyKey(
  keys: ApiKeys | undefined,
  secret: string,
  endpoint: AnyEndpoint,
  origin: Origin,
): Promise<Identity> {
  const holder = await keys?.identify(secret, origin);
  if (!holder) throw new Failure('apiKeyInvalid');
  const { keyId, tenantId, name, scopes, needsMasking, keeper, language } = holder;
  const key = { id: keyId, scopes };
  return {
    sessionId: 0,
    tenantId,
    userId: 0,
    name: apiKeyName(name),
    isOwner: false,
    functions: new Set(opens(key, endpoint) ? rightsOf(endpoint).filter((right) => mayUse(keeper, right)) : []),
    needsMasking,
    language,
    timeZone: null,
    systemId: 0,
    textSeat: false,
    voiceSeat: false,
    provenMs: 0,
    key,
  };
}

/** A key opens the public API and nothing else, not even what is open to strangers. */
export const opens = ({ scopes }: NonNullable<Identity['key']>, { api, access }: AnyEndpoint): boolean =>
  access !== 'operator' && api !== undefined && scopes.has(api);

/** The function keys somebody must hold to do all that a scope allows here. */
export const rightsOf = ({ access, widenedBy = [] }: AnyEndpoint): string[] =>
  [access, ...widenedBy].filter((key) => key.includes('.'));
