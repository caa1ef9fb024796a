import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { accessApi, type Role } from '../../contract.ts';

/** Deleting is offered only where it can succeed. */
export const isRemovable = (role: Role): boolean => !role.builtIn && role.members === 0;

/** Asks, then deletes a role. */
export function useRemoveRole(onDone?: () => void): (role: Role) => Promise<void> {
  const t = useText();
  const remove = useCommand(accessApi.removeRole, {
    invalidates: [accessApi.roles],
    done: 'access.role.removed',
    ...(onDone ? { onDone } : {}),
  });
  return async ({ id, name }) => {
    const yes = await confirm({
      title: t('access.role.removeTitle', { name }),
      body: t('access.role.removeText'),
      yes: t('access.role.remove'),
      danger: true,
    });
    if (yes) remove.mutate({ id });
  };
}
