import { nameShown, type ProvidedUser } from './provided-user.ts';

/*
 * What the provider's word makes of a member. Rules:
 * 1. The address is the person's own, in every team: no word of a provider changes it.
 * 2. The name follows when the provider changes it; what people here made of it since stays until then.
 * 3. The provider lets in whom it shut out itself. Whom people here shut out stays out: every whole user says `active`,
 *    and would undo it within the hour.
 */

interface Names {
  displayName: string | null;
  givenName: string | null;
  familyName: string | null;
}

export interface UserBefore extends Names {
  enabled: boolean;
  externalId: string | null;
  isShut: boolean;
}

export interface UserChange {
  /** Undefined: as it was. */
  nickName: string | undefined;
  enabled: boolean;
  kept: Names & { externalId: string | null; isShut: boolean; isGone: boolean };
}

export function bringUser(before: UserBefore, provided: ProvidedUser): UserChange {
  const pick = <K extends keyof Names | 'externalId'>(name: K): string | null =>
    provided[name] === undefined ? before[name] : provided[name];
  const names = {
    displayName: pick('displayName'),
    givenName: pick('givenName'),
    familyName: pick('familyName'),
  };
  const name = nameShown(names);
  const { enabled, isShut } = activeAfter(before, provided.active);
  return {
    nickName: name !== null && name !== nameShown(before) ? name : undefined,
    enabled,
    kept: { ...names, externalId: pick('externalId'), isShut, isGone: false },
  };
}

/** Rule 3. */
function activeAfter(
  { enabled, isShut }: UserBefore,
  active: boolean | undefined,
): Pick<UserBefore, 'enabled' | 'isShut'> {
  if (active === undefined) return { enabled, isShut: isShut && !enabled };
  if (!active) return { enabled: false, isShut: enabled || isShut };
  const isIn = enabled || isShut;
  return { enabled: isIn, isShut: false };
}

/** Rule 1; letters of any size are the same address. */
export const isSameAddress = (email: string, userName: string | undefined): boolean =>
  userName === undefined || userName.trim().toLowerCase() === email.toLowerCase();
