import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { customerFilesApi, type CustomerImport, type ImportPreview } from '../../contract.ts';
import { DayQuestions } from './day-questions.tsx';
import { useDateFields, useImportFields } from './import-fields.ts';
import { ImportRuleFields } from './import-rule-fields.tsx';
import { keptDraft, mappingTrouble, unclearDays, wishOf, type ImportDraft } from './mapping.ts';
import { MappingTable } from './mapping-table.tsx';
import { shapeText } from './shape-text.ts';
import '#platform/web/ui/form/form.css';

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
  const format = useFormat();
  const { id, file_name: file, rows } = preview.import;
  const [draft, setDraft] = useState(() => keptDraft.read(id, preview));
  const change = (part: Partial<ImportDraft>) => {
    const next = { ...draft, ...part };
    keptDraft.write(id, next);
    setDraft(next);
  };
  const choices = useImportFields();
  const trouble = mappingTrouble(draft.fields);
  const asked = unclearDays(preview, draft.fields, useDateFields());
  const isUnsaid = asked.some(({ column, days }) => days?.order === 'either' && !draft.days[String(column)]);
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
      <DayQuestions
        columns={asked}
        days={draft.days}
        onChange={(column, order) => change({ days: { ...draft.days, [String(column)]: order } })}
      />
      <ImportRuleFields draft={draft} onChange={change} />
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
      {isUnsaid && (
        <Alert color="orange" role="alert">
          {t('customer-files.days.missing')}
        </Alert>
      )}
      {!trouble.nobody && trouble.unreachable && <Alert color="orange">{t('customer-files.map.unreachable')}</Alert>}
      <div className="form-buttons">
        <Button variant="default" onClick={onCancel}>
          {t('customer-files.discard')}
        </Button>
        <Button
          loading={check.isPending}
          disabled={trouble.nobody || trouble.twice.length > 0 || isUnsaid}
          onClick={() => check.mutate(wishOf(id, draft))}
        >
          {t('customer-files.check')}
        </Button>
      </div>
    </>
  );
}
