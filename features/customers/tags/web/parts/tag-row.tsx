import { NativeSelect } from '@mantine/core';
import { useText } from '#platform/web/i18n.ts';
import { MarkRow } from '#platform/web/ui/marks/mark-row.tsx';
import type { OrderSteps } from '#platform/web/ui/marks/order.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { TAG_COUNT_CAP, tagsApi, type Tag } from '../../contract.ts';
import type { NamedGroup } from './named-group.ts';

export const NAME_MAX = 40;
const invalidates = [tagsApi.groupAndTag, tagsApi.list];

interface TagRowProps {
  tag: Tag;
  groups: readonly NamedGroup[];
  steps: OrderSteps;
}

/** One tag, how many customers have it, and its group. */
export function TagRow({ tag: { id, name, colour, group_id: groupId, customers }, groups, steps }: TagRowProps) {
  const t = useText();
  const update = useCommand(tagsApi.update, { invalidates });
  const remove = useCommand(tagsApi.remove, { invalidates });
  const now = { id, name, colour, group_id: groupId };
  const who = t(customers >= TAG_COUNT_CAP ? 'tags.customersMost' : 'tags.customers', { count: customers });
  return (
    <MarkRow
      {...steps}
      name={name}
      nameLabel={t('tags.nameOf', { name })}
      nameMax={NAME_MAX}
      onRename={(next) => update.mutateAsync({ ...now, name: next })}
      colour={colour}
      colourLabel={t('tags.colourOf', { name })}
      onColour={(next) => update.mutate({ ...now, colour: next })}
      up={t('tags.up', { name })}
      down={t('tags.down', { name })}
      removal={{
        title: t('tags.deleteTitle', { name }),
        body: customers === 0 ? t('tags.deleteUnused') : t('tags.deleteBody', { customers: who }),
        yes: t('tags.delete'),
      }}
      onRemove={() => remove.mutate({ id })}
    >
      <small>{who}</small>
      <NativeSelect
        aria-label={t('tags.groupOf', { name })}
        value={groupId ?? ''}
        data={[
          { value: '', label: t('tags.loose') },
          ...groups.map((group) => ({ value: String(group.id), label: group.name })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          update.mutate({ ...now, group_id: value === '' ? null : Number(value) })
        }
      />
    </MarkRow>
  );
}
