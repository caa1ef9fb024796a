import { useState } from 'react';
import type { MarkColour } from '#shared/codes/mark-colour.ts';
import { useText } from '#platform/web/i18n.ts';
import { ColourChoice } from '#platform/web/ui/colour-choice.tsx';
import { NameAdding } from '#platform/web/ui/marks/name-adding.tsx';
import { stepsOf, type OrderSteps } from '#platform/web/ui/marks/order.ts';
import { RowDeeds } from '#platform/web/ui/marks/row-deeds.tsx';
import { SavedNameField } from '#platform/web/ui/marks/saved-name-field.tsx';
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
  steps: OrderSteps;
}

const invalidates = [tagsApi.groupAndTag, tagsApi.list, tagsApi.groups];

/** A group with its tags. */
export function TagGroupCard({ group, groups, tags, onMove, steps }: TagGroupCardProps) {
  const t = useText();
  return (
    <Card>
      {group === null ? <h2>{t('tags.loose')}</h2> : <GroupHead group={group} steps={steps} />}
      <ol>
        {tags.map((tag, index) => (
          <TagRow key={`${tag.id} ${tag.name}`} tag={tag} groups={groups} steps={stepsOf(index, tags.length, onMove)} />
        ))}
      </ol>
      <TagAdding groupId={group?.id ?? null} />
    </Card>
  );
}

/** The name of a group, saved when the field is left, and what one does with the group. */
function GroupHead({ group: { id, name }, steps }: { group: NamedGroup; steps: OrderSteps }) {
  const t = useText();
  const rename = useCommand(tagsApi.updateGroup, { invalidates });
  const remove = useCommand(tagsApi.removeGroup, { invalidates });
  return (
    <header className="mark-row">
      <SavedNameField
        variant="unstyled"
        label={t('tags.groupName', { name })}
        name={name}
        maxLength={NAME_MAX}
        onSave={(next) => rename.mutateAsync({ id, name: next })}
      />
      <RowDeeds
        {...steps}
        up={t('tags.up', { name })}
        down={t('tags.down', { name })}
        removal={{
          title: t('tags.deleteGroupTitle', { name }),
          body: t('tags.deleteGroupBody'),
          yes: t('tags.delete'),
        }}
        onRemove={() => remove.mutate({ id })}
      />
    </header>
  );
}

/** A new tag; it stands last in its group. */
function TagAdding({ groupId }: { groupId: number | null }) {
  const t = useText();
  const [name, setName] = useState('');
  const [colour, setColour] = useState<MarkColour>('blue');
  const add = useCommand(tagsApi.add, { invalidates, onDone: () => setName('') });
  return (
    <NameAdding
      label={t('tags.newName')}
      button={t('tags.add')}
      name={name}
      nameMax={NAME_MAX}
      onName={setName}
      isPending={add.isPending}
      onAdd={(wanted) => add.mutate({ name: wanted, colour, group_id: groupId })}
    >
      <ColourChoice colour={colour} name={t('tags.newColour')} onChange={setColour} />
    </NameAdding>
  );
}
