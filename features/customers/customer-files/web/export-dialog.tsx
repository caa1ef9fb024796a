import { Button, MultiSelect, Radio, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { toastExportBegun } from '#features/office/downloads/web/index.ts';
import type { InputOf } from '#platform/web/call.ts';
import type { ListChoice } from '#platform/web/country-choices.ts';
import { download } from '#platform/web/download.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { customerFilesApi, EXPORT_AT_ONCE } from '../contract.ts';
import '#platform/web/ui/form/form.css';
import './customer-files.css';

type Wish = InputOf<typeof customerFilesApi.export>;

interface ExportDialogProps {
  /** Which customers. */
  search: NonNullable<Wish['search']>;
  /** Only those the reader owns. */
  mine: boolean;
  /** How many the search finds; more than that when capped. */
  total: number;
  capped: boolean;
  /** Every column the list has, and the names of those it shows, in their order. */
  columns: readonly ListChoice[];
  shown: readonly string[];
  onClose: () => void;
}

const which = ['shown', 'all', 'some'] as const;
const kinds = ['csv', 'xlsx'] as const;

/** Writes the customers of a list into a file: a few come at once, many become a task of the downloads. */
export default function ExportDialog({ search, mine, total, capped, columns, shown, onClose }: ExportDialogProps) {
  const t = useText();
  const format = useFormat();
  const [kind, setKind] = useState<(typeof kinds)[number]>('csv');
  const [chosen, setChosen] = useState<(typeof which)[number]>('shown');
  const [some, setSome] = useState<string[]>([...shown]);
  const [isSending, setSending] = useState(false);
  const names = { shown: [...shown], all: columns.map(({ value }) => value), some }[chosen];
  const isLater = capped || total > EXPORT_AT_ONCE;

  async function send(): Promise<void> {
    setSending(true);
    try {
      const task = await download(mine ? customerFilesApi.myExport : customerFilesApi.export, {
        search,
        kind,
        columns: names,
      });
      if (task) void toastExportBegun();
      onClose();
    } catch (error) {
      handleFailure(error);
      setSending(false);
    }
  }

  return (
    <Dialog opened onClose={onClose} title={t('customer-files.export.title')}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <p className="import-hint">
          {t('customer-files.export.count', { count: total, shown: `${format.number(total)}${capped ? '+' : ''}` })}{' '}
          {t(isLater ? 'customer-files.export.later' : 'customer-files.export.atOnce')}
        </p>
        <SegmentedControl
          aria-label={t('customer-files.export.kind')}
          value={kind}
          data={kinds.map((value) => ({ value, label: t(`customer-files.export.${value}`) }))}
          onChange={setKind}
        />
        <Radio.Group
          label={t('customer-files.export.columns')}
          value={chosen}
          onChange={(value) => setChosen(value as typeof chosen)}
        >
          <div className="import-choices">
            {which.map((value) => (
              <Radio
                key={value}
                value={value}
                label={t(`customer-files.export.${value}`, { count: value === 'all' ? columns.length : shown.length })}
              />
            ))}
          </div>
        </Radio.Group>
        {chosen === 'some' && (
          <MultiSelect
            searchable
            aria-label={t('customer-files.export.columns')}
            data={[...columns]}
            value={some}
            onChange={setSome}
          />
        )}
        <div className="form-buttons">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" loading={isSending} disabled={names.length === 0 || (total === 0 && !capped)}>
            {t('ui.export')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
