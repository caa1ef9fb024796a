import { useState } from 'react';
import { CampaignNameFields, CampaignRuleFields } from '#features/outbound/campaigns/web/index.ts';
import type { CampaignFields } from '#features/outbound/campaigns/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm, type FormState } from '#platform/web/ui/form/use-contract-form.ts';
import { Failure } from '#shared/errors.ts';
import { AiTaskFields, type AiFlow } from '../../contract.ts';
import { FlowFields } from './flow-fields.tsx';

interface AiSettingsProps {
  settings: AiTaskFields;
  /** Of the route that is set. */
  routeName?: string;
  /** Which parts are shown; the rest stays as it is. */
  parts: readonly ('name' | 'flow' | 'rules')[];
  flows: readonly AiFlow[];
  /** Titles of the list's columns; null: not known yet. */
  titles: readonly string[] | null;
  submit?: string;
  /** A Failure it throws is shown at its field, or above the buttons. */
  onSubmit: (settings: AiTaskFields) => Promise<unknown>;
  onCancel?: () => void;
  onlyWhenDirty?: boolean;
}

/** What is set of a task. */
export function AiSettings({
  settings,
  routeName = '',
  parts,
  flows,
  titles,
  submit,
  onSubmit,
  onCancel,
  onlyWhenDirty = false,
}: AiSettingsProps) {
  const t = useText();
  const [initial] = useState(settings);
  const form = useContractForm<AiTaskFields>(AiTaskFields as never, initial);
  // What every campaign has is edited by the same fields; this form holds more.
  const common = form as unknown as FormState<CampaignFields>;
  return (
    <ContractForm
      form={form}
      submit={submit ?? t('ui.save')}
      onSubmit={(values) => onSubmit(withTold(values, flows))}
      onCancel={onCancel}
      onlyWhenDirty={onlyWhenDirty}
      refusedFields={{ nameTaken: 'name' }}
    >
      {parts.includes('name') && <CampaignNameFields form={common} />}
      {parts.includes('flow') && <FlowFields form={form} flows={flows} titles={titles} routeName={routeName} />}
      {parts.includes('rules') && <CampaignRuleFields form={common} />}
    </ContractForm>
  );
}

/** What the flow does not know any more goes; what it says without asking for it has to come from somewhere. */
function withTold(settings: AiTaskFields, flows: readonly AiFlow[]): AiTaskFields {
  const flow = flows.find(({ flowId }) => flowId === settings.flowId);
  if (!flow) return settings;
  const told = flow.attributes.filter(({ attrKey }) => settings.flowValues[attrKey] !== undefined);
  const missing = flow.attributes.filter((one) => one.isRequired && !told.includes(one));
  if (missing.length > 0) throw new Failure('invalidInput', 'flowValues: ai-tasks.valuesNeeded');
  return {
    ...settings,
    flowValues: Object.fromEntries(told.map(({ attrKey }) => [attrKey, settings.flowValues[attrKey]!])),
  };
}
