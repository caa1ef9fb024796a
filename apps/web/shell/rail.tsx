import { ArrowLeft, type LucideIcon } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { BACK, CONSOLE, consoleEntry, HOME } from '#core/shell/address.ts';
import { currentItem, menuChoice } from '#core/shell/menu-choice.ts';
import type { WebFeature } from '#platform/web/feature.ts';
import { useText } from '#platform/web/i18n.ts';
import { System } from '#shared/codes/system.ts';
import { useSystems } from './header/system-menu.tsx';
import { iconOf } from './icons.ts';
import { useMenu } from './menus.ts';
import { usePageWaits } from './page-waits.ts';
import { useConsolePages, usePersonalPages } from './personal-pages.ts';
import { useInfo } from './shell-data.ts';
import '#platform/web/ui/badges.css';

interface ItemProps {
  to: string;
  name: string;
  icon: LucideIcon;
  current: boolean;
  collapsed: boolean;
  /** Something waits behind it. */
  tip?: string | undefined;
  /** How many. */
  count?: number;
}

const MOST_SHOWN = 99;

function Item({ to, name, icon: Icon, current, collapsed, tip, count }: ItemProps) {
  const { go, aiCallTab } = menuChoice(to);
  return (
    // The AI-call page reads its tab from the state of the visit.
    <Link
      className="rail-item"
      to={go}
      state={{ aiCallTab }}
      aria-current={current ? 'page' : undefined}
      aria-label={tip ? `${name}: ${tip}` : collapsed ? name : undefined}
      data-hint={tip ?? (collapsed ? name : undefined)}
      data-hint-side="right"
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <span>{name}</span>
      {/* What is seen is a part of what is said, word by word. */}
      {tip && ' '}
      {tip &&
        (count === undefined ? (
          <i className="rail-tip" aria-hidden />
        ) : (
          <b className="count-pill rail-count" aria-hidden>
            {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
          </b>
        ))}
    </Link>
  );
}

const Logo = () => (
  <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden>
    <circle cx="12" cy="12" r="12" fill="#e9e4d8" />
    <path d="M12 0a12 12 0 0 0-8.2 20.8L20.8 3.8A12 12 0 0 0 12 0Z" fill="#9fb0ff" />
  </svg>
);

/** The product's mark; leads to the start page. */
export function Brand() {
  const t = useText();
  return (
    <Link className="brand" to={HOME} aria-label={t('shell.goHome')}>
      <Logo />
      <span>{t('shell.systemTitle')}</span>
    </Link>
  );
}

/** The menu of whoever runs the installation, and the way back to their own team. */
export function ConsoleRail({ features, collapsed }: { features: readonly WebFeature[]; collapsed: boolean }) {
  const t = useText();
  const { pathname } = useLocation();
  const pages = useConsolePages(features);
  const { tenantName } = useInfo();
  const current = consoleEntry(
    pages.map(({ to }) => to),
    pathname,
  );
  return (
    <>
      <Link className="brand" to={CONSOLE} aria-label={t('shell.console.home')}>
        <Logo />
        <span>{t('shell.console.systemTitle')}</span>
      </Link>
      <nav className="rail-menu" aria-label={t('shell.console.menu')}>
        <ul>
          {pages.map((page) => (
            <li key={page.to}>
              <Item {...page} current={page.to === current} collapsed={collapsed} />
            </li>
          ))}
        </ul>
      </nav>
      <div className="rail-foot">
        <Item
          to={HOME}
          name={t('shell.menu.backTo', { system: tenantName })}
          icon={ArrowLeft}
          current={false}
          collapsed={collapsed}
        />
      </div>
    </>
  );
}

/** From the organisation's pages the way back to one's work; the switcher in the header is easily missed. */
function BackToWork({ collapsed }: { collapsed: boolean }) {
  const t = useText();
  const { systems, choose } = useSystems();
  const work = systems.find(({ system_id: id }) => id === System.contactCentre);
  if (!work || work.current) return null;
  const name = t('shell.menu.backTo', { system: work.name });
  return (
    <button
      type="button"
      className="rail-item rail-back"
      aria-label={name}
      data-hint={collapsed ? name : undefined}
      data-hint-side="right"
      onClick={() => void choose(work.system_id)}
    >
      <ArrowLeft size={18} strokeWidth={1.75} aria-hidden />
      <span>{name}</span>
    </button>
  );
}

/** The left menu as the server built it: pages, and sections with a small heading. */
export function MainRail({ collapsed }: { collapsed: boolean }) {
  const t = useText();
  const menu = useMenu();
  const { pathname } = useLocation();
  const current = currentItem(menu, pathname);
  const waits = usePageWaits();
  const item = (entry: { key: string; name: string; icon: string }) => (
    <li key={entry.key}>
      <Item
        to={entry.key}
        name={entry.name}
        icon={iconOf(entry.icon)}
        current={entry.key === current}
        collapsed={collapsed}
        {...waits(entry.key)}
      />
    </li>
  );
  const top = menu.filter((entry) => entry.child.length === 0);
  return (
    <>
      <Brand />
      <nav className="rail-menu" aria-label={t('shell.mainMenu')}>
        <BackToWork collapsed={collapsed} />
        {menu.length === 0 && !collapsed && (
          <p className="rail-empty">
            <b>{t('shell.menu.empty')}</b>
            {t('shell.menu.emptyHint')}
          </p>
        )}
        {top.length > 0 && <ul>{top.map(item)}</ul>}
        {menu
          .filter((entry) => entry.child.length > 0)
          .map((section) => (
            // No landmark of its own: a page may have a part of the same name, and people jump from landmark to landmark.
            <div key={section.key}>
              <h2>{section.name}</h2>
              <ul aria-label={section.name}>{section.child.map(item)}</ul>
            </div>
          ))}
      </nav>
    </>
  );
}

/** The menu of the personal settings, with the way back. */
export function PersonalRail({ features, collapsed }: { features: readonly WebFeature[]; collapsed: boolean }) {
  const t = useText();
  const { pathname } = useLocation();
  const pages = usePersonalPages(features);
  return (
    <>
      <Brand />
      <nav className="rail-menu" aria-label={t('shell.personalMenu')}>
        <ul>
          <li>
            <Item to={BACK} name={t('shell.personal.back')} icon={ArrowLeft} current={false} collapsed={collapsed} />
          </li>
          {pages.map((page) => (
            <li key={page.to}>
              <Item {...page} current={pathname === page.to} collapsed={collapsed} />
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
