import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { refuseLosingOperator } from '#platform/server/operators.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { accessApi, MemberChange, Role } from '../contract.ts';
import { applyAccessChange } from './access-change.ts';
import { chosenRoles } from './member-roles.ts';
import { membersRepo, type MemberBefore } from './members.repo.ts';
import { difference, isMasked, keysOf, refuseBeyond, refuseUnmasking } from './reach.ts';
import { lockSeats, refuseBeyondSeats } from './seat-limits.ts';

/** The people of the tenant. */
export function memberHandlers({
  db,
  sessions,
}: Pick<World, 'db' | 'sessions'>): Handlers<Pick<typeof accessApi, 'members' | 'updateMember'>> {
  return {
    members: (caller, query) => db.tenant(caller, (tx) => membersRepo(tx).page(query)),

    async updateMember(caller, change) {
      await db.tenant(caller, async (tx) => {
        const members = membersRepo(tx);
        await lockSeats(tx);
        const owners = await members.lockOwners();
        const before = await members.lock(change.userId);
        if (!before) throw new Failure('notFound');
        const roles = await chosenRoles(tx, change.roleIds);
        refuseMember(caller, owners, before, change, roles);

        if (before.enabled && !change.enabled)
          await refuseLosingOperator(tx, { userId: change.userId, tenantId: tx.tenantId });
        await members.change(change, roles);
        await refuseBeyondSeats(tx, seatsOf(change), seatsOf(before));
        caller.operation.note(change.userId, { before: shown(before, before.roles), after: shown(change, roles) });
        await applyAccessChange({ sessions }, tx, {
          userId: change.userId,
          isShutOut: before.enabled && !change.enabled,
        });
      });
      return null;
    },
  };
}

/**
 * Who may change whom. Rules:
 * 1. Only an owner changes an owner, or makes one.
 * 2. Nobody disables themselves.
 * 3. A tenant keeps one enabled owner.
 * 4. Nobody shuts out who runs the installation and has no other team.
 * 5. Roles are given and taken by those who hold their keys; letting in and shutting out counts as all roles.
 */
function refuseMember(
  caller: Caller,
  owners: readonly number[],
  before: MemberBefore,
  after: MemberChange,
  roles: readonly Role[],
): void {
  if (!caller.isOwner && (before.isOwner || after.isOwner)) throw new Failure('notAllowed', 'isOwner');
  if (after.userId === caller.userId && !after.enabled) throw new Failure('notYourself');
  const staysOwner = after.isOwner && after.enabled;
  if (!staysOwner && owners.includes(after.userId) && owners.length === 1) throw new Failure('lastOwner');

  const touched = new Set(
    before.enabled === after.enabled
      ? difference(idsOf(before.roles), after.roleIds)
      : [...idsOf(before.roles), ...after.roleIds],
  );
  refuseBeyond(caller, keysOf([...before.roles, ...roles].filter((role) => touched.has(role.id))));
  refuseUnmasking(caller, { before: isMasked(before.roles), after: isMasked(roles) });
}

/** Whoever may not come in holds no seat. */
const seatsOf = ({ enabled, textSeat, voiceSeat }: Pick<MemberChange, 'enabled' | 'textSeat' | 'voiceSeat'>) => ({
  textSeat: enabled && textSeat,
  voiceSeat: enabled && voiceSeat,
});

const idsOf = (roles: readonly { id: number }[]): number[] => roles.map((role) => role.id);

const shown = (
  { nickName, isOwner, enabled, textSeat, voiceSeat }: Omit<MemberChange, 'roleIds' | 'userId'>,
  roles: readonly { name: string }[],
) => ({
  nickName,
  isOwner,
  enabled,
  textSeat,
  voiceSeat,
  roles: roles.map((role) => role.name),
});
