import { fromWireTime } from '#shared/wire-time.ts';
import { USER_SCHEMA, type ScimUser } from '../contract.ts';
import { scimAddress } from './tokens.ts';
import type { KnownUser } from './users.repo.ts';

/** A member as SCIM writes a user. */
export function userResource(publicUrl: string, user: KnownUser): ScimUser {
  const { userId, email, nickName, enabled, externalId, givenName, familyName, joinedAt, updatedAt } = user;
  return {
    schemas: [USER_SCHEMA],
    id: String(userId),
    ...(externalId === null ? {} : { externalId }),
    userName: email,
    displayName: nickName,
    name: {
      formatted: nickName,
      ...(givenName === null ? {} : { givenName }),
      ...(familyName === null ? {} : { familyName }),
    },
    emails: [{ value: email, type: 'work', primary: true }],
    active: enabled,
    meta: {
      resourceType: 'User',
      created: isoOf(joinedAt),
      lastModified: isoOf(updatedAt),
      location: `${scimAddress(publicUrl)}/Users/${userId}`,
    },
  };
}

const isoOf = (moment: string): string => new Date(fromWireTime(moment)).toISOString();
