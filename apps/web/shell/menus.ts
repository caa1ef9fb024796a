import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { currentItem, menuPages } from '#core/shell/menu-choice.ts';
import { accessApi, type MenuVo } from '#features/team/access/contract.ts';
import { accountApi } from '#features/team/account/contract.ts';
import { useDestination } from '#platform/web/navigation.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { useResource } from './shell-data.ts';

/** A page the user can go to, and what to say beside its name. */
export interface KnownPage {
  key: string;
  name: string;
  icon: string;
  beside: string | null;
}

/** The menu of the system the session is not in; empty for members of one system. */
function useOtherSystem(): { id: number; name: string; menu: MenuVo[] } | null {
  const other = useResource().systems.find((system) => !system.current);
  const answer = useEndpoint(
    accessApi.resource,
    { system_id: other?.system_id },
    { enabled: other !== undefined, staleMs: 300_000, handlesFailures: true },
  );
  return other && answer.data
    ? { id: other.system_id, name: other.name, menu: answer.data.menuVos as unknown as MenuVo[] }
    : null;
}

/**
 * The menu to show: that of the session's system, unless the page on show stands only in the other one's.
 * Then the session goes there too, so that a link into another system arrives with its menu.
 */
export function useMenu(): MenuVo[] {
  const { menuVos } = useResource();
  const other = useOtherSystem();
  const { pathname } = useLocation();
  const destination = useDestination();
  const follows =
    other !== null && currentItem(menuVos, pathname) === null && currentItem(other.menu, pathname) !== null;
  const { mutate } = useCommand(accountApi.switchSystem, {
    invalidates: [accountApi.info, accessApi.systemAndResource],
    handlesFailures: true,
  });
  const target = follows ? other.id : null;
  useEffect(() => {
    // The page on show may be one that is being left while its system was exchanged already: it takes nobody back.
    if (target !== null && destination() === pathname) mutate({ system_id: target });
  }, [target, mutate, pathname, destination]);
  return follows ? other.menu : menuVos;
}

/** Every page of every menu the user has, each once. */
export function useKnownPages(): KnownPage[] {
  const { menuVos } = useResource();
  const other = useOtherSystem();
  const mine = menuPages(menuVos).map(({ item, section }) => ({ ...item, beside: section?.name ?? null }));
  const theirs = other
    ? menuPages(other.menu).map(({ item, section }) => ({ ...item, beside: section?.name ?? other.name }))
    : [];
  return [...mine, ...theirs.filter((page) => !mine.some((known) => known.key === page.key))];
}
