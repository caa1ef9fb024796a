import { LayoutGrid } from 'lucide-react';
import { useNavigate } from 'react-router';
import { accessApi } from '#features/team/access/contract.ts';
import { accountApi } from '#features/team/account/contract.ts';
import { HOME } from '#core/shell/address.ts';
import { headerItems } from '#core/shell/header.ts';
import { useText } from '#platform/web/i18n.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { useInfo, useResource } from '../shell-data.ts';
import { ChoiceMenu } from './choice-menu.tsx';

/** The systems the user belongs to, and how to go to another; empty unless there is a choice. */
export function useSystems() {
  const { textSeat, voiceSeat } = useInfo();
  const { systems } = useResource();
  const navigate = useNavigate();
  const { mutate } = useCommand(accountApi.switchSystem, {
    invalidates: [accountApi.info, accessApi.systemAndResource],
  });
  /** Home first, which every system has: a page of the old system would take the session back there. */
  async function choose(system_id: number): Promise<void> {
    await navigate(HOME);
    mutate({ system_id });
  }
  const allowed = headerItems({ path: '', hasSip: false, textSeat, voiceSeat, systems: systems.length }).has(
    'systemSwitcher',
  );
  return { systems: allowed ? systems : [], choose };
}

/** Goes to another system; only for members of more than one. */
export function SystemMenu() {
  const t = useText();
  const { systems, choose } = useSystems();
  if (systems.length === 0) return null;
  const current = String(systems.find((system) => system.current)?.system_id ?? '');
  const choices = systems.map((system) => ({ value: String(system.system_id), label: system.name }));
  return (
    <ChoiceMenu
      label={t('shell.system')}
      icon={<LayoutGrid size={17} aria-hidden />}
      choices={choices}
      value={current}
      onChoose={(id) => id !== current && void choose(Number(id))}
    />
  );
}
