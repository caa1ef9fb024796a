import { Select, Tabs } from '@mantine/core';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { flowTest } from '#features/flows/flow-test/web/index.ts';
import { useAddressQuery } from '#platform/web/navigation.tsx';
import { lazily } from '#platform/web/feature.ts';
import { useText } from '#platform/web/i18n.ts';
import { codeChoices } from '#platform/web/ui/code-badge.tsx';
import { DateRangeField } from '#platform/web/ui/date-range-field.tsx';
import { Later } from '#platform/web/ui/mount-on-open.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { invalidate, useEndpoint, usePage } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { throttledRefetch } from '#platform/web/throttled-refetch.ts';
import { browserZone } from '#platform/web/zone.ts';
import { aiCallTabs, flowTalksApi, TALKS_CHANGED } from '../contract.ts';
import { useTalkColumns } from './parts/talk-columns.tsx';
import { daysOf, tabNumbers, tabOf, talkFilters, talkQuery, type TalkFilters } from './talk-query.ts';
import './ai-call.css';

/** One conversation in full comes when one is opened. */
const TalkPanel = lazily(flowTest, () => import('./parts/talk-panel.tsx'));

const TALK = 'talk';
const noFilters = { result: '', flow: '', search: '', from: '', to: '' } as const;

/** Conversations flows had: those that go on, tests, and calls; found, looked into, listened to. */
export default function AiCallPage() {
  const t = useText();
  const zone = useViewer()?.timeZone || browserZone();
  const [nowMs] = useState(() => Date.now());
  const asked = (useLocation().state as { aiCallTab?: unknown } | null)?.aiCallTab;
  const state = useTableState('ai-calls', { filters: talkFilters });
  const tab = tabOf(state.filters.tab, asked);
  const answer = usePage(flowTalksApi.page, {
    page: state.page,
    size: state.size,
    ...talkQuery(state.filters, tab, zone, nowMs),
  });
  const client = useQueryClient();
  useEffect(() => (tab === 1 ? followTalks(client) : undefined), [tab, client]);
  const columns = useTalkColumns();
  const [query, setQuery] = useAddressQuery();
  const openId = query.get(TALK);
  const open = (talkId: string | null): void =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (talkId === null) next.delete(TALK);
        else next.set(TALK, talkId);
        return next;
      },
      { replace: talkId === null || openId !== null },
    );
  return (
    <Page>
      <Tabs value={String(tab)} onChange={(next) => next && state.setFilters({ tab: next })} className="ai-call-tabs">
        <Tabs.List aria-label={t('flow-talks.menu')}>
          {tabNumbers.map((one) => (
            <Tabs.Tab key={one} value={String(one)}>
              {t(`flow-talks.tab.${aiCallTabs[one]}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <DataTable
        label={t('flow-talks.menu')}
        state={{
          ...state,
          filtered: isFiltered(state.filters, tab === 1),
          clearFilters: () => state.setFilters(noFilters),
        }}
        columns={columns}
        answer={answer}
        rowId={({ talkId }) => talkId}
        onOpen={({ talkId }) => open(talkId)}
        filters={
          <Filters
            filters={state.filters}
            isLive={tab === 1}
            days={daysOf(state.filters, zone, nowMs)}
            onChange={state.setFilters}
          />
        }
        empty={{ title: t('flow-talks.empty'), hint: t('flow-talks.emptyHint') }}
      />
      <Later opened={openId !== null}>
        <TalkPanel talkId={openId} onClose={() => open(null)} />
      </Later>
    </Page>
  );
}

/** What goes on now is asked for anew when a conversation begins or ends; other tabs keep what one reads where it is. */
function followTalks(client: QueryClient): () => void {
  const watch = throttledRefetch({ ask: () => invalidate(flowTalksApi.page, undefined, client), onNews() {} });
  const stops = [onEvent(TALKS_CHANGED, () => watch.refresh()), watch.stop];
  return () => stops.forEach((stop) => stop());
}

/** A tab is not a filter: what goes on now may be nothing. */
const isFiltered = ({ result, flow, search, from, to }: TalkFilters, isLive: boolean): boolean =>
  (isLive ? [flow, search] : [result, flow, search, from, to]).some((one) => one !== '');

function Filters({
  filters,
  isLive,
  days,
  onChange,
}: {
  filters: TalkFilters;
  isLive: boolean;
  days: { from: string; to: string };
  onChange: (change: Partial<TalkFilters>) => void;
}) {
  const t = useText();
  const flows = useEndpoint(flowTalksApi.flows, {}, { handlesFailures: true }).data ?? [];
  const choice = (name: 'result' | 'flow', label: string, data: { value: string; label: string }[]) => (
    <Select
      w={190}
      maw="100%"
      searchable
      clearable
      aria-label={label}
      placeholder={label}
      comboboxProps={{ keepMounted: false }}
      value={filters[name] || null}
      data={data}
      onChange={(next) => onChange({ [name]: next ?? '' })}
    />
  );
  return (
    <>
      {!isLive && <DateRangeField label={t('flow-talks.when')} value={days} onChange={onChange} />}
      {!isLive && choice('result', t('flow-talks.column.result'), codeChoices(AiCallResult))}
      {choice(
        'flow',
        t('flow-talks.column.flow'),
        flows.map(({ flowId, flowName }) => ({ value: String(flowId), label: flowName })),
      )}
      <SearchField
        label={t('flow-talks.search')}
        width={220}
        value={filters.search}
        onChange={(search) => onChange({ search })}
      />
    </>
  );
}
