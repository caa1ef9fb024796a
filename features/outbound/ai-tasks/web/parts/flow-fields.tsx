import { Alert, NativeSelect, NumberInput, Select } from '@mantine/core';
import { agentGroupsApi } from '#features/team/agent-groups/contract.ts';
import type { DialledFields } from '#features/outbound/campaigns/contract.ts';
import { CampaignMachine, CampaignNumberPool, CampaignRoute } from '#features/outbound/campaigns/web/index.ts';
import { LONG_LIST } from '#platform/web/country-choices.ts';
import { useText } from '#platform/web/i18n.ts';
import type { FormState } from '#platform/web/ui/form/use-contract-form.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { aiTasksApi, type AiFlow, type AiTaskFields } from '../../contract.ts';
import { guessedValues } from '../settings-of.ts';
import { FlowSummary } from './flow-summary.tsx';
import { FlowValueFields } from './flow-value-fields.tsx';

interface FlowFieldsProps {
  form: FormState<AiTaskFields>;
  flows: readonly AiFlow[];
  titles: readonly string[] | null;
  routeName: string;
}

/** Which flow talks, what it is told of everybody, and how its calls leave. */
export function FlowFields({ form, flows, titles, routeName }: FlowFieldsProps) {
  const t = useText();
  const { flowId, flowValues } = form.values;
  const flow = flows.find((one) => one.flowId === flowId) ?? null;
  const choose = (next: AiFlow) =>
    form.setValues({ flowId: next.flowId, flowValues: guessedValues(next.attributes, titles, flowValues) });
  return (
    <>
      <fieldset className="form-group">
        <legend>{t('ai-tasks.field.flowId')}</legend>
        {!flow && <Alert color="orange">{t('ai-tasks.flowGone')}</Alert>}
        <NativeSelect
          required
          aria-label={t('ai-tasks.field.flowId')}
          data={[
            ...(flow ? [] : [{ value: '', label: t('ai-tasks.chooseFlow') }]),
            ...flows.map((one) => ({ value: String(one.flowId), label: one.flowName })),
          ]}
          value={flow ? String(flowId) : ''}
          onChange={({ currentTarget: { value } }) => {
            const next = flows.find((one) => String(one.flowId) === value);
            if (next) choose(next);
          }}
          error={form.errors['flowId']}
        />
        {flow && <FlowSummary flow={flow} />}
      </fieldset>
      {flow && flow.attributes.length > 0 && (
        <FlowValueFields
          attributes={flow.attributes}
          titles={titles}
          values={flowValues}
          onChange={(next) => form.setFieldValue('flowValues', next)}
          error={form.errors['flowValues']}
        />
      )}
      <CampaignMachine
        form={form as unknown as FormState<DialledFields>}
        words={(rule) => ({ label: t(`ai-tasks.machine.${rule}`), description: t(`ai-tasks.machineHint.${rule}`) })}
      />
      <CallFields form={form} routeName={routeName} />
    </>
  );
}

function CallFields({ form, routeName }: Pick<FlowFieldsProps, 'form' | 'routeName'>) {
  const t = useText();
  const can = useCan();
  const routes = useEndpoint(aiTasksApi.routes, {}, { staleMs: 60_000, handlesFailures: true }).data;
  const groups =
    useEndpoint(agentGroupsApi.all, {}, { enabled: can('agent-groups.use'), staleMs: 60_000, handlesFailures: true })
      .data ?? [];
  const { groupId, routerId, numberPool } = form.values;
  return (
    <fieldset className="form-group">
      <legend>{t('ai-tasks.calls')}</legend>
      <CampaignRoute
        routes={routes}
        routerId={routerId}
        chosenName={routeName}
        onChange={(next) => form.setFieldValue('routerId', next)}
        error={form.errors['routerId']}
      />
      <CampaignNumberPool
        numbers={numberPool}
        onChange={(next) => form.setFieldValue('numberPool', next)}
        error={form.errors['numberPool']}
      />
      <div className="form-row">
        <NumberInput
          min={1}
          max={1_000}
          allowDecimal={false}
          label={t('ai-tasks.field.callsAtOnce')}
          description={t('ai-tasks.callsAtOnceHint')}
          {...form.getInputProps('callsAtOnce')}
        />
        <NumberInput
          min={15}
          max={120}
          allowDecimal={false}
          suffix={t('ai-tasks.seconds')}
          label={t('ai-tasks.field.ringSec')}
          description={t('ai-tasks.ringSecHint')}
          {...form.getInputProps('ringSec')}
        />
      </div>
      <Select
        searchable
        clearable
        comboboxProps={LONG_LIST}
        label={t('ai-tasks.field.groupId')}
        description={t('ai-tasks.groupHint')}
        data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={groupId === null ? null : String(groupId)}
        onChange={(value) => form.setFieldValue('groupId', value === null ? null : Number(value))}
        error={form.errors['groupId']}
      />
    </fieldset>
  );
}
