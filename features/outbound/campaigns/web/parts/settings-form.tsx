import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { CampaignFields } from '../../contract.ts';
import { NameFields } from './name-fields.tsx';
import PeopleFields from './people-fields.tsx';
import CampaignRuleFields from './rule-fields.tsx';
import '../campaigns.css';

export interface CampaignSettingsProps {
  settings: CampaignFields;
  /** Which parts are shown; the rest stays as it is. */
  parts: readonly ('name' | 'rules' | 'people')[];
  /** Of the part of people: routes to choose from. */
  routes?: readonly { id: number; name: string }[];
  submit?: string;
  /** A Failure it throws is shown at its field, or above the buttons. */
  onSubmit: (settings: CampaignFields) => Promise<unknown>;
  onCancel?: () => void;
  onlyWhenDirty?: boolean;
}

/** What is set of a campaign. */
export default function CampaignSettings({
  settings,
  parts,
  routes = [],
  submit,
  onSubmit,
  onCancel,
  onlyWhenDirty = false,
}: CampaignSettingsProps) {
  const t = useText();
  const [initial] = useState(settings);
  const form = useContractForm<CampaignFields>(CampaignFields as never, initial);
  return (
    <ContractForm
      form={form}
      submit={submit ?? t('ui.save')}
      onSubmit={onSubmit}
      onCancel={onCancel}
      onlyWhenDirty={onlyWhenDirty}
      refusedFields={{ nameTaken: 'name' }}
    >
      {parts.includes('name') && <NameFields form={form} />}
      {parts.includes('rules') && <CampaignRuleFields form={form} />}
      {parts.includes('people') && <PeopleFields form={form} routes={routes} />}
    </ContractForm>
  );
}
