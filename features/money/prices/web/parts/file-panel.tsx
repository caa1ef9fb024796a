import { Alert, Button, Group, NativeSelect } from '@mantine/core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { UploadField } from '#platform/web/ui/upload-field.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { useDownload } from '#platform/web/use-download.ts';
import { priceListsApi, type CheckedPrices, type PriceList } from '../../contract.ts';

/** Brings prices from a file: it is checked first, and taken whole or not at all. */
export function FilePanel({ list, onClose }: { list: PriceList; onClose: () => void }) {
  const t = useText();
  const [mode, setMode] = useState<'replace' | 'add'>('replace');
  const [checked, setChecked] = useState<CheckedPrices | null>(null);
  const template = useDownload();
  return (
    <SidePanel opened onClose={onClose} size={560} title={t('prices.file.title')}>
      <div className="prices">
        <p className="prices-since">{t('prices.file.lead', { currency: list.currency })}</p>
        <Group gap="xs">
          {(['xlsx', 'csv'] as const).map((kind) => (
            <Button
              key={kind}
              variant="subtle"
              size="xs"
              leftSection={<Download size={14} aria-hidden />}
              loading={template.isFetching}
              onClick={() => void template.fetch(priceListsApi.template, { kind })}
            >
              {t('prices.file.template', { kind })}
            </Button>
          ))}
        </Group>
        <NativeSelect
          label={t('prices.file.mode')}
          value={mode}
          data={(['replace', 'add'] as const).map((value) => ({ value, label: t(`prices.file.mode.${value}`) }))}
          onChange={({ currentTarget: { value } }) => {
            setMode(value as typeof mode);
            setChecked(null);
          }}
        />
        <UploadField
          key={mode}
          endpoint={priceListsApi.check}
          input={{ listId: list.id, mode }}
          label={t('prices.file.upload')}
          hint={t('prices.file.hint')}
          onDone={setChecked}
        />
        {checked && <CheckedFile checked={checked} onTaken={onClose} />}
      </div>
    </SidePanel>
  );
}

/** What a file would do to its list; with wrong rows, which they are and why. */
export function CheckedFile({ checked, onTaken }: { checked: CheckedPrices; onTaken: () => void }) {
  const t = useText();
  const format = useFormat();
  const errors = useDownload();
  const { id, fileName, rows, wrongCount, wrong, added, changed, same, removed } = checked;
  const take = useCommand(priceListsApi.take, {
    invalidates: [priceListsApi.rows, priceListsApi.list, priceListsApi.lists],
    onDone: ({ prices }) => {
      toast({ tone: 'success', text: t('prices.file.taken', { count: prices }) });
      onTaken();
    },
  });
  if (wrongCount > 0)
    return (
      <Alert
        variant="light"
        color="red"
        role="alert"
        title={t('prices.file.refused', { count: wrongCount, file: fileName })}
      >
        <ul className="prices-wrong">
          {wrong.map(({ line, column, why, value }) => (
            <li key={`${line} ${why}`}>
              {t('prices.file.wrongLine', {
                line,
                column: column === null ? '' : t(`prices.column.${column}`),
                why: t(`prices.why.${why}`),
                value,
              })}
            </li>
          ))}
        </ul>
        <Button
          mt="sm"
          variant="default"
          leftSection={<Download size={15} aria-hidden />}
          loading={errors.isFetching}
          onClick={() => void errors.fetch(priceListsApi.errors, { id })}
        >
          {t('prices.file.errors')}
        </Button>
      </Alert>
    );
  return (
    <Alert variant="light" color="green" role="status" title={t('prices.file.right', { count: rows, file: fileName })}>
      <p>
        {format.list([
          t('prices.file.added', { count: added }),
          t('prices.file.changed', { count: changed }),
          t('prices.file.same', { count: same }),
          t('prices.file.removed', { count: removed }),
        ])}
      </p>
      <Button loading={take.isPending} onClick={() => take.mutate({ id })}>
        {t('prices.file.take')}
      </Button>
    </Alert>
  );
}
