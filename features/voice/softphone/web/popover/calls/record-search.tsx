import { ActionIcon, Button } from '@mantine/core';
import { ChevronLeft, ChevronRight, ListFilter, SearchX } from 'lucide-react';
import { useState } from 'react';
import { PHONE } from '#core/phone/phone-constants.ts';
import { callRecordsApi } from '#features/voice/call-records/contract.ts';
import { DateShortcut } from '#shared/codes/date-shortcut.ts';
import { useFormat } from '#platform/web/format.ts';
import { textOf, useText } from '#platform/web/i18n.ts';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import { EmptyState, ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { usePage } from '#platform/web/use-endpoint.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { browserZone } from '#platform/web/zone.ts';
import { RecordRow } from './record-row.tsx';
import { emptySearch, lastDays, searchQuery, type PastCallSearch } from './search-query.ts';
import { SearchFields } from './search-fields.tsx';
import { useCallBack } from './use-call-back.ts';

/** Looks for calls without leaving the phone: today's unless said otherwise, ten at a time. */
export default function RecordSearch() {
  const t = useText();
  const zone = useViewer()?.timeZone || browserZone();
  const [nowMs] = useState(() => Date.now());
  const [search, setSearch] = useState<PastCallSearch>(() => ({ ...emptySearch, ...lastDays(1, nowMs, zone) }));
  const [page, setPage] = useState<number>(PHONE.recordPage);
  const [more, setMore] = useState(false);
  const change = (part: Partial<PastCallSearch>) => {
    setSearch({ ...search, ...part });
    setPage(PHONE.recordPage);
  };
  return (
    <div className="record-search">
      <Button.Group>
        {DateShortcut.rows.map(({ code, key, days }) => {
          const span = lastDays(days, nowMs, zone);
          const isOn = span.startDate === search.startDate && span.endDate === search.endDate;
          return (
            <Button
              key={code}
              size="xs"
              px={3}
              fz={11.5}
              flex={1}
              variant={isOn ? 'filled' : 'default'}
              aria-pressed={isOn}
              onClick={() => change(span)}
            >
              {textOf(key)}
            </Button>
          );
        })}
      </Button.Group>
      <div className="record-search-row">
        <SearchField
          label={t('softphone.calls.number')}
          width={240}
          value={search.number}
          onChange={(number) => change({ number })}
        />
        <ActionIcon
          variant="default"
          aria-label={t('softphone.calls.more')}
          aria-expanded={more}
          data-hint={t('softphone.calls.more')}
          onClick={() => setMore(!more)}
        >
          <ListFilter size={16} aria-hidden />
        </ActionIcon>
      </div>
      {more && <SearchFields search={search} onChange={change} />}
      <Found search={search} page={page} onPage={setPage} />
    </div>
  );
}

function Found({ search, page, onPage }: { search: PastCallSearch; page: number; onPage: (page: number) => void }) {
  const t = useText();
  const format = useFormat();
  const callBack = useCallBack();
  const { data, error, refetch } = usePage(callRecordsApi.page, searchQuery(search, page));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingLines lines={5} />;
  if (data.total === 0)
    return (
      <EmptyState
        icon={<SearchX size={22} />}
        title={t('softphone.calls.notFound')}
        hint={t('softphone.calls.notFoundHint')}
      />
    );
  const pages = Math.ceil(data.total / PHONE.recordPageSize);
  return (
    <>
      <ul className="record-rows" aria-label={t('softphone.tab.search')}>
        {data.list.map((record) => (
          <RecordRow key={record.callId} record={record} onCallBack={callBack} />
        ))}
      </ul>
      <nav className="record-pages" aria-label={t('softphone.calls.pages')}>
        <ActionIcon
          size={28}
          aria-label={t('softphone.calls.previous')}
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        >
          <ChevronLeft size={16} aria-hidden />
        </ActionIcon>
        <output>
          {t('softphone.calls.page', {
            page: format.number(page),
            pages: format.number(pages),
            more: data.totalCapped ? '+' : '',
          })}
        </output>
        <ActionIcon
          size={28}
          aria-label={t('softphone.calls.next')}
          disabled={page >= pages}
          onClick={() => onPage(page + 1)}
        >
          <ChevronRight size={16} aria-hidden />
        </ActionIcon>
      </nav>
    </>
  );
}
