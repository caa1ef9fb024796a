import { Select } from '@mantine/core';
import { DaysChoice } from '#platform/web/figures/days-choice.tsx';
import { useText } from '#platform/web/i18n.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import {
  HOURLY_DAYS_MOST,
  knowEachOther,
  statCuts,
  statFilters,
  statisticsApi,
  type StatCut,
  type StatFilterName,
  type StatReportName,
} from '../../contract.ts';
import { countOfDays, daysMeant, rangeName, spanMeant, spans, statFilter } from '../../core/stat-query.ts';
import type { StatAddress } from '../../contract/report-views.ts';

/** More than this nobody scrolls through; they type. */
const SHOWN_MOST = 100;

interface ReportFiltersProps {
  report: StatReportName;
  address: StatAddress;
  by: StatCut;
  zone: string;
  nowMs: number;
  onChange: (change: StatAddress) => void;
}

/** The days of a report, what it is compared with, cut by and narrowed to. */
export function ReportFilters({ report, address, by, zone, nowMs, onChange }: ReportFiltersProps) {
  const t = useText();
  const days = daysMeant(address, zone, nowMs);
  const filter = statFilter(report, address, zone, nowMs, days);
  const cuts = (statCuts[report] as readonly StatCut[]).filter(
    (cut) => (cut !== 'hour' || countOfDays(days) <= HOURLY_DAYS_MOST) && knowEachOther({ ...filter, by: cut }),
  );
  return (
    <>
      <DaysChoice
        range={rangeName(address)}
        days={days}
        rangeLabel={(range) => t(`statistics.range.${range}`)}
        ownLabel={t('statistics.range.own')}
        onChange={(change) => onChange({ ...change, page: '' })}
      />
      <Select
        w={160}
        maw="100%"
        aria-label={t('statistics.by')}
        allowDeselect={false}
        value={by}
        data={cuts.map((value) => ({ value, label: t(`statistics.by.${value}`) }))}
        onChange={(value) => onChange({ by: value ?? '', page: '' })}
      />
      <Select
        w={180}
        maw="100%"
        clearable
        aria-label={t('statistics.against')}
        placeholder={t('statistics.against')}
        value={spanMeant(address)}
        data={spans.map((value) => ({ value, label: t(`statistics.against.${value}`) }))}
        onChange={(value) => onChange({ against: value ?? '' })}
      />
      {statFilters[report].map((name) => (
        <Narrowing key={name} name={name} report={report} value={filter[name]} onChange={onChange} />
      ))}
    </>
  );
}

const listOf = {
  group_id: 'groups',
  agent_id: 'agents',
  campaign_id: 'campaigns',
  trunk_id: 'trunks',
  number_id: 'numbers',
} as const satisfies Record<StatFilterName, string>;
function Narrowing({
  name,
  report,
  value,
  onChange,
}: Pick<ReportFiltersProps, 'report' | 'onChange'> & { name: StatFilterName; value: number | undefined }) {
  const t = useText();
  const choices = useEndpoint(statisticsApi.choices, {}, { handlesFailures: true });
  const all = choices.data?.[listOf[name]] ?? [];
  const list = report === 'aiOutbound' ? all.filter((one) => !('isAi' in one) || one.isAi) : all;
  if (list.length === 0) return null;
  // Of what does not go together the later choice holds.
  const others = statFilters[report].filter((other) => !knowEachOther({ [name]: 1, [other]: 1 }));
  return (
    <Select
      w={160}
      maw="100%"
      searchable
      clearable
      limit={SHOWN_MOST}
      aria-label={t(`statistics.filter.${name}`)}
      placeholder={t(`statistics.filter.${name}`)}
      // What the report is narrowed to: an old link may say more than it knows together.
      value={value === undefined ? null : String(value)}
      data={list.map((one) => ({ value: String(one.id), label: one.name }))}
      onChange={(next) =>
        onChange({
          [name]: next ?? '',
          page: '',
          ...(next ? Object.fromEntries(others.map((other) => [other, ''])) : {}),
        })
      }
    />
  );
}
