import { sql } from 'kysely';
import { changeByCompany } from '#features/team/access/server/index.ts';
import { Email } from '#features/team/account/contract.ts';
import { addMember } from '#features/team/account/server/index.ts';
import { keepCompanyGroups, personByCompany, readCompanyGroups, takeGroups } from '#features/team/sso/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Origin, Visitor } from '#platform/server/http/caller.ts';
import { Operation } from '#platform/server/http/operation.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { LIST_SCHEMA, PAGE_MOST, type scimApi } from '../contract.ts';
import { bringUser, isSameAddress } from '../core/bring-user.ts';
import { readFilter } from '../core/filter.ts';
import { providedByPatch } from '../core/patch.ts';
import { ScimRefused } from '../core/refusal.ts';
import { nameShown, providedByUser, type ProvidedUser } from '../core/provided-user.ts';
import { openProviders, type Provider } from './open-providers.ts';
import { userResource } from './user-resource.ts';
import { usersRepo, type KnownUser } from './users.repo.ts';

type UserCalls = 'users' | 'user' | 'createUser' | 'replaceUser' | 'patchUser' | 'deleteUser';
type UsersWorld = Pick<World, 'clock' | 'db' | 'demo' | 'log' | 'publicUrl' | 'sessions'>;

const PAGE = 100;

/** Members, as the company's provider makes, changes and ends them. */
export function userHandlers(world: UsersWorld): Handlers<Pick<typeof scimApi, UserCalls>> {
  const { db, publicUrl } = world;
  const providers = openProviders(world);
  const shown = (user: KnownUser) => userResource(publicUrl, user);

  /** Changes somebody by the provider's word, and leaves an entry in the operation log with it. */
  async function change(
    { origin }: { origin: Origin },
    provider: Provider,
    action: 'replaceUser' | 'patchUser',
    id: string,
    readProvided: (before: KnownUser, tx: TenantTx) => Promise<ProvidedUser> | ProvidedUser,
  ) {
    const { tenantId, company } = provider;
    const operation = entryOf(provider, action, origin);
    const { after, groups } = await db.tenant({ tenantId, operation }, async (tx) => {
      const repo = usersRepo(tx, company.emailDomains);
      const before = await held(repo, id);
      const word = await readProvided(before, tx);
      if (!isSameAddress(before.email, word.userName))
        throw new ScimRefused(400, 'An address is changed by the person, under Account security.', 'mutability');
      await bring(world, tx, repo, before, word);
      if (word.groups) await keepCompanyGroups(tx, { tenantId, userId: before.userId }, word.groups);
      const now = (await repo.find(before.userId))!;
      operation.note(before.email, { before: logged(before), after: logged(now) });
      return { after: now, groups: word.groups };
    });
    if (groups) await takeGroups(world, company, { tenantId, userId: after.userId, name: after.nickName }, origin);
    return { status: 200, body: shown(after) };
  }

  return {
    async users(visitor, { filter, startIndex = 1, count = PAGE }) {
      const { tenantId, company } = await providers.of(visitor);
      const wanted = filter ? readFilter(filter) : null;
      const from = Math.max(1, startIndex);
      const size = Math.min(PAGE_MOST, Math.max(0, count));
      const { list, total } = await db.tenant({ tenantId }, (tx) =>
        usersRepo(tx, company.emailDomains).page(wanted, { from: from - 1, size }),
      );
      return {
        status: 200,
        body: {
          schemas: [LIST_SCHEMA],
          totalResults: total,
          startIndex: from,
          itemsPerPage: list.length,
          Resources: list.map(shown),
        },
      };
    },

    async user(visitor, { id }) {
      const { tenantId, company } = await providers.of(visitor);
      const user = await db.tenant({ tenantId }, (tx) => found(usersRepo(tx, company.emailDomains), id));
      return { status: 200, body: shown(user) };
    },

    async createUser(visitor, sent) {
      const provider = await providers.of(visitor);
      const { tenantId, company } = provider;
      const provided = providedByUser(sent);
      const email = addressOf(provider, sent.userName);
      const made = await enrol(world, provider, email, provided, visitor);
      const member = { tenantId, userId: made.userId, name: made.nickName };
      await takeGroups(world, company, member, visitor.origin);
      const body = shown(made);
      return { status: 201, location: body.meta.location, body };
    },

    async replaceUser(visitor, { id, ...sent }) {
      return change(visitor, await providers.of(visitor), 'replaceUser', id, () => providedByUser(sent));
    },

    async patchUser(visitor, { id, Operations }) {
      return change(visitor, await providers.of(visitor), 'patchUser', id, async ({ userId }, tx) =>
        providedByPatch(Operations, (await readCompanyGroups(tx, tx.tenantId, userId)) ?? []),
      );
    },

    async deleteUser(visitor, { id }) {
      const provider = await providers.of(visitor);
      const { tenantId, company } = provider;
      const operation = entryOf(provider, 'deleteUser', visitor.origin);
      await db.tenant({ tenantId, operation }, async (tx) => {
        const repo = usersRepo(tx, company.emailDomains);
        const before = await held(repo, id);
        await changeByCompany(world, tx, before.userId, { enabled: false });
        await repo.keep(before.userId, { ...before, isShut: before.isShut || before.enabled, isGone: true });
        operation.note(before.email, { before: logged(before) });
      });
      return { status: 204, body: null };
    },
  };
}

