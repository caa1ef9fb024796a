import { ActionIcon, Button, Group, Progress } from '@mantine/core';
import { FileUp, Plus, Trash2, TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { countryName } from '#platform/web/country.ts';
import { useFormat } from '#platform/web/format.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { Flag } from '#platform/web/ui/flag.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { useRefusalText } from '#platform/web/use-failure-texts.ts';
import { doNotCallApi, type DoNotCallRegister, type RegisterFile } from '../contract.ts';
import { NoCallDays } from './parts/no-call-days.tsx';
import { NumberCheck } from './parts/number-check.tsx';
import { RegisterDialog } from './parts/register-dialog.tsx';
import { useDay, useRegisters } from './use-registers.ts';
import './do-not-call.css';

/** The registers a team has, how old each is and how far a newer file, and the days on which nobody is called. */
export default function RegistersPage() {
  const t = useText();
  const mayEdit = useCan()('do-not-call.edit');
  const state = useTableState('do-not-call', { filters: {} });
  const { data, ...answer } = useRegisters();
  const [edited, setEdited] = useState<DoNotCallRegister | 'new' | null>(null);
  const columns = useColumns(mayEdit ? setEdited : null);
  const add = mayEdit && (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {t('do-not-call.add')}
    </Button>
  );
  return (
    <Page>
      <div className="do-not-call">
        <DataTable
          label={t('do-not-call.menu')}
          state={state}
          columns={columns}
          answer={{ ...answer, data: data && { list: data, total: data.length } }}
          rowId={({ id }) => id}
          actions={add}
          empty={{ title: t('do-not-call.empty'), hint: t('do-not-call.emptyHint'), ...(add ? { action: add } : {}) }}
        />
        {(data?.length ?? 0) > 0 && <NumberCheck />}
        <NoCallDays />
      </div>
      {edited && <RegisterDialog register={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </Page>
  );
}

function useColumns(onReplace: ((register: DoNotCallRegister) => void) | null): Column<DoNotCallRegister>[] {
  const t = useText();
  const language = useLanguage();
  const format = useFormat();
  const day = useDay();
  return [
    {
      id: 'country',
      header: t('do-not-call.column.country'),
      width: 180,
      cell: ({ country }) => (
        <span>
          <Flag iso2={country} /> {countryName(country, language)}
        </span>
      ),
    },
    {
      id: 'name',
      header: t('do-not-call.column.name'),
      required: true,
      card: 'title',
      cell: (register) => (
        <div>
          <b>{register.name}</b>
          {register.file && register.file.state !== 'done' && (
            <Coming file={register.file} mayStop={onReplace !== null} />
          )}
        </div>
      ),
    },
    {
      id: 'date',
      header: t('do-not-call.column.date'),
      width: 240,
      cell: (register) => (
        <div>
          {day(register.issuedOn)}
          <Age {...register} />
        </div>
      ),
    },
    {
      id: 'numbers',
      header: t('do-not-call.column.numbers'),
      width: 130,
      align: 'end',
      cell: ({ numbers }) => <span className="figures">{format.number(numbers)}</span>,
    },
    {
      id: 'author',
      header: t('do-not-call.column.author'),
      width: 200,
      wide: true,
      cell: ({ author, updatedAt }) =>
        updatedAt === null ? '–' : [author, format.dateTime(updatedAt)].filter(Boolean).join(' · '),
    },
    ...(onReplace === null
      ? []
      : [
          {
            id: 'deeds',
            header: '',
            required: true,
            width: 104,
            align: 'end' as const,
            cell: (register: DoNotCallRegister) => <Deeds register={register} onReplace={onReplace} />,
          },
        ]),
  ];
}

/** How old a list is, and that it is too old or soon will be. */
function Age({ daysOld, mostDaysOld, isTooOld }: DoNotCallRegister) {
  const t = useText();
  if (daysOld === null) return null;
  const left = mostDaysOld - daysOld;
  const isSoon = !isTooOld && left <= SOON_DAYS;
  return (
    <small className={isTooOld ? 'do-not-call-old' : isSoon ? 'do-not-call-soon' : 'do-not-call-age'}>
      {(isTooOld || isSoon) && <TriangleAlert size={13} aria-hidden />}
      {isTooOld
        ? t('do-not-call.tooOld', { days: daysOld, most: mostDaysOld })
        : isSoon
          ? t('do-not-call.soonOld', { days: daysOld, left })
          : t('do-not-call.age', { days: daysOld, most: mostDaysOld })}
    </small>
  );
}
const SOON_DAYS = 7;

/** A file that is being read, or why the last one was not. */
function Coming({ file, mayStop }: { file: RegisterFile; mayStop: boolean }) {
  const t = useText();
  const format = useFormat();
  const day = useDay();
  const cancel = useCommand(doNotCallApi.cancel, { invalidates: [doNotCallApi.list] });
  const why = useRefusalText(file.reason);
  if (file.state === 'cancelled') return null;
  if (file.state === 'failed') {
    return (
      <p className="do-not-call-old" role="alert">
        {[t('do-not-call.failed', { file: file.fileName }), why].filter(Boolean).join(' ')}
      </p>
    );
  }
  const name = t('do-not-call.reading', { file: file.fileName, date: day(file.issuedOn) });
  return (
    <div className="do-not-call-reading">
      <Progress value={file.rows ? (file.done / file.rows) * 100 : 0} animated={file.rows === null} aria-label={name} />
      <small role="status" className="figures">
        {name} · {t('do-not-call.done', { count: format.number(file.done) })}
      </small>
      {mayStop && (
        <ActionIcon
          size="sm"
          loading={cancel.isPending}
          data-hint={t('do-not-call.stop')}
          aria-label={t('do-not-call.stopNamed', { file: file.fileName })}
          onClick={() => cancel.mutate({ id: file.id })}
        >
          <X size={14} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}

function Deeds({
  register,
  onReplace,
}: {
  register: DoNotCallRegister;
  onReplace: (register: DoNotCallRegister) => void;
}) {
  const t = useText();
  const { id, name } = register;
  const removal = useCommand(doNotCallApi.remove, { invalidates: [doNotCallApi.list] });
  async function remove(): Promise<void> {
    const isSure = await confirm({
      title: t('do-not-call.removeTitle', { name }),
      body: t('do-not-call.removeBody'),
      yes: t('ui.delete'),
      danger: true,
    });
    if (isSure) removal.mutate({ id });
  }
  return (
    <Group gap={0} wrap="nowrap" justify="flex-end">
      <ActionIcon
        data-hint={t('do-not-call.replace')}
        aria-label={t('do-not-call.replaceNamed', { name })}
        onClick={() => onReplace(register)}
      >
        <FileUp size={15} aria-hidden />
      </ActionIcon>
      <ActionIcon
        loading={removal.isPending}
        data-hint={t('ui.delete')}
        aria-label={t('do-not-call.removeNamed', { name })}
        onClick={() => void remove()}
      >
        <Trash2 size={15} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
