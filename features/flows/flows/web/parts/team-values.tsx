import { ActionIcon, Button, Text, TextInput } from '@mantine/core';
import { Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { Variable } from '#core/flow/flow.ts';
import { useText } from '#platform/web/i18n.ts';
import { codeLabel } from '#platform/web/ui/code-badge.tsx';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { flowsApi, type FlowAttr } from '../../contract.ts';
import { ValueFields } from './value-fields.tsx';
import './team-values.css';
import '#platform/web/load-zod.ts';

/** Everything said: a form has no gaps. */
const Wish = Variable.extend({
  valueFormat: Variable.shape.valueFormat.unwrap(),
  choices: Variable.shape.choices.unwrap(),
});

const fresh: Variable = { attrKey: '', name: '', valueType: VariableType.text, valueFormat: 0, choices: [] };

/** The values every flow of the team can take over: added, renamed, written another way. */
export function TeamValues({ onClose }: { onClose(): void }) {
  const t = useText();
  const known = useEndpoint(flowsApi.attrs, {}, { handlesFailures: true });
  const [edited, setEdited] = useState<FlowAttr | 'new' | null>(null);
  if (edited !== null) return <EditValue attr={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />;
  return (
    <Dialog opened title={t('flows.teamValues')} onClose={onClose}>
      <Text size="sm" c="dimmed">
        {t('flows.teamValuesHint')}
      </Text>
      {known.isError ? (
        <ErrorState error={known.error} onRetry={() => void known.refetch()} />
      ) : !known.data ? (
        <LoadingLines lines={4} />
      ) : (
        <ul className="team-values">
          {known.data.map((attr) => (
            <li key={attr.id}>
              <span>
                <b>{attr.name}</b>
                <small>
                  <code>{attr.attrKey}</code> · {codeLabel(VariableType, attr.valueType)}
                </small>
              </span>
              <ActionIcon
                aria-label={t('flows.editValue', { name: attr.name })}
                data-hint={t('ui.edit')}
                onClick={() => setEdited(attr)}
              >
                <Pencil size={15} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <Button variant="default" leftSection={<Plus size={15} aria-hidden />} onClick={() => setEdited('new')}>
        {t('flows.addValue')}
      </Button>
    </Dialog>
  );
}

/** One of them; flows know it by its key, which stays. */
function EditValue({ attr, onClose }: { attr: FlowAttr | null; onClose(): void }) {
  const t = useText();
  const form = useContractForm(Wish, attr ?? fresh);
  const add = useCommand(flowsApi.addAttr, {
    invalidates: [flowsApi.attrs],
    done: 'flows.valueSaved',
    handlesFailures: true,
  });
  const update = useCommand(flowsApi.updateAttr, {
    invalidates: [flowsApi.attrs],
    done: 'flows.valueSaved',
    handlesFailures: true,
  });
  async function save({ attrKey, ...value }: Variable): Promise<void> {
    await (attr ? update.mutateAsync({ ...value, id: attr.id }) : add.mutateAsync({ attrKey, ...value }));
    onClose();
  }
  return (
    <Dialog opened title={attr ? attr.name : t('flows.addValue')} dirty={form.isDirty()} onClose={onClose}>
      <ContractForm form={form} onCancel={onClose} onSubmit={save}>
        <TextInput
          label={t('flows.field.attrKey')}
          description={attr ? t('flows.keyStays') : t('flows.keyHint')}
          disabled={attr !== null}
          maxLength={40}
          data-autofocus={attr === null || undefined}
          {...form.getInputProps('attrKey')}
        />
        <ValueFields
          value={form.values}
          error={form.errors['name']}
          onChange={(part) => {
            form.setValues(part);
            form.setFieldError('name', null);
          }}
        />
      </ContractForm>
    </Dialog>
  );
}
