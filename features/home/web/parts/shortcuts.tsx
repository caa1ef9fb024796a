import { LayoutGrid } from 'lucide-react';
import { use } from 'react';
import { Link } from 'react-router';
import { menuChoice, menuPages } from '#core/shell/menu-choice.ts';
import { accessApi, type MenuVo } from '#features/access/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { HomeShellContext } from '../home-shell.ts';

/** The pages of the reader's menu, within reach. */
export function Shortcuts() {
  const t = useText();
  const menu = (useEndpoint(accessApi.systemAndResource, {}).data?.menuVos ?? []) as MenuVo[];
  const shell = use(HomeShellContext);
  const pages = menuPages(menu).filter(({ item }) => item.key !== '/home');
  if (pages.length === 0) return null;
  return (
    <Card title={t('home.shortcuts')}>
      <ul className="home-shortcuts">
        {pages.map(({ item, section }) => {
          const Icon = shell?.iconOf(item.icon) ?? LayoutGrid;
          const { go, aiCallTab } = menuChoice(item.key);
          return (
            <li key={item.key}>
              <Link to={go} state={{ aiCallTab }}>
                <Icon size={17} strokeWidth={1.75} aria-hidden />
                <span>{item.name}{section && <small>{section.name}</small>}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
