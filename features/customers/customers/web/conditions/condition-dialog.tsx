import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { ConditionTree } from '#core/customer/condition.ts';
import type { ConditionGroup } from '#features/customers/condition-groups/contract.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { customersApi } from '../../contract.ts';
import type { CustomerListQuery } from '../customer-query.ts';
import { ConditionGroupEditor, firstCondition } from './condition-group.tsx';
import { conditionWords } from './condition-words.ts';
import { useAskedFields } from './field-kinds.ts';
import { SaveFilter } from './save-filter.tsx';
import { wholeConditions } from './whole-conditions.ts';
import '#platform/web/ui/form/form.css';

interface ConditionDialogProps {
  first: ConditionTree | null;
  /** The saved filter whose conditions they are. */
  saved: ConditionGroup | null;
  /** The other filters of the list. */
  search: CustomerListQuery;
  onApply: (tree: ConditionTree | null) => void;
  onSaved: (id: number) => void;
  onClose: () => void;
}

const PAUSE_MS = 400;

/** Conditions are put together here; how many customers they find, and what they say, is seen while one writes. */
export default function ConditionDialog({ first, saved, search, onApply, onSaved, onClose }: ConditionDialogProps) {
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
  const count = useEndpoint(
    customersApi.count,
    { ...others, condition: JSON.parse(asked) as ConditionTree },
    { enabled: can('customers.view') && isReady && asked === written, keepPrevious: true, handlesFailures: true },
  );
  return (
    <Dialog
      opened
      onClose={onClose}
      size={760}
      title={saved ? t('customers.saved.editing', { name: saved.name }) : t('customers.condition.title')}
    >
      <div className="form">
        <ConditionGroupEditor tree={tree} depth={1} fields={fields} onChange={setTree} />
        <p className="condition-words" aria-live="polite">
          {isReady ? conditionWords(whole, { fields, format }) : t('customers.condition.unfinished')}
          {isReady && count.data && (
            <b>
              {' '}
              ·{' '}
              {t('customers.condition.count', {
                count: `${format.number(count.data.total)}${count.data.capped ? '+' : ''}`,
              })}
            </b>
          )}
        </p>
        {can('condition-groups.use') && <SaveFilter tree={whole} isReady={isReady} saved={saved} onSaved={onSaved} />}
        <div className="form-buttons">
          {first && (
            <Button variant="subtle" onClick={() => onApply(null)}>
              {t('customers.condition.clear')}
            </Button>
          )}
          <Button disabled={!isReady} onClick={() => onApply(whole)}>
            {t('customers.condition.apply')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
