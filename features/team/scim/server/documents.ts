import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { LIST_SCHEMA, PAGE_MOST, USER_SCHEMA, type scimApi } from '../contract.ts';
import { openProviders } from './open-providers.ts';
import { scimAddress } from './tokens.ts';

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';

const absent = { supported: false };
const config = {
  schemas: [`${CORE}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { ...absent, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: PAGE_MOST },
  changePassword: absent,
  sort: absent,
  etag: absent,
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token an owner makes under Organisation → Single sign-on.',
      primary: true,
    },
  ],
};

const userType = (address: string) => ({
  schemas: [`${CORE}:ResourceType`],
  id: 'User',
  name: 'User',
  endpoint: '/Users',
  description: 'A member of the team.',
  schema: USER_SCHEMA,
  meta: { resourceType: 'ResourceType', location: `${address}/ResourceTypes/User` },
});

const attribute = (name: string, more: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  description: '',
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});
const names = (name: string) =>
  attribute(name, {
    type: 'complex',
    multiValued: true,
    description: 'Names of groups of the company, which give what single sign-on maps them to.',
    mutability: 'writeOnly',
    returned: 'never',
    subAttributes: [attribute('value'), attribute('display')],
  });

const userSchema = (address: string) => ({
  schemas: [`${CORE}:Schema`],
  id: USER_SCHEMA,
  name: 'User',
  description: 'A member of the team.',
  attributes: [
    attribute('userName', {
      description: 'The e-mail address, in a domain of the company.',
      required: true,
      mutability: 'immutable',
      uniqueness: 'server',
    }),
    attribute('externalId', { caseExact: true }),
    attribute('displayName'),
    attribute('name', {
      type: 'complex',
      subAttributes: [attribute('formatted'), attribute('givenName'), attribute('familyName')],
    }),
    attribute('active', { type: 'boolean' }),
    attribute('emails', {
      type: 'complex',
      multiValued: true,
      mutability: 'readOnly',
      subAttributes: [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })],
    }),
    names('groups'),
    names('roles'),
  ],
  meta: { resourceType: 'Schema', location: `${address}/Schemas/${USER_SCHEMA}` },
});

const listOf = (resource: object) => ({
  schemas: [LIST_SCHEMA],
  totalResults: 1,
  startIndex: 1,
  itemsPerPage: 1,
  Resources: [resource as Record<string, unknown>],
});

/** What a provider learns of us before it begins; it is the same for everybody, and told to who shows a token. */
export function documentHandlers(
  world: Pick<World, 'clock' | 'db' | 'demo' | 'publicUrl' | 'sessions'>,
): Handlers<Pick<typeof scimApi, 'config' | 'resourceTypes' | 'schemas'>> {
  const providers = openProviders(world);
  const address = scimAddress(world.publicUrl);
  return {
    async config(visitor) {
      await providers.of(visitor);
      return { status: 200, body: config };
    },
    async resourceTypes(visitor) {
      await providers.of(visitor);
      return { status: 200, body: listOf(userType(address)) };
    },
    async schemas(visitor) {
      await providers.of(visitor);
      return { status: 200, body: listOf(userSchema(address)) };
    },
  };
}
