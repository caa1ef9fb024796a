import { ActionIcon, NativeSelect, TextInput } from '@mantine/core';
import { ChevronDown, ChevronUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { ColourChoice } from '#platform/web/ui/colour-choice.tsx';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { TAG_COUNT_CAP, tagsApi, type Tag } from '../../contract.ts';
import type { NamedGroup } from './named-group.ts';

export const NAME_MAX = 40;

interface TagRowProps {
  tag: Tag;
  groups: readonly NamedGroup[];
  onUp: (() => void) | null;
  onDown: (() => void) | null;
}

/** One tag; its name is saved when the field is left. */
export function TagRow({ tag: { id, name, colour, group_id: groupId, customers }, groups, onUp, onDown }: TagRowProps) {
  const t = useText();
  const [typed, setTyped] = useState(name);
  const invalidates = [tagsApi.groupAndTag, tagsApi.list];
  const update = useCommand(tagsApi.update, { invalidates, onFailed: () => setTyped(name) });
  const remove = useCommand(tagsApi.remove, { invalidates });
  const save = (part: Partial<Pick<Tag, 'name' | 'colour' | 'group_id'>>) =>
    update.mutate({ id, name, colour, group_id: groupId, ...part });
  const who = t(customers >= TAG_COUNT_CAP ? 'tags.customersMost' : 'tags.customers', { count: customers });

  function leave(): void {
    const next = typed.trim();
    if (next === '') setTyped(name);
    else if (next !== name) save({ name: next });
  }
  async function askToDelete(): Promise<void> {
    const body = customers === 0 ? t('tags.deleteUnused') : t('tags.deleteBody', { customers: who });
    if (await confirm({ title: t('tags.deleteTitle', { name }), body, yes: t('tags.delete'), danger: true }))
      remove.mutate({ id });
  }

  return (
    <li>
      <ColourChoice colour={colour} name={t('tags.colourOf', { name })} onChange={(next) => save({ colour: next })} />
      <TextInput
        aria-label={t('tags.nameOf', { name })}
        maxLength={NAME_MAX}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={leave}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
      <small>{who}</small>
      <NativeSelect
        aria-label={t('tags.groupOf', { name })}
        value={groupId ?? ''}
        data={[
          { value: '', label: t('tags.loose') },
          ...groups.map((group) => ({ value: String(group.id), label: group.name })),
        ]}
        onChange={(event) =>
          save({ group_id: event.currentTarget.value === '' ? null : Number(event.currentTarget.value) })
        }
      />
      <span className="tag-deeds">
        <ActionIcon
          variant="subtle"
          color="gray"
          disabled={!onUp}
          aria-label={t('tags.up', { name })}
          onClick={() => onUp?.()}
        >
          <ChevronUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          disabled={!onDown}
          aria-label={t('tags.down', { name })}
          onClick={() => onDown?.()}
        >
          <ChevronDown size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={t('tags.deleteTitle', { name })}
          onClick={() => void askToDelete()}
        >
          <Trash2 size={16} aria-hidden />
        </ActionIcon>
      </span>
    </li>
  );
}
