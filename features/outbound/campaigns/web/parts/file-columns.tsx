import { Alert, Button, Select } from '@mantine/core';
import { useState } from 'react';
import { countryOfZone } from '#core/calendar/country-of-zone.ts';
import { LONG_LIST, useCountryChoices } from '#platform/web/country-choices.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { CAMPAIGN_COLUMNS } from '../../core/campaign-columns.ts';
import { campaignsApi, type CampaignFile, type CampaignImport } from '../../contract.ts';
import { fileTrouble, fileWish, firstMapping, KEPT, type FileDraft } from './file-mapping.ts';
import '#platform/web/ui/form/form.css';

const LEFT_OUT = 'none';

/** What the columns of a file are, and in which country its numbers are written. */
export function FileColumns({
  file,
  onChecking,
  onCancel,
}: {
  file: CampaignFile;
  onChecking: (now: CampaignImport) => void;
  onCancel: () => void;
}) {
  const t = useText();
  const format = useFormat();
  const countries = useCountryChoices();
  const zone = useViewer()?.timeZone ?? '';
  const { id, fileName, rows } = file.import;
  const [draft, setDraft] = useState<FileDraft>(() => firstMapping(file.columns));
  const [country, setCountry] = useState(() => countryOfZone(zone) ?? '');
  const trouble = fileTrouble(draft);
  const check = useCommand(campaignsApi.importCheck, { onDone: onChecking });
  const choices = [
    { value: LEFT_OUT, label: t('campaigns.columns.leaveOut') },
    ...CAMPAIGN_COLUMNS.map((value) => ({ value, label: t(`campaigns.columns.field.${value}`) })),
    { value: KEPT, label: t('campaigns.columns.keep') },
  ];
  const nameOf = (title: string, column: number): string =>
    title.trim() || t('campaigns.columns.untitled', { number: column + 1 });
  return (
    <>
      <Card title={t('campaigns.columns.title')}>
        <p className="campaign-hint">
          {[fileName, rows === null ? t('campaigns.file.counting') : t('campaigns.file.rows', { count: rows })].join(
            ' · ',
          )}
        </p>
        <p className="campaign-hint">{t('campaigns.columns.hint')}</p>
        <ul className="campaign-columns">
          {file.columns.map(({ column, title, samples }) => {
            const name = nameOf(title, column);
            const field = draft[String(column)] ?? '';
            return (
              <li key={column} data-left-out={field === '' || undefined}>
                <span>
                  <b>{name}</b>
                  <small>{samples.length > 0 ? samples.join(' · ') : t('campaigns.columns.empty')}</small>
                </span>
                <Select
                  allowDeselect={false}
                  comboboxProps={LONG_LIST}
                  aria-label={t('campaigns.columns.becomes', { name })}
                  data={title.trim() === '' ? choices.filter(({ value }) => value !== KEPT) : choices}
                  value={field || LEFT_OUT}
                  error={trouble.twice.includes(field) ? t('campaigns.columns.twice') : undefined}
                  onChange={(next) => next && setDraft({ ...draft, [String(column)]: next === LEFT_OUT ? '' : next })}
                />
              </li>
            );
          })}
        </ul>
        <Select
          searchable
          clearable
          className="campaign-country"
          comboboxProps={LONG_LIST}
          label={t('campaigns.columns.country')}
          description={t('campaigns.columns.countryHint')}
          data={countries}
          value={country || null}
          onChange={(next) => setCountry(next ?? '')}
        />
      </Card>
      {trouble.noNumber && (
        <Alert color="red" role="alert">
          {t('campaigns.columns.noNumber')}
        </Alert>
      )}
      {trouble.twice.length > 0 && (
        <Alert color="red" role="alert">
          {t('campaigns.columns.twiceOf', {
            fields: format.list(
              trouble.twice.map((field) => choices.find(({ value }) => value === field)?.label ?? field),
            ),
          })}
        </Alert>
      )}
      <div className="form-buttons campaign-buttons">
        <Button variant="default" onClick={onCancel}>
          {t('campaigns.file.discard')}
        </Button>
        <Button
          loading={check.isPending}
          disabled={trouble.noNumber || trouble.twice.length > 0}
          onClick={() => check.mutate(fileWish(id, file.columns, draft, country))}
        >
          {t('campaigns.file.check')}
        </Button>
      </div>
    </>
  );
}
