import { ActionIcon, Button, NativeSelect, NumberInput, Select } from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import { teamPrompt } from '#core/call/team-prompt.ts';
import { useText } from '#platform/web/i18n.ts';
import type { Menu } from '../../contract.ts';
import {
  freeKey,
  goalFromWord,
  goalWord,
  keysInOrder,
  movedKey,
  phoneKeys,
  STANDARD_PROMPT,
  type PhoneKey,
} from './menu-values.ts';

interface MenuEditorProps {
  menu: Menu;
  groups: readonly { groupId: number; groupName: string }[];
  sounds: readonly { id: number; name: string }[];
  onChange: (menu: Menu) => void;
}

/** What callers are asked, and where each key leads. */
export function MenuEditor({ menu, groups, sounds, onChange }: MenuEditorProps) {
  const t = useText();
  const goals = [
    ...groups.map(({ groupId, groupName }) => ({ value: `group:${groupId}`, label: groupName })),
    { value: 'voicemail', label: t('did-numbers.goal.voicemail') },
    { value: 'hangUp', label: t('did-numbers.goal.hangUp') },
  ];
  const known = [STANDARD_PROMPT, ...sounds.map(({ id }) => teamPrompt(id))];
  const free = freeKey(menu.keys);
  const setKeys = (keys: Menu['keys']) => onChange({ ...menu, keys });
  return (
    <fieldset className="form-group">
      <legend>{t('did-numbers.menuTitle')}</legend>
      <Select
        label={t('did-numbers.prompt')}
        description={t('did-numbers.promptHint')}
        searchable
        allowDeselect={false}
        data={[
          { value: STANDARD_PROMPT, label: t('did-numbers.prompt.standard') },
          ...sounds.map(({ id, name }) => ({ value: teamPrompt(id), label: name })),
          ...(known.includes(menu.prompt) ? [] : [{ value: menu.prompt, label: t('did-numbers.prompt.gone') }]),
        ]}
        value={menu.prompt}
        onChange={(prompt) => prompt && onChange({ ...menu, prompt })}
      />
      {keysInOrder(menu.keys).map((key) => (
        <div className="numbers-key" key={key}>
          <NativeSelect
            label={t('did-numbers.key')}
            value={key}
            data={phoneKeys.filter((one) => one === key || !(one in menu.keys))}
            onChange={(event) => setKeys(movedKey(menu.keys, key, event.currentTarget.value as PhoneKey))}
          />
          <Select
            label={t('did-numbers.keyLeadsTo', { key })}
            searchable
            allowDeselect={false}
            data={goals}
            value={goalWord(menu.keys[key]!)}
            onChange={(word) => word && setKeys({ ...menu.keys, [key]: goalFromWord(word) })}
          />
          <ActionIcon
            data-hint={t('ui.delete')}
            aria-label={t('did-numbers.keyRemove', { key })}
            onClick={() => {
              const { [key]: _gone, ...rest } = menu.keys;
              setKeys(rest);
            }}
          >
            <Trash2 size={15} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {free !== null && (
        <Button
          variant="default"
          leftSection={<Plus size={16} aria-hidden />}
          onClick={() => setKeys({ ...menu.keys, [free]: goalFromWord(goals[0]!.value) })}
        >
          {t('did-numbers.keyAdd')}
        </Button>
      )}
      <Select
        label={t('did-numbers.otherwise')}
        searchable
        allowDeselect={false}
        data={goals}
        value={goalWord(menu.otherwise)}
        onChange={(word) => word && onChange({ ...menu, otherwise: goalFromWord(word) })}
      />
      <div className="form-row numbers-times">
        <NumberInput
          label={t('did-numbers.wait')}
          min={1}
          max={30}
          allowDecimal={false}
          value={menu.waitMs / 1_000}
          onChange={(next) => onChange({ ...menu, waitMs: Math.min(30, Math.max(1, Number(next) || 1)) * 1_000 })}
        />
        <NumberInput
          label={t('did-numbers.tries')}
          min={1}
          max={5}
          allowDecimal={false}
          value={menu.tries}
          onChange={(next) => onChange({ ...menu, tries: Math.min(5, Math.max(1, Number(next) || 1)) })}
        />
      </div>
    </fieldset>
  );
}
