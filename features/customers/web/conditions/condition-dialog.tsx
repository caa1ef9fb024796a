import { Button, Checkbox, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { ConditionTree } from '#core/customer/condition.ts';
import { conditionGroupsApi } from '#features/condition-groups/contract.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { customersApi } from '../../contract.ts';
import type { Search } from '../customer-query.ts';
import { ConditionGroupEditor, firstCondition } from './condition-group.tsx';
import { conditionWords } from './condition-words.ts';
import { useAskedFields } from './field-kinds.ts';
import { wholeConditions } from './whole-conditions.ts';

interface ConditionDialogProps {
  first: ConditionTree | null;
  /** The other filters of the list. */
  search: Search;
  onApply: (tree: ConditionTree | null) => void;
  onSaved: (id: number) => void;
  onClose: () => void;
}

const PAUSE_MS = 400;
const NAME_MAX = 60;

/** Conditions are put together here; how many customers they find, and what they say, is seen while one writes. */
export default function ConditionDialog({ first, search, onApply, onSaved, onClose }: ConditionDialogProps) {
  const t = useText();
  const can = useCan();
  const format = useFormat();
  const fields = useAskedFields();
  const [tree, setTree] = useState<ConditionTree>(() => first ?? { join: 'and', items: [firstCondition(fields[0]!)] });
  const whole = wholeConditions(tree);
  const isReady = whole.items.length > 0;
  const { condition: _, condition_group_id: _saved, ...others } = search;
  const written = JSON.stringify(whole);
  const [asked] = useDebouncedValue(written, PAUSE_MS);
  const count = useEndpoint(customersApi.count, { ...others, condition: JSON.parse(asked) as ConditionTree }, { enabled: can('customers.view') && isReady && asked === written, keepPrevious: true, handlesFailures: true });
  return (
    <Dialog opened onClose={onClose} size={760} title={t('customers.condition.title')}>
      <div className="form">
        <ConditionGroupEditor tree={tree} depth={1} fields={fields} onChange={setTree} />
        <p className="condition-words" aria-live="polite">
          {isReady ? conditionWords(whole, { fields, format }) : t('customers.condition.unfinished')}
          {isReady && count.data && <b> · {t('customers.condition.count', { count: `${format.number(count.data.total)}${count.data.capped ? '+' : ''}` })}</b>}
        </p>
        <div className="form-buttons">
          {first && <Button variant="subtle" onClick={() => onApply(null)}>{t('customers.condition.clear')}</Button>}
          <Button disabled={!isReady} onClick={() => onApply(whole)}>{t('customers.condition.apply')}</Button>
        </div>
        {can('condition-groups.use') && <Saving tree={whole} isReady={isReady} onSaved={onSaved} />}
      </div>
    </Dialog>
  );
}

function Saving({ tree, isReady, onSaved }: { tree: ConditionTree; isReady: boolean; onSaved: (id: number) => void }) {
  const t = useText();
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const add = useCommand(conditionGroupsApi.add, { invalidates: [conditionGroupsApi.list], done: 'ui.saved', onDone: ({ id }) => onSaved(id) });
  return (
    <form className="condition-row" onSubmit={(event) => { event.preventDefault(); if (isReady && name.trim()) add.mutate({ name: name.trim(), condition: tree, shared }); }}>
      <TextInput size="xs" aria-label={t('customers.saved.name')} placeholder={t('customers.saved.name')} maxLength={NAME_MAX} value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <Checkbox size="xs" label={t('customers.saved.shared')} checked={shared} onChange={(event) => setShared(event.currentTarget.checked)} />
      <Button size="xs" variant="default" type="submit" loading={add.isPending} disabled={!isReady || name.trim() === ''}>{t('customers.saved.add')}</Button>
    </form>
  );
}
