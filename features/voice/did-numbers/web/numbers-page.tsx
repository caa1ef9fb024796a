import { useState } from 'react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { InboundConfig } from '#shared/codes/inbound-config.ts';
import { useText } from '#platform/web/i18n.ts';
import { NamedFlag } from '#platform/web/ui/flag.tsx';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { usePage } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { didNumbersApi, type DidNumber } from '../contract.ts';
import { AnswersForm } from './parts/answers-form.tsx';

/** The numbers of the tenant: found, and led to a group or a flow. */
export default function NumbersPage() {
  const t = useText();
  const can = useCan();
  const [openId, setOpenId] = useState<number | null>(null);
  const state = useTableState('did-numbers', { filters: { number: '' } });
  const digits = state.filters.number.replace(/\D/g, '').slice(0, 20);
  const answer = usePage(didNumbersApi.my, { page: state.page, size: state.size, ...(digits && { number: digits }) });
  const goal = ({ inboundConfig, groupName, flowName, flowId }: DidNumber): string =>
    inboundConfig === InboundConfig.agentGroup ? groupName : flowId === null ? t('did-numbers.menuOfKeys') : flowName;
  const columns: Column<DidNumber>[] = [
    {
      id: 'number',
      header: t('did-numbers.column.number'),
      required: true,
      card: 'title',
      width: 220,
      cell: ({ number, countryIso2 }) => (
        <span className="figures">
          <NamedFlag iso2={countryIso2} /> {spokenNumber(number)}
        </span>
      ),
    },
    { id: 'remark', header: t('did-numbers.column.remark'), width: 220, cell: ({ remark }) => remark },
    {
      id: 'goal',
      header: t('did-numbers.column.goal'),
      width: 260,
      cell: (number) => (
        <span>
          {t(
            number.inboundConfig === InboundConfig.agentGroup
              ? 'did-numbers.toGroup'
              : number.flowId === null
                ? 'did-numbers.toMenu'
                : 'did-numbers.toFlow',
          )}{' '}
          <b>{goal(number)}</b>
        </span>
      ),
    },
  ];
  const opened = answer.data?.list.find(({ id }) => id === openId) ?? null;
  return (
    <Page>
      <DataTable
        label={t('did-numbers.menu')}
        state={state}
        columns={columns}
        answer={answer}
        rowId={({ id }) => id}
        {...(can('did-numbers.edit') ? { onOpen: ({ id }: DidNumber) => setOpenId(id) } : {})}
        filters={
          <SearchField
            label={t('did-numbers.column.number')}
            width={200}
            value={state.filters.number}
            onChange={(number) => state.setFilters({ number })}
          />
        }
        empty={{ title: t('did-numbers.empty'), hint: t('did-numbers.emptyHint') }}
      />
      <Dialog
        opened={opened !== null}
        onClose={() => setOpenId(null)}
        title={opened ? t('did-numbers.answers', { number: spokenNumber(opened.number) }) : ''}
      >
        {opened && <AnswersForm number={opened} onDone={() => setOpenId(null)} />}
      </Dialog>
    </Page>
  );
}
