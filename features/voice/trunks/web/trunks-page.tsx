import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { hasTerms } from '#core/search/search-terms.ts';
import { callRoutes, pricePanel, trunkLimits } from '#features/voice/call-routes/web/index.ts';
import { lazily } from '#platform/web/feature.ts';
import { useText } from '#platform/web/i18n.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import { DataTable, type TableAnswer } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useCan } from '#platform/web/viewer.ts';
import type { CarrierPreset } from '../core/presets.ts';
import { DoorwayCard } from './parts/doorway-card.tsx';
import { LentTrunks } from './parts/lent-trunks.tsx';
import { SipTrunkEditor } from './parts/sip-trunk-editor.tsx';
import { PresetPanel, TrunkStart } from './parts/trunk-start.tsx';
import { TrunkTestPanel } from './parts/trunk-test.tsx';
import { useTrunkColumns } from './parts/trunk-columns.tsx';
import { useTrunkDeeds } from './use-trunk-deeds.ts';
import { useTrunkRows, type ListedTrunk } from './use-trunk-rows.ts';
import './trunks.css';

const Prices = lazily(callRoutes, pricePanel);
const Limits = lazily(callRoutes, trunkLimits);
const filters = { name: '' } as const;

type Open =
  | { part: 'presets' }
  | { part: 'new'; preset: CarrierPreset | null }
  | { part: 'settings' | 'prices' | 'test' | 'limits'; key: string };

/** Connections to carriers: all of them with how they are, and everything that is set about them. */
export default function TrunksPage() {
  const t = useText();
  const can = useCan();
  const mayEdit = can('trunks.edit');
  const state = useTableState('trunks', { filters });
  const { list, rows, lent, doorway } = useTrunkRows();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  // Asked of the list each time: what is open shows how it is now.
  const chosen = open && 'key' in open ? rows?.find(({ key }) => key === open.key) : undefined;
  const deeds = useTrunkDeeds({
    onSettings: ({ key, kind }) => setOpen({ part: kind === 'own' ? 'settings' : 'limits', key }),
    onPart: (part, { key }) => setOpen({ part, key }),
  });
  const columns = useTrunkColumns(deeds);
  const found = rows?.filter(({ name, held, sip }) =>
    hasTerms(`${name} ${sip?.domain ?? held?.carrier ?? ''}`, state.filters.name),
  );
  const answer: TableAnswer<ListedTrunk> = {
    isPending: !rows && !list.isError,
    isFetching: false,
    isError: list.isError,
    error: list.error,
    refetch: list.refetch,
    ...(found && {
      data: { list: found.slice((state.page - 1) * state.size, state.page * state.size), total: found.length },
    }),
  };
  if (rows?.length === 0)
    return (
      <Page>
        <div className="trunks">
          <TrunkStart mayEdit={mayEdit} onChoose={(preset) => setOpen({ part: 'new', preset })} />
          <LentTrunks lent={lent} />
          {doorway && <DoorwayCard doorway={doorway} />}
        </div>
        {open?.part === 'new' && <SipTrunkEditor trunk={null} preset={open.preset} onClose={close} />}
      </Page>
    );
  return (
    <Page>
      <div className="trunks">
        <DataTable
          label={t('trunks.name')}
          state={state}
          columns={columns}
          answer={answer}
          rowId={({ key }) => key}
          {...(deeds.mayOpen ? { onOpen: deeds.open } : {})}
          filters={
            <SearchField
              label={t('trunks.search')}
              value={state.filters.name}
              onChange={(name) => state.setFilters({ name })}
            />
          }
          actions={
            mayEdit && (
              <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setOpen({ part: 'presets' })}>
                {t('trunks.add')}
              </Button>
            )
          }
          empty={{ title: t('trunks.none') }}
        />
        <LentTrunks lent={lent} />
        {doorway && <DoorwayCard doorway={doorway} />}
      </div>
      {open?.part === 'presets' && (
        <PresetPanel onChoose={(preset) => setOpen({ part: 'new', preset })} onClose={close} />
      )}
      {open?.part === 'new' && <SipTrunkEditor trunk={null} preset={open.preset} onClose={close} />}
      {open?.part === 'settings' && chosen?.sip && (
        <SipTrunkEditor key={chosen.key} trunk={chosen.sip} preset={null} onClose={close} />
      )}
      {open?.part === 'test' && chosen?.sip && <TrunkTestPanel trunk={chosen.sip} onClose={close} />}
      <Suspense>
        {open?.part === 'prices' && chosen?.held && (
          <Prices trunk={chosen.held} mayEdit={can('routes.edit')} onClose={close} />
        )}
        {open?.part === 'limits' && chosen?.held && (
          <Limits trunk={chosen.held} emergencyOnly={chosen.kind === 'own'} onClose={close} />
        )}
      </Suspense>
    </Page>
  );
}
