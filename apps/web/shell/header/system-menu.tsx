import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { Check, LayoutGrid } from 'lucide-react';
import { useNavigate } from 'react-router';
import { accessApi } from '#features/access/contract.ts';
import { accountApi } from '#features/account/contract.ts';
import { HOME } from '#core/shell/address.ts';
import { headerItems } from '#core/shell/header.ts';
import { useText } from '#platform/web/i18n.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { useInfo, useResource } from '../shell-data.ts';

/** The systems the user belongs to, and how to go to another; empty unless there is a choice. */
export function useSystems() {
  const { textSeat, voiceSeat } = useInfo();
  const { systems } = useResource();
  const navigate = useNavigate();
  const command = useCommand(accountApi.switchSystem, {
    invalidates: [accountApi.info, accessApi.systemAndResource],
    onDone: () => void navigate(HOME),
  });
  const allowed = headerItems({ path: '', hasSip: false, textSeat, voiceSeat, systems: systems.length }).has('systemSwitcher');
  return { systems: allowed ? systems : [], choose: (system_id: number) => command.mutate({ system_id }) };
}

/** Goes to another system; only for members of more than one. */
export function SystemMenu() {
  const t = useText();
  const { systems, choose } = useSystems();
  if (systems.length === 0) return null;
  return (
    <Menu width={220}>
      <Menu.Target>
        <Tooltip label={t('shell.system')}>
          <ActionIcon aria-label={t('shell.system')}><LayoutGrid size={17} aria-hidden /></ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {systems.map((system) => (
          <Menu.Item key={system.system_id} role="menuitemradio" aria-checked={system.current} rightSection={system.current ? <Check size={15} aria-hidden /> : null} onClick={() => !system.current && choose(system.system_id)}>
            {system.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
