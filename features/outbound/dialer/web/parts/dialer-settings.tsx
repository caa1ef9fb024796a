import { useState } from 'react';
import { DialerFields, type CampaignFields } from '#features/outbound/campaigns/contract.ts';
import {
  CampaignNameFields,
  CampaignPeopleFields,
  CampaignRuleFields,
} from '#features/outbound/campaigns/web/index.ts';
import { useText } from '#platform/web/i18n.ts';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm, type FormState } from '#platform/web/ui/form/use-contract-form.ts';
import { DiallingFields } from './dialling-fields.tsx';

interface DialerSettingsProps {
  settings: DialerFields;
  /** Of the route that is set. */
  routeName?: string;
  /** Which parts are shown; the rest stays as it is. */
  parts: readonly ('name' | 'rules' | 'dialling' | 'people')[];
  submit?: string;
  /** A Failure it throws is shown at its field, or above the buttons. */
  onSubmit: (settings: DialerFields) => Promise<unknown>;
  onCancel?: () => void;
  onlyWhenDirty?: boolean;
}

/** What is set of a task. */
export function DialerSettings({
  settings,
  routeName = '',
  parts,
  submit,
  onSubmit,
  onCancel,
  onlyWhenDirty = false,
}: DialerSettingsProps) {
  const t = useText();
  const [initial] = useState(settings);
  const form = useContractForm<DialerFields>(DialerFields as never, initial);
  // What every campaign has is edited by the same fields; this form holds more.
  const common = form as unknown as FormState<CampaignFields>;
  return (
    <ContractForm
      form={form}
      submit={submit ?? t('ui.save')}
      onSubmit={onSubmit}
      onCancel={onCancel}
      onlyWhenDirty={onlyWhenDirty}
      refusedFields={{ nameTaken: 'name' }}
    >
      {parts.includes('name') && <CampaignNameFields form={common} />}
      {parts.includes('dialling') && <DiallingFields form={form} routeName={routeName} />}
      {parts.includes('rules') && <CampaignRuleFields form={common} />}
      {parts.includes('people') && <CampaignPeopleFields form={common} withAssignment={false} />}
    </ContractForm>
  );
}
