import { NativeSelect } from '@mantine/core';
import { useText } from '#platform/web/i18n.ts';
import { codeChoices, codeLabel } from '#platform/web/ui/code-badge.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import { AgentType } from '#shared/codes/agent-type.ts';
import { SeatKind } from '#shared/codes/seat-kind.ts';
import { agentDevices, type AgentDevice, type RosterFilters } from '../../contract/roster.ts';

export const emptyFilters = { name: '', group: '', enabled: '', device: '', seat: '', type: '' } as const;
export type FilterTexts = Record<keyof typeof emptyFilters, string>;

/** What the address says, as the server is asked. */
export function filtersOf({ name, group, enabled, device, seat, type }: FilterTexts): RosterFilters {
  return {
    ...(name ? { name } : {}),
    ...(group ? { groupId: Number(group) } : {}),
    ...(enabled ? { enabled: enabled === 'true' } : {}),
    ...(device ? { device: device as AgentDevice } : {}),
    ...(seat ? { seat: seat as NonNullable<RosterFilters['seat']> } : {}),
    ...(type ? { agentType: Number(type) as AgentType } : {}),
  };
}

interface AgentFiltersProps {
  filters: FilterTexts;
  groups: readonly { id: number; name: string }[];
  onChange: (change: Partial<FilterTexts>) => void;
}

export function AgentFilters({ filters, groups, onChange }: AgentFiltersProps) {
  const t = useText();
  const select = (
    name: Exclude<keyof FilterTexts, 'name'>,
    label: string,
    any: string,
    choices: readonly { value: string; label: string }[],
  ) => (
    <NativeSelect
      aria-label={label}
      value={filters[name]}
      data={[{ value: '', label: any }, ...choices]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <>
      <SearchField label={t('agents.search')} value={filters.name} onChange={(name) => onChange({ name })} />
      {select(
        'group',
        t('agents.column.groups'),
        t('agents.anyGroup'),
        groups.map(({ id, name }) => ({ value: String(id), label: name })),
      )}
      {select('enabled', t('agents.column.state'), t('agents.anyState'), [
        { value: 'true', label: t('agents.on') },
        { value: 'false', label: t('agents.off') },
      ])}
      {select('seat', t('agents.column.seats'), t('agents.anySeat'), [
        { value: 'voice', label: codeLabel(SeatKind, SeatKind.voice) },
        { value: 'text', label: codeLabel(SeatKind, SeatKind.text) },
        { value: 'none', label: t('agents.seat.none') },
      ])}
      {select(
        'device',
        t('agents.column.device'),
        t('agents.anyDevice'),
        agentDevices.map((value) => ({ value, label: t(`agents.device.${value}`) })),
      )}
      {select('type', t('agents.column.type'), t('agents.anyType'), codeChoices(AgentType))}
    </>
  );
}