type Users = ReturnType<typeof usersRepo>;

/** Makes the member, or brings back whom the provider had deleted. */
async function enrol(
  world: UsersWorld,
  provider: Provider,
  email: string,
  provided: ProvidedUser,
  { origin }: Visitor,
): Promise<KnownUser> {
  const { db } = world;
  const { tenantId, company } = provider;
  const userId = await db.everyTenant('people belong to no tenant', async (tx) => {
    const { rows } = await sql`
      select 1 from user_account u join member m on m.user_id = u.id where lower(u.email) = ${email}
      group by u.id having count(*) filter (where m.tenant_id = ${tenantId}) = 0`.execute(tx.as());
    if (rows.length > 0)
      throw new ScimRefused(
        409,
        'Somebody with this address has an account in another team. Invite them under Members, or let them sign in by the company once.',
        'uniqueness',
      );
    return personByCompany(tx, tenantId, email);
  });
  const operation = entryOf(provider, 'createUser', origin);
  return db.tenant({ tenantId, operation }, async (tx) => {
    // Two calls for one person must not both make the member.
    await sql`select pg_advisory_xact_lock(hashtextextended('person ' || ${email}, 0))`.execute(tx.as());
    const repo = usersRepo(tx, company.emailDomains);
    const known = await repo.withAddress(email);
    if (known && !known.isGone) throw new ScimRefused(409, 'Somebody with this userName is a member.', 'uniqueness');
    if (!known)
      await addMember(tx, { tenantId, userId, nickName: nameShown(provided) ?? email.split('@')[0]!, roleIds: [] });
    await bring(world, tx, repo, (await repo.withAddress(email))!, { ...provided, active: provided.active ?? true });
    if (provided.groups) await keepCompanyGroups(tx, { tenantId, userId }, provided.groups);
    const made = (await repo.find(userId))!;
    operation.note(email, { after: logged(made) });
    return made;
  });
}

async function bring(
  world: Pick<World, 'sessions'>,
  tx: TenantTx,
  repo: Users,
  before: KnownUser,
  provided: ProvidedUser,
): Promise<void> {
  const { nickName, enabled, kept } = bringUser(before, provided);
  await changeByCompany(world, tx, before.userId, { nickName, enabled });
  await repo.keep(before.userId, kept);
}

const userIdOf = (id: string): number => (/^\d{1,15}$/.test(id) ? Number(id) : 0);

async function found(repo: Users, id: string): Promise<KnownUser> {
  const user = await repo.find(userIdOf(id));
  if (!user) throw new Failure('notFound');
  return user;
}

/** Somebody who is about to be changed: what is read of them stays so until it is done. */
async function held(repo: Users, id: string): Promise<KnownUser> {
  await repo.hold(userIdOf(id));
  return found(repo, id);
}

/** The address of somebody new: of a domain the company may speak for. */
function addressOf({ company: { emailDomains } }: Provider, userName: string): string {
  const email = Email.safeParse(userName).data;
  if (!email || !emailDomains.includes(email.slice(email.lastIndexOf('@') + 1)))
    throw new ScimRefused(
      400,
      'userName is an e-mail address in one of the domains under Organisation → Single sign-on.',
      'invalidValue',
    );
  return email;
}

const entryOf = ({ tenantId, name }: Provider, action: string, { address, requestId }: Origin): Operation =>
  new Operation({ module: 'scim', action }, { tenantId, userId: null, name, address, requestId });

const logged = ({ nickName, enabled, externalId }: KnownUser) => ({ nickName, enabled, externalId });
