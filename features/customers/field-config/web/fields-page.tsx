import { Button, Tabs } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useAddressQuery } from '#platform/web/navigation.tsx';
import { useText } from '#platform/web/i18n.ts';
import { Card, Page } from '#platform/web/ui/page.tsx';
import { scrolledByKey } from '#platform/web/ui/scrolled-by-key.ts';
import { ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { fieldConfigApi, type CustomField, type FieldColumn, type FieldList } from '../contract.ts';
import { FieldDeletion } from './parts/field-deletion.tsx';
import { FieldEditor } from './parts/field-editor.tsx';
import { FieldRow } from './parts/field-row.tsx';
import './fields.css';

const lists = ['customers', 'callRecords'] as const satisfies readonly FieldList[];

/** Which columns lists have, in which order, and the fields the tenant has invented. */
export default function FieldsPage() {
  const t = useText();
  const [query, setQuery] = useAddressQuery();
  const list = lists.find((one) => one === query.get('list')) ?? 'customers';
  return (
    <Page narrow>
      <Tabs
        value={list}
        onChange={(next) => setQuery(next === 'customers' || !next ? {} : { list: next })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {lists.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`field-config.list.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {lists.map((one) => (
          <Tabs.Panel key={one} value={one}>
            <ListColumns list={one} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}

function ListColumns({ list }: { list: FieldList }) {
  const t = useText();
  const { data: columns, error, refetch } = useEndpoint(fieldConfigApi.centreList, { list }, { handlesFailures: true });
  const invalidates = [fieldConfigApi.centreList, fieldConfigApi.list];
  const display = useCommand(fieldConfigApi.batchDisplay, { invalidates });
  const rename = useCommand(fieldConfigApi.batchEdit, { invalidates });
  const [edited, setEdited] = useState<CustomField | 'new' | null>(null);
  const [going, setGoing] = useState<CustomField | null>(null);
  if (error && !columns) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!columns) return <LoadingPage />;

  const save = (next: readonly FieldColumn[]) =>
    display.mutate({
      list,
      columns: next.map(({ key, shown, required, masked }, position) => ({ key, shown, position, required, masked })),
    });
  const change = (key: string, part: Partial<FieldColumn>) =>
    save(columns.map((column) => (column.key === key ? { ...column, ...part } : column)));
  function move(from: number, to: number): void {
    const next = [...columns!];
    next.splice(to, 0, ...next.splice(from, 1));
    save(next);
  }
  return (
    <div className="fields-page">
      <Card
        title={t(`field-config.list.${list}`)}
        actions={
          list === 'customers' && (
            <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setEdited('new')}>
              {t('field-config.add')}
            </Button>
          )
        }
      >
        <p>{t('field-config.lead')}</p>
        <ol>
          {columns.map((column, index) => (
            <FieldRow
              key={`${column.key} ${column.name}`}
              column={column}
              onChange={(part) => change(column.key, part)}
              onRename={
                column.custom || list === 'customers'
                  ? null
                  : (name) => rename.mutate({ list, columns: [{ key: column.key, name, masked: column.masked }] })
              }
              onEdit={column.custom ? () => setEdited(column.custom) : null}
              onDelete={column.custom ? () => setGoing(column.custom) : null}
              onUp={index > 0 ? () => move(index, index - 1) : null}
              onDown={index < columns.length - 1 ? () => move(index, index + 1) : null}
            />
          ))}
        </ol>
      </Card>
      <Card title={t('field-config.preview')}>
        <div className="fields-preview" {...scrolledByKey(t('field-config.preview'))}>
          <table>
            <thead>
              <tr>
                {columns
                  .filter(({ shown }) => shown)
                  .map(({ key, name }) => (
                    <th key={key} scope="col">
                      {name}
                    </th>
                  ))}
              </tr>
            </thead>
          </table>
        </div>
      </Card>
      {edited && <FieldEditor field={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {going && <FieldDeletion field={going} onClose={() => setGoing(null)} />}
    </div>
  );
}
