import { MultiSelect, Select } from '@mantine/core';
import { agentGroupsApi } from '#features/agent-groups/contract.ts';
import { businessHoursApi } from '#features/business-hours/contract.ts';
import { seatsApi } from '#features/seats/contract.ts';
import { smsApi } from '#features/sms/contract.ts';
import { tagsApi } from '#features/tags/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { flowsApi } from '../../../contract.ts';
import { useDesigner } from './designer-context.ts';

const references = {
  groupId: 'group', userId: 'agent', flowId: 'flow', calendarId: 'calendar', templateId: 'template', tagIds: 'tags', add: 'tags', remove: 'tags', addTagIds: 'tags', removeTagIds: 'tags', tagId: 'tag', mailbox: 'mailbox',
} as const;
export type Reference = (typeof references)[keyof typeof references];

/** What a setting of this name points at, if it points at something of the tenant. */
export const referenceOf = (name: string): Reference | undefined => references[name as keyof typeof references];

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
    return <MultiSelect {...common} searchable data={data} value={((value as number[] | undefined) ?? []).map(String)} onChange={(chosen) => onChange(chosen.map(Number))} />;
  }
  const isText = to === 'mailbox';
  const now = value === null || value === undefined || value === '' || value === 0 ? '' : String(value);
  return (
    <Select
      {...common}
      searchable
      allowDeselect={false}
      data={none === undefined ? data : [{ value: '', label: none }, ...data]}
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
  const ask = (wanted: boolean, access?: string) => ({ enabled: wanted && (access === undefined || can(access)), handlesFailures: true });
  const groups = useEndpoint(agentGroupsApi.all, {}, ask(to === 'group', 'agent-groups.use')).data ?? [];
  const people = useEndpoint(seatsApi.seatUsers, {}, ask(to === 'agent')).data ?? [];
  const flows = useEndpoint(flowsApi.all, {}, ask(to === 'flow')).data ?? [];
  const calendars = useEndpoint(businessHoursApi.list, {}, ask(to === 'calendar', 'business-hours.view')).data ?? [];
  const templates = useEndpoint(smsApi.templates, {}, ask(to === 'template', 'sms.use')).data ?? [];
  const tags = useEndpoint(tagsApi.list, {}, ask(to === 'tags' || to === 'tag', 'tags.use')).data ?? [];
  const mailboxes = useEndpoint(flowsApi.mailboxList, {}, ask(to === 'mailbox')).data ?? [];
  const named = (rows: readonly { id: number; name: string }[]) => rows.map(({ id, name }) => ({ value: String(id), label: name }));
  switch (to) {
    case 'group':
      return { data: named(groups) };
    case 'agent':
      return { data: people.map((person) => ({ value: String(person.userId), label: person.name })) };
    case 'flow':
      return { data: named(flows.filter(({ id }) => id !== flowId)) };
    case 'calendar':
      return { data: named(calendars), none: t('flows.tenantHours') };
    case 'template':
      return { data: named(templates), none: t('flows.noTemplate') };
    case 'tags':
    case 'tag':
      return { data: named(tags) };
    case 'mailbox':
      return { data: mailboxes.map(({ mailbox, name }) => ({ value: mailbox, label: name })) };
  }
}
