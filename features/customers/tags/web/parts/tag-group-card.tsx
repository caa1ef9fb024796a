import { ActionIcon, Button, TextInput } from '@mantine/core';
import { ChevronDown, ChevronUp, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { MarkColour } from '#shared/codes/mark-colour.ts';
import { useText } from '#platform/web/i18n.ts';
import { ColourChoice } from '#platform/web/ui/colour-choice.tsx';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { tagsApi, type Tag } from '../../contract.ts';
import type { NamedGroup } from './named-group.ts';
import { NAME_MAX, TagRow } from './tag-row.tsx';

interface TagGroupCardProps {
  /** Null: the tags without a group. */
  group: NamedGroup | null;
  groups: readonly NamedGroup[];
  tags: readonly Tag[];
  onMove: (from: number, to: number) => void;
  onUp: (() => void) | null;
  onDown: (() => void) | null;
}

const invalidates = [tagsApi.groupAndTag, tagsApi.list, tagsApi.groups];

/** A group with its tags; its name is saved when the field is left. */
export function TagGroupCard({ group, groups, tags, onMove, onUp, onDown }: TagGroupCardProps) {
  const t = useText();
  const [typed, setTyped] = useState(group?.name ?? '');
  const rename = useCommand(tagsApi.updateGroup, { invalidates, onFailed: () => setTyped(group?.name ?? '') });
  const remove = useCommand(tagsApi.removeGroup, { invalidates });

  function leave({ id, name }: NamedGroup): void {
    const next = typed.trim();
    if (next === '') setTyped(name);
    else if (next !== name) rename.mutate({ id, name: next });
  }
  async function askToDelete({ id, name }: NamedGroup): Promise<void> {
    if (
      await confirm({
        title: t('tags.deleteGroupTitle', { name }),
        body: t('tags.deleteGroupBody'),
        yes: t('tags.delete'),
        danger: true,
      })
    )
      remove.mutate({ id });
  }

  const head =
    group === null ? (
      <h3>{t('tags.loose')}</h3>
    ) : (
      <header>
        <TextInput
          variant="unstyled"
          aria-label={t('tags.groupName', { name: group.name })}
          maxLength={NAME_MAX}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={() => leave(group)}
          onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          disabled={!onUp}
          aria-label={t('tags.up', { name: group.name })}
          onClick={() => onUp?.()}
        >
          <ChevronUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          disabled={!onDown}
          aria-label={t('tags.down', { name: group.name })}
          onClick={() => onDown?.()}
        >
          <ChevronDown size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={t('tags.deleteGroupTitle', { name: group.name })}
          onClick={() => void askToDelete(group)}
        >
          <Trash2 size={16} aria-hidden />
        </ActionIcon>
      </header>
    );
  return (
    <Card>
      {head}
      <ol>
        {tags.map((tag, index) => (
          <TagRow
            key={`${tag.id} ${tag.name}`}
            tag={tag}
            groups={groups}
            onUp={index > 0 ? () => onMove(index, index - 1) : null}
            onDown={index < tags.length - 1 ? () => onMove(index, index + 1) : null}
          />
        ))}
      </ol>
      <TagAdding groupId={group?.id ?? null} />
    </Card>
  );
}

/** A new tag; it stands last in its group. */
function TagAdding({ groupId }: { groupId: number | null }) {
  const t = useText();
  const [name, setName] = useState('');
  const [colour, setColour] = useState<MarkColour>('blue');
  const add = useCommand(tagsApi.add, { invalidates, onDone: () => setName('') });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') add.mutate({ name: name.trim(), colour, group_id: groupId });
      }}
    >
      <ColourChoice colour={colour} name={t('tags.newColour')} onChange={setColour} />
      <TextInput
        aria-label={t('tags.newName')}
        placeholder={t('tags.newName')}
        maxLength={NAME_MAX}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button
        type="submit"
        loading={add.isPending}
        disabled={name.trim() === ''}
        leftSection={<Plus size={16} aria-hidden />}
      >
        {t('tags.add')}
      </Button>
    </form>
  );
}
