import { z } from 'zod';

/*
 * What a provider says of somebody. Left out: nothing was said. Null: there is none any more.
 */
export interface ProvidedUser {
  userName?: string | undefined;
  externalId?: string | null | undefined;
  displayName?: string | null | undefined;
  givenName?: string | null | undefined;
  familyName?: string | null | undefined;
  active?: boolean | undefined;
  groups?: string[] | undefined;
}

export const TEXT_MAX = 200;
const NAME_MAX = 60;
const GROUPS_MOST = 200;

export const Text = z.string().max(TEXT_MAX);
/** Entra ID writes it as a word. */
export const ActiveFlag = z.union([
  z.boolean(),
  z
    .string()
    .max(5)
    .regex(/^(true|false)$/i)
    .transform((word) => word.toLowerCase() === 'true'),
]);
/** Groups or roles: names, or values with names to show. */
export const Names = z
  .array(z.union([Text, z.object({ value: Text.nullish(), display: Text.nullish() })]))
  .max(GROUPS_MOST);

/** A user as a provider sends it, as far as we keep it. */
export const sentUser = {
  userName: z.string().trim().min(1).max(254),
  externalId: Text.nullish(),
  displayName: Text.nullish(),
  name: z.object({ formatted: Text.nullish(), givenName: Text.nullish(), familyName: Text.nullish() }).nullish(),
  active: ActiveFlag.optional(),
  groups: Names.optional(),
  roles: Names.optional(),
};
const SentUser = z.object(sentUser);

/** Every name a group goes by: mappings name one of them. */
export const namesIn = (names: z.output<typeof Names>): string[] =>
  [
    ...new Set(
      names.flatMap((one) => (typeof one === 'string' ? one : [one.value, one.display])).filter((name) => !!name),
    ),
  ] as string[];

/** A whole user: what it leaves out is no more. Groups and whether somebody is active are only said where they are sent. */
export function providedByUser({
  userName,
  externalId,
  displayName,
  name,
  active,
  groups,
  roles,
}: z.output<typeof SentUser>): ProvidedUser {
  const sent = groups || roles ? namesIn([...(groups ?? []), ...(roles ?? [])]) : undefined;
  return {
    userName,
    externalId: externalId ?? null,
    displayName: displayName || name?.formatted || null,
    givenName: name?.givenName ?? null,
    familyName: name?.familyName ?? null,
    active,
    groups: sent,
  };
}

/** The name colleagues see; null where nothing of it was said. */
export function nameShown({
  displayName,
  givenName,
  familyName,
}: Pick<ProvidedUser, 'displayName' | 'givenName' | 'familyName'>): string | null {
  const whole = displayName || [givenName, familyName].filter(Boolean).join(' ');
  return whole.replace(/\s+/g, ' ').trim().slice(0, NAME_MAX).toWellFormed().trim() || null;
}
