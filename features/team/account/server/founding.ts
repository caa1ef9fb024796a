import { countryOfZone } from '#core/calendar/country-of-zone.ts';
import type { Tx } from '#platform/server/db/db.ts';
import type { Visitor } from '#platform/server/http/caller.ts';
import type { World } from '#platform/server/world.ts';
import { languageFromWire, type Language } from '#shared/languages.ts';
import { createBuiltInRoles } from './built-in-roles.ts';
import { addMember, createPerson, createTenant } from './people.ts';

export interface Founder {
  company: string;
  name: string;
  email: string;
  passwordHash: string;
  language: Language;
  timeZone: string | null;
}

/** A new tenant with its built-in roles, what each capability lays out, and the person who owns it. Throws `emailTaken`. */
export async function foundTenant(
  world: Pick<World, 'catalogue' | 'texts'>,
  tx: Tx,
  { company, name, email, passwordHash, language, timeZone }: Founder,
): Promise<{ tenantId: number; userId: number }> {
  const userId = await createPerson(tx, { email, passwordHash, language, timeZone });
  const tenantId = await createTenant(tx, { name: company, language, timeZone });
  const roles = await createBuiltInRoles(tx, tenantId, world);
  await addMember(tx, {
    tenantId,
    userId,
    nickName: name,
    isOwner: true,
    roleIds: [roles.manager, roles.administrator],
  });
  const founded = {
    tenantId,
    language,
    timeZone: timeZone ?? 'UTC',
    country: timeZone === null ? null : countryOfZone(timeZone),
    say: (key: string) => world.texts.say(language, key),
  };
  for (const layOut of world.catalogue.founding) await layOut(tx, founded);
  return { tenantId, userId };
}

/** `zh_CN` as asked for, else what the browser speaks. */
export const languageWished = (wire: string, visitor: Visitor): Language => languageFromWire(wire) ?? visitor.language;

/** Null for a zone this server does not know: the person chooses one later. An offset is no zone: the database reads its sign the other way round. */
export function zoneWished(name: string): string | null {
  if (/^[+-]/.test(name)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
