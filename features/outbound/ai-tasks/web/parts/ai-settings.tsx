import { CampaignSettings, type CampaignFormProps } from '#features/outbound/campaigns/web/index.ts';
import { Failure } from '#shared/failure.ts';
import { AiTaskFields, type AiFlow } from '../../contract.ts';
import { FlowFields } from './flow-fields.tsx';

interface AiSettingsProps extends CampaignFormProps<AiTaskFields> {
  /** Of the route that is set. */
  routeName?: string;
  /** Which parts are shown; the rest stays as it is. */
  parts: readonly ('name' | 'flow' | 'rules')[];
  flows: readonly AiFlow[];
  /** Titles of the list's columns; null: not known yet. */
  titles: readonly string[] | null;
}

/** What is set of a task. */
export const AiSettings = ({ routeName = '', flows, titles, onSubmit, ...props }: AiSettingsProps) => (
  <CampaignSettings<AiTaskFields>
    {...props}
    fields={AiTaskFields}
    own={{ flow: (form) => <FlowFields form={form} flows={flows} titles={titles} routeName={routeName} /> }}
    onSubmit={async (values) => onSubmit(withKnownValues(values, flows))}
  />
);

/** What the flow does not know any more goes; what it says without asking for it has to come from somewhere. */
function withKnownValues(settings: AiTaskFields, flows: readonly AiFlow[]): AiTaskFields {
  const flow = flows.find(({ flowId }) => flowId === settings.flowId);
  if (!flow) return settings;
  const given = flow.attributes.filter(({ attrKey }) => settings.flowValues[attrKey] !== undefined);
  const missing = flow.attributes.filter((one) => one.isRequired && !given.includes(one));
  if (missing.length > 0) throw new Failure('invalidInput', 'flowValues: ai-tasks.valuesNeeded');
  return {
    ...settings,
    flowValues: Object.fromEntries(given.map(({ attrKey }) => [attrKey, settings.flowValues[attrKey]!])),
  };
}
