import { NativeSelect, TextInput } from '@mantine/core';
import { agentGroupsApi } from '#features/team/agent-groups/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import type { PastCallSearch } from './search-query.ts';

const directions = ['inbound', 'outbound', 'internal'] as const;
const digits = (typed: string) => typed.replace(/\D/g, '').slice(0, 6);

/** What is asked less often: days, direction, groups, people, length, the call itself. */
export function SearchFields({
  search,
  onChange,
}: {
  search: PastCallSearch;
  onChange: (part: Partial<PastCallSearch>) => void;
}) {
  const t = useText();
  const can = useCan();
  const groups =
    useEndpoint(agentGroupsApi.all, {}, { enabled: can('agent-groups.use'), handlesFailures: true }).data ?? [];
  const groupChoices = (label: string) => [
    { value: '', label },
    ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  const day = (field: 'startDate' | 'endDate') => (
    <TextInput
      type="date"
      aria-label={t(`softphone.calls.${field}`)}
      value={search[field]}
      max="9999-12-31"
      onChange={(event) => onChange({ [field]: event.currentTarget.value })}
    />
  );
  const choice = (field: 'direction' | 'group' | 'userGroupId', data: { value: string; label: string }[]) => (
    <NativeSelect
      aria-label={t(`softphone.calls.${field}`)}
      value={search[field]}
      data={data}
      onChange={(event) => onChange({ [field]: event.currentTarget.value })}
    />
  );
  const typed = (field: 'name' | 'caller' | 'callId') => (
    <SearchField
      label={t(`softphone.calls.${field}`)}
      width={400}
      value={search[field]}
      onChange={(value) => onChange({ [field]: value })}
    />
  );
  const length = (field: 'min' | 'max') => (
    <SearchField
      label={t(`softphone.calls.${field}`)}
      width={400}
      value={search[field]}
      onChange={(value) => onChange({ [field]: digits(value) })}
    />
  );
  return (
    <div className="search-fields">
      {day('startDate')}
      {day('endDate')}
      {choice('direction', [
        { value: '', label: t('softphone.calls.direction') },
        ...directions.map((value) => ({ value, label: t(`softphone.calls.direction.${value}`) })),
      ])}
      {typed('name')}
      {groups.length > 0 && choice('group', groupChoices(t('softphone.calls.group')))}
      {groups.length > 0 && choice('userGroupId', groupChoices(t('softphone.calls.userGroupId')))}
      {typed('caller')}
      {typed('callId')}
      {length('min')}
      {length('max')}
    </div>
  );
}
