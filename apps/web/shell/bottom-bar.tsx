import { Menu as MenuIcon, type LucideIcon } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { consoleEntry } from '#core/shell/address.ts';
import { barPlaces, MOST_PLACES } from '#core/shell/bar-places.ts';
import { currentItem, menuPages } from '#core/shell/menu-choice.ts';
import type { WebFeature } from '#platform/web/feature.ts';
import { useText } from '#platform/web/i18n.ts';
import { iconOf } from './icons.ts';
import { useMenu } from './menus.ts';
import { usePageWaits } from './page-waits.ts';
import { useConsolePages } from './personal-pages.ts';

interface MenuState {
  menuOpen: boolean;
  onToggleMenu: () => void;
}

/** The most used places of a telephone, where a thumb is; the whole menu stands beside them. */
export function BottomBar(menu: MenuState) {
  const entries = useMenu();
  const { pathname } = useLocation();
  const waits = usePageWaits();
  const places = barPlaces(menuPages(entries).map(({ item }) => item));
  return (
    <Bar
      {...menu}
      current={currentItem(entries, pathname)}
      places={places.map(({ key, name, icon }) => ({ to: key, name, icon: iconOf(icon), tip: waits(key).tip }))}
    />
  );
}

/** The same in the operator's console: its first pages. */
export function ConsoleBar({ features, ...menu }: MenuState & { features: readonly WebFeature[] }) {
  const pages = useConsolePages(features);
  const { pathname } = useLocation();
  const current = consoleEntry(
    pages.map(({ to }) => to),
    pathname,
  );
  return <Bar {...menu} current={current} places={pages.slice(0, MOST_PLACES)} />;
}

interface BarPlace {
  to: string;
  name: string;
  icon: LucideIcon;
  /** Something waits there. */
  tip?: string | undefined;
}

function Bar({
  places,
  current,
  menuOpen,
  onToggleMenu,
}: MenuState & { places: readonly BarPlace[]; current: string | null }) {
  const t = useText();
  return (
    <nav className="bottom-bar" aria-label={t('shell.bar')}>
      {places.map(({ to, name, icon: Icon, tip }) => (
        <Link
          key={to}
          to={to}
          aria-current={to === current ? 'page' : undefined}
          aria-label={tip ? `${name}: ${tip}` : undefined}
        >
          <Icon size={20} strokeWidth={1.75} aria-hidden />
          <span>{name}</span>
          {tip && <i aria-hidden />}
        </Link>
      ))}
      <button type="button" aria-expanded={menuOpen} aria-label={t('shell.menu.open')} onClick={onToggleMenu}>
        <MenuIcon size={20} strokeWidth={1.75} aria-hidden />
        <span>{t('shell.bar.menu')}</span>
      </button>
    </nav>
  );
}
