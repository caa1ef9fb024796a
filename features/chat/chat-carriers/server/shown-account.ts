import { EmailSettings, WhatsappSettings } from '#core/chat/carrier-settings.ts';
import { mayUse, type Caller } from '#platform/server/http/caller.ts';
import { chatCarriersApi, secretNames, type ShownCarrierAccount } from '../contract.ts';
import type { AccountParts } from './account-parts.ts';
import type { ChatAccountRow } from './accounts.repo.ts';

/** An account without its secrets; where it is called from is for those who may change it. */
export async function shownAccount(
  { carriers, seals, publicUrl }: AccountParts,
  row: ChatAccountRow,
  caller: Caller,
): Promise<ShownCarrierAccount> {
  const { id, key, kind, name, group_id, group_name, enabled, version, contact_at, problem } = row;
  const secrets = await seals.open(row.tenant_id, id, row.secret).catch((): Record<string, string> => ({}));
  const isCalled = carriers.tradeOf(kind)?.called !== undefined && mayUse(caller, 'chat-carriers.edit');
  return {
    id,
    key,
    kind,
    name,
    group_id,
    group_name,
    enabled,
    version,
    contact_at,
    problem,
    whatsapp: kind === 'whatsapp' ? (WhatsappSettings.safeParse(row.settings).data ?? null) : null,
    email: kind === 'email' ? (EmailSettings.safeParse(row.settings).data ?? null) : null,
    secrets_set: secretNames.filter((one) => secrets[one]),
    hook: isCalled
      ? {
          address: `${publicUrl}${chatCarriersApi.hear.path.replace('{key}', key)}`,
          verify_token: await seals.verifyToken(row.tenant_id, key),
        }
      : null,
  };
}
