import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { Globe, Languages, LogOut, PanelLeft, Zap } from 'lucide-react';
import { menuChoice } from '#core/shell/menu-choice.ts';
import { ensureFeatureTexts, type Command, type WebFeature } from '#platform/web/feature.ts';
import { useFormat } from '#platform/web/format.ts';
import { hasText, textOf, useLanguage, useText } from '#platform/web/i18n.ts';
import { CommandBar } from '#platform/web/ui/command-bar.tsx';
import { useCommandBarOpened, type CommandEntry } from '#platform/web/ui/command-bar-state.ts';
import { can, viewer } from '#platform/web/viewer.ts';
import { languageNames, languages } from '#shared/languages.ts';
import { findEverything } from './find-everything.tsx';
import { themes } from './header/theme-menu.tsx';
import { iconOf } from './icons.ts';
import { useKnownPages } from './menus.ts';
import { openPanel } from './panels.ts';
import { useConsolePages, usePersonalPages } from './personal-pages.ts';
import { switchLanguage, switchTheme } from './preferences.ts';
import { signOut } from './sign-out.ts';

const icon = (Icon: typeof Globe) => <Icon size={17} strokeWidth={1.75} aria-hidden />;

/** What the shell itself can do. */
function useShellActions(onToggleMenu: () => void): () => CommandEntry[] {
  const t = useText();
  const shown = useLanguage();
  return () => [
    ...themes.map((one) => ({
      id: `theme ${one.theme}`,
      title: t('shell.command.theme', { theme: t(one.name) }),
      icon: icon(one.icon),
      run: () => void switchTheme(one.theme),
    })),
    ...languages
      .filter((one) => one !== shown)
      .map((one) => ({
        id: `language ${one}`,
        title: t('shell.command.language', { language: languageNames[one] }),
        keywords: ['language', one],
        icon: icon(Languages),
        run: () => void switchLanguage(one),
      })),
    { id: 'zone', title: t('shell.command.timeZone'), icon: icon(Globe), run: () => openPanel('zone') },
    { id: 'menu', title: t('shell.command.collapse'), icon: icon(PanelLeft), run: onToggleMenu },
    {
      id: 'signOut',
      title: t(viewer.get()?.helpUntil ? 'shell.user.endHelp' : 'shell.user.signOut'),
      icon: icon(LogOut),
      run: () => void signOut(),
    },
  ];
}

/** Brings the texts of features that have commands, when the bar is opened. */
function useCommandTexts(features: readonly WebFeature[]): void {
  const [, arrived] = useState(false);
  const opened = useCommandBarOpened();
  useEffect(() => {
    if (!opened) return;
    const withCommands = features.filter((feature) => feature.commands?.length || feature.offers);
    if (withCommands.length > 0)
      void Promise.all(withCommands.map(ensureFeatureTexts)).then(
        () => arrived(true),
        () => {},
      );
  }, [features, opened]);
}

/** Ctrl/⌘-K: pages of the menu, what features and the shell can do, and what the server finds. */
export function ShellCommands({
  features,
  onToggleMenu,
}: {
  features: readonly WebFeature[];
  onToggleMenu: () => void;
}) {
  const t = useText();
  const navigate = useNavigate();
  const format = useFormat();
  const pages = useKnownPages();
  const opened = useCommandBarOpened();
  const personal = usePersonalPages(features, opened);
  const ofConsole = useConsolePages(features, opened);
  const actions = useShellActions(onToggleMenu);
  useCommandTexts(features);
  const go = (address: string) => void navigate(address);
  const page = (id: string, title: string, Icon: typeof Globe, detail: string | null = null): CommandEntry => {
    const { go: to, aiCallTab } = menuChoice(id);
    return {
      id,
      title,
      group: t('shell.command.pages'),
      ...(detail ? { detail } : {}),
      icon: icon(Icon),
      run: () => void navigate(to, { state: { aiCallTab } }),
    };
  };
  const entries = (): CommandEntry[] => [
    ...pages.map((one) => page(one.key, one.name, iconOf(one.icon), one.beside)),
    ...personal
      .filter(({ to }) => !ofConsole.some((one) => one.to === to))
      .map((one) => page(one.to, one.name, one.icon)),
    ...ofConsole.map((one) => page(one.to, one.name, one.icon, t('shell.console.mark'))),
    ...[
      ...shownCommands(
        features.flatMap((feature) => feature.commands ?? []),
        go,
      ),
      ...actions(),
    ].map((entry) => ({
      ...entry,
      group: t('shell.command.actions'),
    })),
  ];
  const offersFor = (typed: string): CommandEntry[] =>
    shownCommands(
      features.flatMap((feature) => feature.offers?.(typed) ?? []).sort((a, b) => (a.order ?? 100) - (b.order ?? 100)),
      go,
    ).map((entry) => ({ ...entry, group: t('shell.command.offers') }));
  return <CommandBar entries={entries} offersFor={offersFor} find={findEverything(go, format)} />;
}

/** Those of these commands the viewer may give, in words. */
function shownCommands(commands: readonly Command[], go: (address: string) => void): CommandEntry[] {
  const who = viewer.get();
  if (!who) return [];
  return commands
    .filter(({ access = 'signedIn', when, title }) => can(who, access) && (when?.(who) ?? true) && hasText(title))
    .map(({ id, title, values, icon: name, keywords, keys, run }) => ({
      id,
      title: textOf(title, values?.()),
      ...(keywords ? { keywords } : {}),
      ...(keys ? { keys } : {}),
      icon: icon(name ? iconOf(name) : Zap),
      run: () => run({ viewer: who, go }),
    }));
}
