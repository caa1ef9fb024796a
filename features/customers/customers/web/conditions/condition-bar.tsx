import { ActionIcon, Button, CloseButton, Select } from '@mantine/core';
import { Pencil, Trash2, Workflow } from 'lucide-react';
import { useState } from 'react';
import { conditionGroupsApi } from '#features/customers/condition-groups/contract.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { lazy } from '#platform/web/lazy-part.ts';
import { Later } from '#platform/web/ui/mount-on-open.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import type { CustomerFilters, CustomerListQuery } from '../customer-query.ts';
import { bringConditionReader, readCondition } from '../use-condition-reader.ts';
import { conditionWords } from './condition-words.ts';
import { useAskedFields } from './field-kinds.ts';

const ConditionDialog = lazy(() => import('./condition-dialog.tsx'));

interface ConditionBarProps {
  filters: CustomerFilters;
  search: CustomerListQuery;
  onChange: (change: Partial<CustomerFilters>) => void;
}

/** Saved filters, conditions of one's own, and both in plain words. */
export function ConditionBar({ filters, search, onChange }: ConditionBarProps) {
  const t = useText();
  const can = useCan();
  const format = useFormat();
  const fields = useAskedFields();
  const [isOpen, setOpen] = useState(false);
  const { data: saved = [] } = useEndpoint(
    conditionGroupsApi.list,
    {},
    { enabled: can('condition-groups.use'), handlesFailures: true },
  );
  const remove = useCommand(conditionGroupsApi.remove, {
    invalidates: [conditionGroupsApi.list],
    onDone: () => onChange({ saved: '' }),
  });
  const open = () => {
    void bringConditionReader();
    setOpen(true);
  };
  const own = readCondition(filters.condition);
  const chosen = saved.find(({ id }) => String(id) === filters.saved);
  const words = [chosen?.condition, own].flatMap((tree) => (tree ? [conditionWords(tree, { fields, format })] : []));
  const name = t('customers.saved');
  return (
    <>
      {can('condition-groups.use') && saved.length > 0 && (
        <Select
          w={180}
          clearable
          searchable
          aria-label={name}
          placeholder={name}
          data={saved.map(({ id, name: label }) => ({ value: String(id), label }))}
          value={filters.saved || null}
          onChange={(next) => onChange({ saved: next ?? '' })}
        />
      )}
      {chosen && !own && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={34}
          aria-label={t('customers.saved.edit')}
          data-hint={t('customers.saved.edit')}
          onClick={open}
        >
          <Pencil size={16} aria-hidden />
        </ActionIcon>
      )}
      {chosen && (chosen.mine || can('condition-groups.edit')) && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={34}
          loading={remove.isPending}
          aria-label={t('customers.saved.remove')}
          data-hint={t('customers.saved.remove')}
          onClick={() => remove.mutate({ id: chosen.id })}
        >
          <Trash2 size={16} aria-hidden />
        </ActionIcon>
      )}
      <Button variant={own ? 'filled' : 'default'} leftSection={<Workflow size={15} aria-hidden />} onClick={open}>
        {t('customers.condition.title')}
      </Button>
      {words.length > 0 && (
        <span className="condition-words">
          {words.join(t('customers.condition.and'))}{' '}
          <CloseButton
            size="sm"
            aria-label={t('customers.condition.clear')}
            onClick={() => onChange({ condition: '', saved: '' })}
          />
        </span>
      )}
      <Later opened={isOpen}>
        {isOpen && (
          <ConditionDialog
            first={own ?? chosen?.condition ?? null}
            saved={own ? null : (chosen ?? null)}
            search={search}
            onApply={(tree) => (setOpen(false), onChange({ condition: tree ? JSON.stringify(tree) : '', saved: '' }))}
            onSaved={(id) => (setOpen(false), onChange({ saved: String(id), condition: '' }))}
            onClose={() => setOpen(false)}
          />
        )}
      </Later>
    </>
  );
}
