import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { countryOfZone } from '#core/calendar/country-of-zone.ts';
import type { Tx } from '#platform/server/db/db.ts';
import type { Visitor } from '#platform/server/http/caller.ts';
import type { World } from '#platform/server/world.ts';
import { languageFromWire, type Language } from '#shared/languages.ts';
import { createBuiltInRoles } from './built-in-roles.ts';
import { INVITATION_DAYS } from './invitations.repo.ts';
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
  const { tenantId, roles } = await layOutTenant(world, tx, { company, language, timeZone });
  await addMember(tx, {
    tenantId,
    userId,
    nickName: name,
    isOwner: true,
    roleIds: [roles.manager, roles.administrator],
  });
  await lay(world, tx, { tenantId, language, timeZone });
  return { tenantId, userId };
}

/** A new tenant that waits for its owner, who is invited; answers the invitation, which is still to be sent. */
export async function foundForOwner(
  world: Pick<World, 'catalogue' | 'texts'>,
  tx: Tx,
  {
    company,
    email,
    language,
    timeZone,
    invitedBy,
  }: Pick<Founder, 'company' | 'email' | 'language' | 'timeZone'> & { invitedBy: string },
): Promise<{ tenantId: number; invitationId: number }> {
  const { tenantId, roles } = await layOutTenant(world, tx, { company, language, timeZone });
  await lay(world, tx, { tenantId, language, timeZone });
  const { rows } = await sql<{ id: number }>`
    insert into invitation (tenant_id, email, role_ids, text_seat, voice_seat, invited_by, token_hash, expires_at, makes_owner)
    values (${tenantId}, ${email}, ${[roles.manager, roles.administrator]}, false, false, ${invitedBy}, ${randomBytes(32)}, now() + ${INVITATION_DAYS} * interval '1 day', true)
    returning id`.execute(tx.as());
  return { tenantId, invitationId: rows[0]!.id };
}

async function layOutTenant(
  world: Pick<World, 'catalogue' | 'texts'>,
  tx: Tx,
  { company, language, timeZone }: Pick<Founder, 'company' | 'language' | 'timeZone'>,
): Promise<{ tenantId: number; roles: Awaited<ReturnType<typeof createBuiltInRoles>> }> {
  const tenantId = await createTenant(tx, { name: company, language, timeZone });
  return { tenantId, roles: await createBuiltInRoles(tx, tenantId, world) };
}

/** What each capability lays out. */
async function lay(
  world: Pick<World, 'catalogue' | 'texts'>,
  tx: Tx,
  { tenantId, language, timeZone }: Pick<Founder, 'language' | 'timeZone'> & { tenantId: number },
): Promise<void> {
  const founded = {
    tenantId,
    language,
    timeZone: timeZone ?? 'UTC',
    country: timeZone === null ? null : countryOfZone(timeZone),
    say: (key: string) => world.texts.say(language, key),
  };
  for (const layOut of world.catalogue.founding) await layOut(tx, founded);
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
