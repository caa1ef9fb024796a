import { ArrowLeft, Menu as MenuIcon, PanelLeft, Search } from 'lucide-react';
import { useNavigate } from 'react-router';
import { BACK } from '#core/shell/address.ts';
import type { WebFeature } from '#platform/web/feature.ts';
import { useText } from '#platform/web/i18n.ts';
import { keyName, showCommandBar } from '#platform/web/ui/command-bar-state.ts';
import { useWholeHeader } from '../first-parts.ts';
import type { Routed } from '../use-routed.ts';
import { Contributed } from './contributed.tsx';
import { HeaderButton } from './header-button.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { SystemMenu } from './system-menu.tsx';
import { ThemeMenu } from './theme-menu.tsx';
import { UserCard } from './user-card.tsx';
import { ZoneMenu } from './zone-menu.tsx';

interface HeaderProps {
  features: readonly WebFeature[];
  title: string;
  routed: Routed | null;
  narrow: boolean;
  /** Too little room for what one sets once: theme, language, zone and system are in the user card then. */
  snug: boolean;
  menuOpen: boolean;
  onToggleMenu: () => void;
}

function MenuButton({ narrow, menuOpen, onToggleMenu }: Pick<HeaderProps, 'narrow' | 'menuOpen' | 'onToggleMenu'>) {
  const t = useText();
  const name = narrow ? t('shell.menu.open') : menuOpen ? t('shell.menu.collapse') : t('shell.menu.expand');
  return (
    <HeaderButton className="top-menu" label={name} aria-expanded={menuOpen} onClick={onToggleMenu}>
      {narrow ? <MenuIcon size={19} aria-hidden /> : <PanelLeft size={18} aria-hidden />}
    </HeaderButton>
  );
}

function BackButton() {
  const t = useText();
  const navigate = useNavigate();
  // A page opened directly has nothing behind it: then back is the start page.
  const back = () => void ((window.history.state as { idx?: number } | null)?.idx ? navigate(-1) : navigate(BACK));
  return (
    <HeaderButton label={t('shell.back')} onClick={back}>
      <ArrowLeft size={18} aria-hidden />
    </HeaderButton>
  );
}

function CommandButton({ narrow }: { narrow: boolean }) {
  const t = useText();
  if (narrow) return null;
  return (
    <button
      type="button"
      className="command-button"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => showCommandBar(true)}
    >
      <Search size={15} aria-hidden />
      <span>{t('shell.command')}</span>
      <kbd aria-hidden>{keyName('mod')} K</kbd>
    </button>
  );
}

/** The bar above the page: where one is, what one can always do, who one is. */
export function Header({ features, title, routed, narrow, snug, menuOpen, onToggleMenu }: HeaderProps) {
  const t = useText();
  const isConsole = routed?.route.console !== undefined;
  const isWhole = useWholeHeader(features);
  return (
    <header className="top">
      <MenuButton narrow={narrow} menuOpen={menuOpen} onToggleMenu={onToggleMenu} />
      {routed?.route.back && <BackButton />}
      {isConsole && <span className="top-console">{t('shell.console.mark')}</span>}
      <h1>{title}</h1>
      {isWhole && <Contributed features={features} slot="title" />}
      <div className="top-tools">
        {isWhole && (
          <>
            <CommandButton narrow={narrow} />
            <Contributed features={features} slot="line" />
            <Contributed features={features} slot="tools" />
            {!snug && (
              <>
                <ThemeMenu />
                <LanguageMenu />
                <ZoneMenu />
                {!isConsole && <SystemMenu />}
              </>
            )}
            <Contributed features={features} slot="end" />
          </>
        )}
        <UserCard features={features} snug={snug} />
      </div>
    </header>
  );
}
