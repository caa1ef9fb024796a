import { Menu as MenuIcon } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { barPlaces } from '#core/shell/bar-places.ts';
import { currentItem, menuPages } from '#core/shell/menu-choice.ts';
import { useText } from '#platform/web/i18n.ts';
import { iconOf } from './icons.ts';
import { useMenu } from './menus.ts';
import { usePageWaits } from './page-waits.ts';

/** The most used places of a telephone, where a thumb is; the whole menu stands beside them. */
export function BottomBar({ menuOpen, onToggleMenu }: { menuOpen: boolean; onToggleMenu: () => void }) {
  const t = useText();
  const menu = useMenu();
  const { pathname } = useLocation();
  const current = currentItem(menu, pathname);
  const waits = usePageWaits();
  return (
    <nav className="bottom-bar" aria-label={t('shell.bar')}>
      {barPlaces(menuPages(menu).map(({ item }) => item)).map(({ key, name, icon }) => {
        const Icon = iconOf(icon);
        const { tip } = waits(key);
        return (
          <Link
            key={key}
            to={key}
            aria-current={key === current ? 'page' : undefined}
            aria-label={tip ? `${name}: ${tip}` : undefined}
          >
            <Icon size={20} strokeWidth={1.75} aria-hidden />
            <span>{name}</span>
            {tip && <i aria-hidden />}
          </Link>
        );
      })}
      <button type="button" aria-expanded={menuOpen} aria-label={t('shell.menu.open')} onClick={onToggleMenu}>
        <MenuIcon size={20} strokeWidth={1.75} aria-hidden />
        <span>{t('shell.bar.menu')}</span>
      </button>
    </nav>
  );
}
