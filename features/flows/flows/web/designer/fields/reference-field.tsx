import { MultiSelect, Select } from '@mantine/core';
import { agentGroupsApi } from '#features/team/agent-groups/contract.ts';
import { businessHoursApi } from '#features/voice/business-hours/contract.ts';
import { fieldConfigApi } from '#features/customers/field-config/contract.ts';
import { seatsApi } from '#features/team/seats/contract.ts';
import { smsApi } from '#features/chat/sms/contract.ts';
import { tagsApi } from '#features/customers/tags/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { flowsApi } from '../../../contract.ts';
import { useDesigner } from './designer-context.ts';

const byMeaning = {
  group: 'group',
  agent: 'agent',
  flow: 'flow',
  calendar: 'calendar',
  smsTemplate: 'template',
  customerField: 'customerField',
} as const;
type Reference = (typeof byMeaning)[keyof typeof byMeaning] | 'tags' | 'mailbox';

/** What a setting points at, if it points at something of the tenant. */
export const referenceOf = (name: string, meaning: string | undefined): Reference | undefined =>
  name === 'tagIds' ? 'tags' : name === 'mailbox' ? 'mailbox' : byMeaning[meaning as keyof typeof byMeaning];

interface ReferenceFieldProps {
  to: Reference;
  label: string;
  value: unknown;
  error: string | undefined;
  disabled: boolean;
  onChange(value: unknown): void;
}

/** Chooses one of the tenant's groups, people, flows … by name. */
export function ReferenceField({ to, value, onChange, ...common }: ReferenceFieldProps) {
  const t = useText();
  const { data, none } = useChoices(to);
  if (to === 'tags') {
    return (
      <MultiSelect
        {...common}
        searchable
        data={data}
        value={((value as number[] | undefined) ?? []).map(String)}
        onChange={(chosen) => onChange(chosen.map(Number))}
      />
    );
  }
  const isText = to === 'mailbox' || to === 'customerField';
  const now = value === null || value === undefined || value === '' || value === 0 ? '' : String(value);
  return (
    <Select
      {...common}
      searchable
      allowDeselect={false}
      data={[
        ...(none === undefined ? [] : [{ value: '', label: none }]),
        ...data,
        ...(to === 'customerField' && now !== '' && !data.some((one) => one.value === now)
          ? [{ value: now, label: now }]
          : []),
      ]}
      value={now === '' && none === undefined ? null : now}
      placeholder={t('flows.choose')}
      nothingFoundMessage={t('flows.nothingToChoose')}
      onChange={(chosen) => onChange(isText ? (chosen ?? '') : chosen ? Number(chosen) : null)}
    />
  );
}

interface Choices {
  data: { value: string; label: string }[];
  /** What choosing nothing means, where that is allowed. */
  none?: string;
}

function useChoices(to: Reference): Choices {
  const t = useText();
  const can = useCan();
  const { flowId } = useDesigner();
  const ask = (wanted: boolean, access?: Parameters<typeof can>[0]) => ({
    enabled: wanted && (access === undefined || can(access)),
    handlesFailures: true,
  });
  const groups = useEndpoint(agentGroupsApi.all, {}, ask(to === 'group', 'agent-groups.use')).data ?? [];
  const people = useEndpoint(seatsApi.seatUsers, {}, ask(to === 'agent')).data ?? [];
  const flows = useEndpoint(flowsApi.all, {}, ask(to === 'flow')).data ?? [];
  const calendars = useEndpoint(businessHoursApi.list, {}, ask(to === 'calendar', 'business-hours.view')).data ?? [];
  const templates = useEndpoint(smsApi.templates, {}, ask(to === 'template', 'sms.use')).data ?? [];
  const tags = useEndpoint(tagsApi.list, {}, ask(to === 'tags', 'tags.use')).data ?? [];
  const fields = useEndpoint(fieldConfigApi.list, {}, ask(to === 'customerField', 'field-config.use')).data ?? [];
  const mailboxes = useEndpoint(flowsApi.mailboxList, {}, ask(to === 'mailbox')).data ?? [];
  const named = (rows: readonly { id: number; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: String(id), label: name }));
  switch (to) {
    case 'group':
      return { data: named(groups) };
    case 'agent':
      return { data: named(people.filter(({ voiceSeat }) => voiceSeat)) };
    case 'flow':
      return { data: named(flows.filter(({ id }) => id !== flowId)) };
    case 'calendar':
      return { data: named(calendars), none: t('flows.tenantHours') };
    case 'template':
      return {
        data: templates.map(({ id, smsTemplateName }) => ({ value: String(id), label: smsTemplateName })),
        none: t('flows.noTemplate'),
      };
    case 'tags':
      return { data: named(tags) };
    case 'customerField':
      return { data: fields.map(({ key, name }) => ({ value: key, label: name })) };
    case 'mailbox':
      return { data: mailboxes.map(({ mailbox, name }) => ({ value: mailbox, label: name || t('flows.mainBox') })) };
  }
}
