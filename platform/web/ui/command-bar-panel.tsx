import { Spotlight } from '@mantine/spotlight';
import { Kbd } from '@mantine/core';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../i18n.ts';
import { keyName, showCommandBar, type CommandEntry } from './command-bar-state.ts';
import '@mantine/spotlight/styles.layer.css';
import './command-bar.css';

/** Letters without their accents, so that "lopez" finds "López". */
const plain = (words: string) => words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Every word typed is in the title, its group or its keywords; titles that begin with it come first. */
export function matching(entries: readonly CommandEntry[], typed: string): CommandEntry[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  const first = words[0] ?? '';
  const found = entries.filter((entry) => {
    const all = plain([entry.title, entry.group, entry.detail, ...(entry.keywords ?? [])].filter(Boolean).join(' '));
    return words.every((word) => all.includes(word));
  });
  return first
    ? found.sort((a, b) => Number(plain(b.title).startsWith(first)) - Number(plain(a.title).startsWith(first)))
    : found;
}

/** The command bar itself. */
export default function CommandBarPanel({ opened, entries }: { opened: boolean; entries: readonly CommandEntry[] }) {
  const t = useText();
  const [typed, setTyped] = useState('');
  // Empty whenever it opens, also when it is opened again before it had closed entirely.
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) setTyped('');
  }
  const found = matching(entries, typed);
  const groups = [...new Set(found.map((entry) => entry.group ?? ''))];
  return (
    <Spotlight.Root
      query={typed}
      onQueryChange={setTyped}
      forceOpened={opened}
      onSpotlightClose={() => showCommandBar(false)}
      shortcut={null}
      clearQueryOnClose={false}
      scrollable
      maxHeight={420}
      centered={false}
      yOffset="12vh"
      overlayProps={{ color: 'var(--veil)', backgroundOpacity: 1, blur: 0 }}
      aria-label={t('ui.command.title')}
    >
      <Spotlight.Search
        placeholder={t('ui.command.placeholder')}
        aria-label={t('ui.command.placeholder')}
        leftSection={<Search size={17} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {groups.map((group) => (
          <Spotlight.ActionsGroup key={group} label={group}>
            {found
              .filter((entry) => (entry.group ?? '') === group)
              .map((entry) => (
                <Spotlight.Action
                  key={entry.id}
                  label={entry.title}
                  {...(entry.detail ? { description: entry.detail } : {})}
                  leftSection={entry.icon}
                  rightSection={
                    entry.keys && (
                      <span className="command-keys">
                        {entry.keys.map((key) => (
                          <Kbd key={key}>{keyName(key)}</Kbd>
                        ))}
                      </span>
                    )
                  }
                  onClick={() => {
                    showCommandBar(false);
                    entry.run();
                  }}
                />
              ))}
          </Spotlight.ActionsGroup>
        ))}
        {found.length === 0 && <Spotlight.Empty>{t('ui.command.nothing')}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
