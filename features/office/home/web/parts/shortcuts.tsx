import { use } from 'react';
import { Link } from 'react-router';
import { menuChoice } from '#core/shell/menu-choice.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { HomeShellContext } from '../home-shell.ts';

/** The pages of the reader's menus, within reach. */
export function Shortcuts() {
  const t = useText();
  const shell = use(HomeShellContext);
  const pages = shell?.pages.filter((page) => page.key !== '/home') ?? [];
  if (!shell || pages.length === 0) return null;
  return (
    <Card title={t('home.shortcuts')}>
      <ul className="home-shortcuts">
        {pages.map(({ key, name, icon, beside }) => {
          const Icon = shell.iconOf(icon);
          const { go, aiCallTab } = menuChoice(key);
          return (
            <li key={key}>
              <Link to={go} state={{ aiCallTab }}>
                <Icon size={17} strokeWidth={1.75} aria-hidden />
                <span>
                  {name}
                  {beside && <small>{beside}</small>}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
