import { Kbd, Modal } from '@mantine/core';
import { Search } from 'lucide-react';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { useText } from '../i18n.ts';
import { keyName, showCommandBar, type CommandEntry } from './command-bar-state.ts';
import { matching, movedTo } from './command-choice.ts';
import { useFocusReturn } from './focus-return.ts';
import { useFound, type FindEntries } from './use-found.ts';
import './command-bar.css';

export interface CommandSources {
  /** Pages and deeds, found by their names. */
  entries: readonly CommandEntry[];
  /** What is offered for the very words, e.g. to call a number. */
  offersFor: (typed: string) => readonly CommandEntry[];
  /** What the server finds for them. */
  find: FindEntries;
}

/** The command bar: a field and a list below it, the first of which is chosen. Escape and a click beside it close it. */
export default function CommandBarPanel({ opened, ...sources }: CommandSources & { opened: boolean }) {
  const t = useText();
  useFocusReturn(opened);
  return (
    <Modal
      opened={opened}
      onClose={() => showCommandBar(false)}
      withCloseButton={false}
      padding={0}
      size={600}
      centered={false}
      yOffset="12vh"
      className="command-bar"
      attributes={{ content: { 'aria-label': t('ui.command.title') } }}
    >
      {/* Begins anew whenever it opens. */}
      {opened && <Bar {...sources} />}
    </Modal>
  );
}

function Bar({ entries, offersFor, find }: CommandSources) {
  const t = useText();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const { found, isAsking } = useFound(typed, find);
  const shown = [...(typed.trim() === '' ? [] : offersFor(typed)), ...matching(entries, typed), ...found];
  const at = Math.min(chosen, Math.max(shown.length - 1, 0));
  const idOf = (place: number) => `${listId}-${place}`;
  useEffect(() => {
    document.getElementById(`${listId}-${at}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [listId, at]);

  const run = (entry: CommandEntry | undefined) => {
    if (!entry) return;
    showCommandBar(false);
    entry.run();
  };
  const onKey = (event: KeyboardEvent) => {
    // What is being spelt belongs to the keyboard of its script.
    if (event.nativeEvent.isComposing) return;
    const next = movedTo(shown, at, event.key);
    if (next !== null) setChosen(next);
    else if (event.key === 'Enter') run(shown[at]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <label className="command-field">
        <Search size={17} aria-hidden />
        <input
          data-autofocus
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          {...(shown.length > 0 ? { 'aria-activedescendant': idOf(at) } : {})}
          aria-label={t('ui.command.placeholder')}
          placeholder={t('ui.command.placeholder')}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={onKey}
        />
      </label>
      <div className="command-list" id={listId} role="listbox" aria-label={t('ui.command.title')} aria-busy={isAsking}>
        {shown.map((entry, place) => (
          <div key={entry.id} role="presentation">
            {entry.group && entry.group !== shown[place - 1]?.group && <h3 role="presentation">{entry.group}</h3>}
            <Choice id={idOf(place)} entry={entry} isChosen={place === at} onRun={() => run(entry)} />
          </div>
        ))}
        {shown.length === 0 && <p role="status">{isAsking ? t('ui.command.asking') : t('ui.command.nothing')}</p>}
      </div>
    </>
  );
}

/** Chosen by the keys of the field, which keeps the focus. */
const Choice = ({
  id,
  entry: { title, detail, icon, keys },
  isChosen,
  onRun,
}: {
  id: string;
  entry: CommandEntry;
  isChosen: boolean;
  onRun: () => void;
}) => (
  <button
    type="button"
    role="option"
    id={id}
    tabIndex={-1}
    className="command-choice"
    aria-selected={isChosen}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onRun}
  >
    <span className="command-icon">{icon}</span>
    <span className="command-words">
      <span>{title}</span>
      {detail && <small>{detail}</small>}
    </span>
    {keys && (
      <span className="command-keys">
        {keys.map((key) => (
          <Kbd key={key}>{keyName(key)}</Kbd>
        ))}
      </span>
    )}
  </button>
);
