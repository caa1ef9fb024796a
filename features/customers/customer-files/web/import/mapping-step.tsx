import { Alert, Button, MultiSelect, Radio, Select } from '@mantine/core';
import { useState } from 'react';
import { useTagChoices } from '#features/customers/tags/web/index.ts';
import { usePeople } from '#features/team/seats/web/index.ts';
import { LONG_LIST, useCountryChoices } from '#platform/web/country-choices.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { customerFilesApi, type CustomerImport, type DuplicateRule, type ImportPreview } from '../../contract.ts';
import { useImportFields } from './import-fields.ts';
import { keptDraft, mappingTrouble, wishOf, type ImportDraft } from './mapping.ts';
import { MappingTable } from './mapping-table.tsx';
import { shapeText } from './shape-text.ts';
import '#platform/web/ui/form/form.css';

const rules = ['skip', 'update', 'create'] as const satisfies readonly DuplicateRule[];

/** What the columns are, and what becomes of the rows. */
export function MappingStep({
  preview,
  onChecking,
  onCancel,
}: {
  preview: ImportPreview;
  onChecking: (now: CustomerImport) => void;
  onCancel: () => void;
}) {
  const t = useText();
  const can = useCan();
  const format = useFormat();
  const { id, file_name: file, rows } = preview.import;
  const [draft, setDraft] = useState(() => keptDraft.read(id, preview));
  const change = (part: Partial<ImportDraft>) => {
    const next = { ...draft, ...part };
    keptDraft.write(id, next);
    setDraft(next);
  };
  const [choices, tags, people, countries] = [useImportFields(), useTagChoices(), usePeople(), useCountryChoices()];
  const trouble = mappingTrouble(draft.fields);
  const labelOf = (field: string): string =>
    choices.flatMap(({ items }) => items).find(({ value }) => value === field)?.label ?? field;
  const check = useCommand(customerFilesApi.check, { onDone: onChecking });
  return (
    <>
      <Card title={t('customer-files.map.title')}>
        <p className="import-hint">
          {[
            file,
            rows === null ? t('customer-files.map.counting') : t('customer-files.rows', { count: rows }),
            shapeText(preview, t),
          ].join(' · ')}
        </p>
        <p className="import-hint">
          {t(preview.encoding === 'xlsx' ? 'customer-files.map.hint' : 'customer-files.map.hintText')}
        </p>
        <MappingTable
          columns={preview.columns}
          choices={choices}
          fields={draft.fields}
          twice={trouble.twice}
          onChange={(column, field) => change({ fields: { ...draft.fields, [String(column)]: field } })}
        />
      </Card>
      <Card title={t('customer-files.rule.title')}>
        <div className="form import-rules">
          <Radio.Group
            label={t('customer-files.rule.duplicates')}
            value={draft.duplicates}
            onChange={(rule) => change({ duplicates: rule as DuplicateRule })}
          >
            <div className="import-choices">
              {rules.map((rule) => (
                <Radio
                  key={rule}
                  value={rule}
                  label={t(`customer-files.rule.${rule}`)}
                  description={t(`customer-files.rule.${rule}Hint`)}
                />
              ))}
            </div>
          </Radio.Group>
          <div className="form-row">
            <Select
              searchable
              clearable
              comboboxProps={LONG_LIST}
              label={t('customer-files.rule.country')}
              description={t('customer-files.rule.countryHint')}
              data={countries}
              value={draft.country || null}
              onChange={(country) => change({ country: country ?? '' })}
            />
            {can('tags.use') && (
              <MultiSelect
                searchable
                label={t('customer-files.rule.tags')}
                description={t('customer-files.rule.tagsHint')}
                maxValues={20}
                data={tags}
                value={[...draft.tags]}
                onChange={(chosen) => change({ tags: chosen })}
              />
            )}
            <Select
              searchable
              clearable
              label={t('customer-files.rule.owner')}
              description={t('customer-files.rule.ownerHint')}
              data={people}
              value={draft.owner || null}
              onChange={(owner) => change({ owner: owner ?? '' })}
            />
          </div>
        </div>
      </Card>
      {trouble.nobody && (
        <Alert color="red" role="alert">
          {t('customer-files.map.nobody')}
        </Alert>
      )}
      {trouble.twice.length > 0 && (
        <Alert color="red" role="alert">
          {t('customer-files.map.twiceOf', { fields: format.list(trouble.twice.map(labelOf)) })}
        </Alert>
      )}
      {!trouble.nobody && trouble.unreachable && <Alert color="orange">{t('customer-files.map.unreachable')}</Alert>}
      <div className="form-buttons">
        <Button variant="default" onClick={onCancel}>
          {t('customer-files.discard')}
        </Button>
        <Button
          loading={check.isPending}
          disabled={trouble.nobody || trouble.twice.length > 0}
          onClick={() => check.mutate(wishOf(id, draft))}
        >
          {t('customer-files.check')}
        </Button>
      </div>
    </>
  );
}
