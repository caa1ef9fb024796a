import { MultiSelect, NativeSelect, Radio, Select, TagsInput } from '@mantine/core';
import { skillsOf, tagOf } from '#core/skills/skill-tags.ts';
import { agentGroupsApi } from '#features/team/agent-groups/contract.ts';
import { usePeople } from '#features/team/seats/web/index.ts';
import { callLabelsApi } from '#features/voice/call-labels/contract.ts';
import { scriptsApi } from '#features/voice/call-scripts/contract.ts';
import { LONG_LIST } from '#platform/web/country-choices.ts';
import { useText } from '#platform/web/i18n.ts';
import type { FormState } from '#platform/web/ui/form/use-contract-form.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import type { Access } from '#shared/endpoint.ts';
import { CAMPAIGN_SKILLS_MOST, type CampaignFields } from '../../contract.ts';
import '../campaigns.css';

const rules = ['pool', 'evenly', 'owner'] as const;
const NOTHING = '';
/** Of an agent a skill without a level is the best; whoever asks for one without a level takes any. */
const asAsked = (tag: string): string => (/\s\d{1,2}$/.test(tag.trim()) ? tag : `${tag.trim()} 1`);

export interface PeopleFieldsProps {
  form: FormState<CampaignFields>;
  /** False: nobody has customers of their own, since calls come to whoever is free. */
  withAssignment?: boolean;
  /** Routes to choose from where people dial; their own unless one is chosen. */
  routes?: readonly { id: number; name: string }[];
}

/** Who works on a campaign, what they say, and how customers come to them. */
export default function PeopleFields({ form, withAssignment = true, routes = [] }: PeopleFieldsProps) {
  const t = useText();
  const can = useCan();
  const people = usePeople();
  const ask = (key: Access) => ({ enabled: can(key), staleMs: 60_000, handlesFailures: true });
  const groups = useEndpoint(agentGroupsApi.all, {}, ask('agent-groups.use')).data ?? [];
  const scripts = useEndpoint(scriptsApi.all, {}, ask('scripts.use')).data ?? [];
  const labels = useEndpoint(callLabelsApi.list, {}, ask('call-labels.use')).data?.labels ?? [];
  const { groupId, agentIds, skills, scriptId, labelIds, assignRule, routerId } = form.values;
  return (
    <>
      <fieldset className="form-group">
        <legend>{t('campaigns.people')}</legend>
        <p>{t('campaigns.peopleHint')}</p>
        <Select
          searchable
          clearable
          comboboxProps={LONG_LIST}
          label={t('campaigns.field.groupId')}
          data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={groupId === null ? null : String(groupId)}
          onChange={(value) => form.setFieldValue('groupId', value === null ? null : Number(value))}
          error={form.errors['groupId']}
        />
        <MultiSelect
          searchable
          clearable
          comboboxProps={LONG_LIST}
          label={t('campaigns.field.agentIds')}
          data={people}
          value={agentIds.map(String)}
          onChange={(values) => form.setFieldValue('agentIds', values.map(Number))}
          error={form.errors['agentIds']}
        />
        <TagsInput
          label={t('campaigns.field.skills')}
          description={t('campaigns.skillsHint')}
          maxTags={CAMPAIGN_SKILLS_MOST}
          value={skills.map(tagOf)}
          onChange={(tags) => form.setFieldValue('skills', skillsOf(tags.map(asAsked)))}
          error={form.errors['skills']}
        />
      </fieldset>
      {withAssignment && (
        <fieldset className="form-group">
          <legend>{t('campaigns.field.assignRule')}</legend>
          <Radio.Group
            aria-label={t('campaigns.field.assignRule')}
            value={assignRule}
            onChange={(value) => form.setFieldValue('assignRule', value as CampaignFields['assignRule'])}
          >
            <div className="campaign-lines">
              {rules.map((rule) => (
                <Radio
                  key={rule}
                  value={rule}
                  label={t(`campaigns.assignRule.${rule}`)}
                  description={t(`campaigns.assignRuleHint.${rule}`)}
                />
              ))}
            </div>
          </Radio.Group>
        </fieldset>
      )}
      <NativeSelect
        label={t('campaigns.field.scriptId')}
        description={t('campaigns.scriptHint')}
        data={[
          { value: NOTHING, label: t('campaigns.noScript') },
          ...scripts.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={scriptId === null ? NOTHING : String(scriptId)}
        onChange={({ currentTarget: { value } }) =>
          form.setFieldValue('scriptId', value === NOTHING ? null : Number(value))
        }
        error={form.errors['scriptId']}
      />
      {routes.length > 0 && (
        <NativeSelect
          label={t('campaigns.field.routerId')}
          description={t('campaigns.ownRouteHint')}
          data={[
            { value: NOTHING, label: t('campaigns.ownRoute') },
            ...routes.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={routerId === null ? NOTHING : String(routerId)}
          onChange={({ currentTarget: { value } }) =>
            form.setFieldValue('routerId', value === NOTHING ? null : Number(value))
          }
          error={form.errors['routerId']}
        />
      )}
      {labels.length > 0 && (
        <MultiSelect
          searchable
          clearable
          comboboxProps={LONG_LIST}
          label={t('campaigns.field.labelIds')}
          description={t('campaigns.labelsHint')}
          data={labels.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={labelIds.map(String)}
          onChange={(values) => form.setFieldValue('labelIds', values.map(Number))}
        />
      )}
    </>
  );
}
