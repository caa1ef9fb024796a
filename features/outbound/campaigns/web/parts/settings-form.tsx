import { useState, type ReactNode } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import {
  useContractForm,
  type FieldName,
  type Fields,
  type FormState,
} from '#platform/web/ui/form/use-contract-form.ts';
import { CampaignFields } from '../../contract.ts';
import { NameFields } from './name-fields.tsx';
import PeopleFields, { type PeopleFieldsProps } from './people-fields.tsx';
import CampaignRuleFields from './rule-fields.tsx';
import '../campaigns.css';

/** What the form of every kind of campaign is told. */
export interface CampaignFormProps<Settings> {
  settings: Settings;
  submit?: string;
  /** A Failure it throws is shown at its field, or above the buttons. */
  onSubmit: (settings: Settings) => Promise<unknown>;
  onCancel?: () => void;
  onlyWhenDirty?: boolean;
}

export interface CampaignSettingsProps<Settings extends Fields> extends CampaignFormProps<Settings> {
  /** Which parts are shown, in this order; the rest stays as it is. */
  parts: readonly string[];
  /** The contract of a kind that has more to set than every campaign. */
  fields?: unknown;
  /** Parts of that kind alone, by their names. */
  own?: Readonly<Record<string, (form: FormState<Settings>) => ReactNode>>;
  /** How the part of people is drawn. */
  people?: Omit<PeopleFieldsProps, 'form'>;
}

/** What is set of a campaign. */
export default function CampaignSettings<Settings extends Fields = CampaignFields>({
  settings,
  parts,
  fields = CampaignFields,
  own = {},
  people = {},
  submit,
  onSubmit,
  onCancel,
  onlyWhenDirty = false,
}: CampaignSettingsProps<Settings>) {
  const t = useText();
  const [initial] = useState(settings);
  const form = useContractForm<Settings>(fields as never, initial);
  // What every campaign has is edited by the same fields; the form of a kind holds more.
  const common = form as unknown as FormState<CampaignFields>;
  const ours: Record<string, ReactNode> = {
    name: <NameFields form={common} />,
    rules: <CampaignRuleFields form={common} />,
    people: <PeopleFields form={common} {...people} />,
  };
  return (
    <ContractForm
      form={form}
      submit={submit ?? t('ui.save')}
      onSubmit={onSubmit}
      onCancel={onCancel}
      onlyWhenDirty={onlyWhenDirty}
      refusedFields={{ nameTaken: 'name' as FieldName<Settings> }}
    >
      {parts.map((part) => (
        <Part key={part}>{own[part]?.(form) ?? ours[part]}</Part>
      ))}
    </ContractForm>
  );
}

const Part = ({ children }: { children: ReactNode }) => children;
