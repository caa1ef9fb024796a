import { DialerFields } from '#features/outbound/campaigns/contract.ts';
import { CampaignSettings, type CampaignFormProps } from '#features/outbound/campaigns/web/index.ts';
import { DiallingFields } from './dialling-fields.tsx';

interface DialerSettingsProps extends CampaignFormProps<DialerFields> {
  /** Of the route that is set. */
  routeName?: string;
  /** Which parts are shown; the rest stays as it is. */
  parts: readonly ('name' | 'rules' | 'dialling' | 'people')[];
}

/** What is set of a task. */
export const DialerSettings = ({ routeName = '', ...props }: DialerSettingsProps) => (
  <CampaignSettings<DialerFields>
    {...props}
    fields={DialerFields}
    own={{ dialling: (form) => <DiallingFields form={form} routeName={routeName} /> }}
    people={{ withAssignment: false }}
  />
);
