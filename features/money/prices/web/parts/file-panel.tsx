import { Alert, Button, Group, NativeSelect, Progress } from '@mantine/core';
import { Download } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '#platform/web/call.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { UploadField } from '#platform/web/ui/upload-field.tsx';
import { invalidate, keyOf, useCommand } from '#platform/web/use-endpoint.ts';
import { useDownload } from '#platform/web/use-download.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { useRefusalText } from '#platform/web/use-failure-texts.ts';
import {
  LIST_PRICES_MOST,
  PRICE_FILE_MOVED,
  priceListsApi,
  type CheckedPrices,
  type PriceFile,
  type PriceList,
} from '../../contract.ts';

/** Brings prices from a file: it is checked first, and taken whole or not at all. */
export function FilePanel({ list, onClose }: { list: PriceList; onClose: () => void }) {
  const t = useText();
  const [mode, setMode] = useState<'replace' | 'add'>('replace');
  const [isChosen, setChosen] = useState(false);
  const { file, look } = usePriceFile(list.id);
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
            setChosen(true);
          }}
        />
        <UploadField
          key={mode}
          endpoint={priceListsApi.check}
          input={{ listId: list.id, mode }}
          label={t('prices.file.upload')}
          hint={t('prices.file.hint')}
          onDone={() => {
            setChosen(false);
            look();
          }}
        />
        {file && !isChosen && !isPast(file, list) && <FileOnItsWay file={file} onMoved={look} />}
      </div>
    </SidePanel>
  );
}

/** Taken once; the list has changed since. */
const isPast = ({ state, prices }: PriceFile, list: PriceList): boolean => state === 'done' && prices !== list.prices;
const isUnderWay = ({ state }: PriceFile): boolean => state === 'checking' || state === 'taking';

/** The latest file of a list, read anew whenever the server says that one has gone on. */
function usePriceFile(listId: number): { file: PriceFile | null; look: () => void } {
  const input = { listId };
  const asked = useQuery({
    queryKey: keyOf(priceListsApi.fileOf, input),
    queryFn: ({ signal }) => call(priceListsApi.fileOf, input, { signal }),
    staleTime: 0,
  });
  const { refetch } = asked;
  useEffect(() => onEvent(PRICE_FILE_MOVED, () => void refetch()), [refetch]);
  const file = asked.data ?? null;
  const wasTaking = useRef(false);
  const state = file?.state;
  useEffect(() => {
    if (wasTaking.current && state === 'done')
      for (const one of [priceListsApi.rows, priceListsApi.list, priceListsApi.lists]) void invalidate(one);
    wasTaking.current = state === 'taking';
  }, [state]);
  return { file, look: () => void refetch() };
}

/** How far a file is, and what comes of it. */
export function FileOnItsWay({ file, onMoved }: { file: PriceFile; onMoved: () => void }) {
  const t = useText();
  const format = useFormat();
  const { fileName, state, read, total, reason, checked, prices } = file;
  // How many a list can have is all that any of these texts has a place for.
  const why = useRefusalText(reason, String(LIST_PRICES_MOST));
  if (isUnderWay(file))
    return (
      <div className="prices-on-its-way" role="status">
        <span>{t(`prices.file.${state as 'checking' | 'taking'}`, { file: fileName })}</span>
        <Progress
          aria-label={t(`prices.file.${state as 'checking' | 'taking'}`, { file: fileName })}
          value={state === 'checking' && total > 0 ? (read / total) * 100 : 100}
          animated
        />
        {state === 'checking' && total > 0 && (
          <small>{t('prices.file.read', { read: format.number(read), total: format.number(total) })}</small>
        )}
      </div>
    );
  if (state === 'done')
    return <Alert variant="light" color="green" role="status" title={t('prices.file.taken', { count: prices ?? 0 })} />;
  if (state === 'failed')
    return (
      <Alert variant="light" color="red" role="alert" title={t('prices.file.failed', { file: fileName })}>
        {why}
      </Alert>
    );
  return checked && <CheckedFile checked={checked} onTaken={onMoved} />;
}

/** What a file would do to its list; with wrong rows, which they are and why. */
export function CheckedFile({ checked, onTaken }: { checked: CheckedPrices; onTaken: () => void }) {
  const t = useText();
  const format = useFormat();
  const errors = useDownload();
  const { id, fileName, rows, wrongCount, wrong, added, changed, same, removed } = checked;
  const take = useCommand(priceListsApi.take, {
    invalidates: [priceListsApi.fileOf],
    onDone: onTaken,
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
