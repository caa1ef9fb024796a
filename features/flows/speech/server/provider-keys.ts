import type { TenantSecrets } from '#features/team/agents/server/index.ts';
import { seal, unseal } from '#platform/server/seal.ts';
import type { SpeechProvider } from '../contract.ts';
import { SEAL_PURPOSE } from './open-speech.ts';
import type { ProviderRow } from './providers.repo.ts';

/** Of a shorter key, four characters would be too much of it. */
const TELLING_LENGTH = 16;

/** What the keys of a tenant's providers are sealed with. */
export const sealingKey = (secrets: TenantSecrets, tenantId: number): Promise<Buffer> =>
  secrets.derive(tenantId, SEAL_PURPOSE);

/** Empty stays empty: a provider without a key. */
export const sealed = (key: Buffer, secret: string): string =>
  secret === '' ? '' : seal(key, secret).toString('base64url');

/** A provider as its page sees it: of the key, its end at most. */
export function shownProvider(key: Buffer, { sealed: hidden, ...row }: ProviderRow): SpeechProvider {
  const secret = hidden === '' ? '' : (unseal(key, Buffer.from(hidden, 'base64url')) ?? '');
  return { ...row, hasSecret: secret !== '', secretEnd: secret.length >= TELLING_LENGTH ? secret.slice(-4) : '' };
}
