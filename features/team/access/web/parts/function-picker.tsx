import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import { EmptyState } from '#platform/web/ui/states.tsx';
import type { FunctionGroup } from '../../contract.ts';
import { matching, toggle, toggleAll, type EditorRights } from '../role-rules.ts';

interface FunctionPickerProps {
  groups: readonly FunctionGroup[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  editor: EditorRights;
  readOnly: boolean;
}

/** Every function key by capability. Keys the editor does not hold are shown as they are and cannot be touched. */
export function FunctionPicker({ groups, chosen, onChange, editor, readOnly }: FunctionPickerProps) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const found = matching(groups, typed);
  const keysOf = (feature: string) =>
    groups.find((group) => group.feature === feature)!.functions.map((each) => each.key);
  const limited = !readOnly && groups.some((group) => group.functions.some(({ key }) => !editor.held.has(key)));
  const props = { chosen, onChange, editor, readOnly };
  return (
    <Card
      title={t('access.role.functionsTitle', { count: chosen.length })}
      actions={<SearchField label={t('access.role.searchFunctions')} value={typed} onChange={setTyped} width={220} />}
    >
      {limited && <p className="access-hint">{t('access.role.limited')}</p>}
      {found.map((group) => (
        <Group key={group.feature} group={group} keys={keysOf(group.feature)} {...props} />
      ))}
      {found.length === 0 && <EmptyState title={t('ui.noMatch.title')} hint={t('access.role.noFunction')} />}
    </Card>
  );
}

/** One capability; `keys` are all of its keys, also those a search hides. */
function Group({
  group,
  keys,
  chosen,
  onChange,
  editor,
  readOnly,
}: Omit<FunctionPickerProps, 'groups'> & { group: FunctionGroup; keys: string[] }) {
  const t = useText();
  const count = keys.filter((key) => chosen.includes(key)).length;
  return (
    <fieldset className="access-group">
      <legend>
        <Checkbox
          label={<b>{group.label}</b>}
          aria-label={t('access.role.allOf', { name: group.label })}
          checked={count === keys.length}
          indeterminate={count > 0 && count < keys.length}
          disabled={readOnly || !keys.some((key) => editor.held.has(key))}
          onChange={() => onChange(toggleAll(chosen, keys, editor))}
        />
        <span className="access-count">{t('access.role.count', { count, total: keys.length })}</span>
      </legend>
      <div className="access-keys">
        {group.functions.map(({ key, label }) => (
          <Checkbox
            key={key}
            label={label}
            checked={chosen.includes(key)}
            disabled={readOnly || !editor.held.has(key)}
            onChange={() => onChange(toggle(chosen, key, keys, editor))}
          />
        ))}
      </div>
    </fieldset>
  );
}
