import { Switch } from '@mantine/core';
import { useText } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { accessApi, type Role } from '../../contract.ts';

/** Whether holders of a role need a second factor. Works at once, and for built-in roles too: it gives nobody anything. */
export function SecondFactorSwitch({ role, mayChange }: { role: Role; mayChange: boolean }) {
  const t = useText();
  const set = useCommand(accessApi.setRoleSecondFactor, { invalidates: [accessApi.roles], done: 'ui.saved' });
  return (
    <Card>
      <Switch
        label={t('access.role.secondFactor')}
        description={t(mayChange ? 'access.role.secondFactorHint' : 'access.role.secondFactorFixed')}
        checked={set.isPending ? set.variables.needed : role.needsSecondFactor}
        disabled={!mayChange || set.isPending}
        onChange={(event) => set.mutate({ id: role.id, needed: event.currentTarget.checked })}
      />
    </Card>
  );
}
