import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { HOME, isBare, isPersonal, pageTitle } from '#core/shell/address.ts';
import { cardsOf, HomeShellContext, stepPartsOf, type HomeShell } from '#features/office/home/web/home-shell.ts';
import { ensureFeatureTexts, type WebFeature } from '#platform/web/feature.ts';
import { hasText, textOf, useText } from '#platform/web/i18n.ts';
import { lazy } from '#platform/web/lazy-part.ts';
import { choice } from '#platform/web/session.ts';
import { widths } from '#platform/web/theme/widths.ts';
import { titleNote } from '#platform/web/title-note.ts';
import { Later } from '#platform/web/ui/mount-on-open.tsx';
import { useStore } from '#platform/web/use-store.ts';
import { viewer } from '#platform/web/viewer.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { ShellCommands } from './commands.tsx';
import { DialogHost } from './dialogs/dialog-host.tsx';
import { Header } from './header/header.tsx';
import { Contributed } from './header/contributed.tsx';
import { useWaitingElsewhere } from './page-waits.ts';
import { openPanel } from './panels.ts';
import { ConsoleRail, MainRail, PersonalRail } from './rail.tsx';
import { useInfo, useResource, viewerOf } from './shell-data.ts';
import { useAppBadge } from './app-badge.ts';
import { isShownBare } from './bare-page.ts';
import { BottomBar, ConsoleBar } from './bottom-bar.tsx';
import { useRouted, type Routed } from './use-routed.ts';
import { useWindowParts } from './window-parts.ts';

const RailDrawer = lazy(() => import('./rail-drawer.tsx'));

/** The title of the page on show, once the texts of its feature are there. */
function usePageTitle(routed: Routed | null): string {
  const t = useText();
  const [, arrived] = useState(0);
  const key = routed?.route.title ?? null;
  const feature = routed?.feature ?? null;
  // As this drawing saw it: the texts may arrive before the effect runs, and then it must still draw again.
  const missing = key !== null && !hasText(key);
  useEffect(() => {
    if (feature && missing)
      void ensureFeatureTexts(feature).then(
        () => arrived((count) => count + 1),
        () => {},
      );
  }, [feature, missing]);
  const title = key === null ? t('shell.notFound.title') : hasText(key) ? textOf(key) : '';
  const note = useStore(titleNote);
  const isConsole = routed?.route.console !== undefined;
  useEffect(() => {
    const system = t(isConsole ? 'shell.console.systemTitle' : 'shell.systemTitle');
    document.title = `${note && `${note} · `}${pageTitle(system, title || null)}`;
  }, [t, title, note, isConsole]);
  return title;
}

/** Keeps what features know of the viewer equal to what the server last said. */
function useViewerSync(): void {
  const info = useInfo();
  const resource = useResource();
  useEffect(() => viewer.set(viewerOf(info, resource)), [info, resource]);
}

/** Whether the window is that narrow, right from the first drawing. */
const useWidth = (query: string): boolean =>
  useMediaQuery(query, window.matchMedia(query).matches, { getInitialValueInEffect: false });

/** Everything around a page: thread, rail, header, banner, dialogs. */
export function Frame({ features }: { features: readonly WebFeature[] }) {
  const t = useText();
  const location = useLocation();
  const routed = useRouted();
  const title = usePageTitle(routed);
  useViewerSync();
  useAppBadge();
  useWindowParts();
  const brought = useMemo(() => ({ cards: cardsOf(features), stepParts: stepPartsOf(features) }), [features]);
  const waiting = useWaitingElsewhere(location.pathname === HOME);
  const home: HomeShell = { ...brought, waiting, chooseZone: () => openPanel('zone') };
  const narrow = useWidth(widths.narrow);
  const snug = useWidth(widths.snug);
  const phone = useWidth(widths.phone);
  const [collapsed, setCollapsed] = useState(choice.get('rail') === 'collapsed');
  // The drawer belongs to the page it was opened on, so that going elsewhere closes it.
  const [drawerOn, setDrawerOn] = useState<string | null>(null);
  const drawer = drawerOn === location.pathname;
  const setDrawer = (open: boolean) => setDrawerOn(open ? location.pathname : null);
  const main = useRef<HTMLElement>(null);

  const inFrame = isBare(location.search);
  if (inFrame || isShownBare(routed?.route, location.search)) {
    return (
      <>
        <main className="main main-bare" id="page">
          <HomeShellContext value={home}>
            <Outlet />
          </HomeShellContext>
        </main>
        {inFrame && <Contributed features={features} slot="overlay" inFrame />}
      </>
    );
  }
  const toggle = () => {
    if (narrow) return setDrawer(!drawer);
    choice.set('rail', collapsed ? 'wide' : 'collapsed');
    setCollapsed(!collapsed);
  };
  const isConsole = routed?.route.console !== undefined;
  const isOwn = routed?.route.personal || isPersonal(location.pathname);
  const rail = (isCollapsed: boolean) =>
    isConsole ? (
      <ConsoleRail features={features} collapsed={isCollapsed} />
    ) : isOwn ? (
      <PersonalRail features={features} collapsed={isCollapsed} />
    ) : (
      <MainRail collapsed={isCollapsed} />
    );
  return (
    <div
      className="shell"
      data-collapsed={collapsed && !narrow ? '' : undefined}
      data-narrow={narrow ? '' : undefined}
      data-console={isConsole ? '' : undefined}
    >
      <a
        className="skip"
        href="#page"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {t('shell.skip')}
      </a>
      <div className="thread" aria-hidden />
      {narrow ? (
        <Later opened={drawer}>
          <RailDrawer opened={drawer} isConsole={isConsole} onClose={() => setDrawer(false)}>
            {rail(false)}
          </RailDrawer>
        </Later>
      ) : (
        <aside
          className="rail rail-standing"
          aria-label={t(isConsole ? 'shell.console.systemTitle' : 'shell.systemTitle')}
        >
          {rail(collapsed)}
        </aside>
      )}
      <Header
        features={features}
        title={title}
        routed={routed}
        narrow={narrow}
        snug={snug}
        menuOpen={narrow ? drawer : !collapsed}
        onToggleMenu={toggle}
      />
      <div className="banner-place">
        <ConnectionBanner />
        <Contributed features={features} slot="banner" />
      </div>
      <main
        key={location.pathname}
        ref={main}
        id="page"
        tabIndex={-1}
        className={routed?.route.full ? 'main main-full' : 'main'}
        aria-label={title || undefined}
      >
        <HomeShellContext value={home}>
          <Outlet />
        </HomeShellContext>
      </main>
      {phone &&
        (isConsole ? (
          <ConsoleBar features={features} menuOpen={drawer} onToggleMenu={toggle} />
        ) : (
          <BottomBar menuOpen={drawer} onToggleMenu={toggle} />
        ))}
      <output className="visually-hidden">{title}</output>
      <Contributed features={features} slot="overlay" />
      <DialogHost />
      <ShellCommands features={features} onToggleMenu={toggle} />
    </div>
  );
}
