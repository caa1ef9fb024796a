import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ConditionTree } from '#core/customer/condition.ts';
import { conditionGroupsApi, type ConditionGroup } from '#features/customers/condition-groups/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { customersApi } from '../../contract.ts';

interface SaveFilterProps {
  tree: ConditionTree;
  isReady: boolean;
  /** The filter these conditions were opened from. */
  saved: ConditionGroup | null;
  onSaved: (id: number) => void;
}

const NAME_MAX = 60;
// Lists filtered by it show others now.
const invalidates = [conditionGroupsApi.list, customersApi.list, customersApi.myList, customersApi.count];

/** Keeps conditions under a name: a new filter, or the one they came from with its changes. */
export function SaveFilter({ tree, isReady, saved, onSaved }: SaveFilterProps) {
  const t = useText();
  const can = useCan();
  const [name, setName] = useState(saved?.name ?? '');
  const [shared, setShared] = useState(saved?.shared ?? false);
  const add = useCommand(conditionGroupsApi.add, { invalidates, done: 'ui.saved', onDone: ({ id }) => onSaved(id) });
  const change = useCommand(conditionGroupsApi.update, {
    invalidates,
    done: 'ui.saved',
    onDone: (_, { id }) => onSaved(id as number),
  });
  const mayChange = saved !== null && (saved.mine || can('condition-groups.edit'));
  const isWhole = isReady && name.trim() !== '';
  const fields = { name: name.trim(), condition: tree, shared };
  const keepNew = () => isWhole && add.mutate(fields);
  return (
    <form
      className="condition-row save-filter"
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole && mayChange) change.mutate({ id: saved.id, ...fields });
        else keepNew();
      }}
    >
      <TextInput
        size="xs"
        aria-label={t('customers.saved.name')}
        placeholder={t('customers.saved.name')}
        maxLength={NAME_MAX}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Checkbox
        size="xs"
        label={t('customers.saved.shared')}
        checked={shared}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
      {mayChange && (
        <Button size="xs" variant="default" type="submit" loading={change.isPending} disabled={!isWhole}>
          {t('customers.saved.change')}
        </Button>
      )}
      <Button
        size="xs"
        variant={mayChange ? 'subtle' : 'default'}
        type={mayChange ? 'button' : 'submit'}
        loading={add.isPending}
        disabled={!isWhole || name.trim() === saved?.name}
        {...(mayChange ? { onClick: keepNew } : {})}
      >
        {t(saved ? 'customers.saved.addAs' : 'customers.saved.add')}
      </Button>
    </form>
  );
}
