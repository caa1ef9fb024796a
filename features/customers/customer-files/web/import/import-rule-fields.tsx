import { MultiSelect, Radio, Select } from '@mantine/core';
import { useTagChoices } from '#features/customers/tags/web/index.ts';
import { usePeople } from '#features/team/seats/web/index.ts';
import { LONG_LIST, useCountryChoices } from '#platform/web/country-choices.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { useCan } from '#platform/web/viewer.ts';
import type { DuplicateRule } from '../../contract.ts';
import type { ImportDraft } from './mapping.ts';

const rules = ['skip', 'update', 'create'] as const satisfies readonly DuplicateRule[];

interface ImportRuleFieldsProps {
  draft: ImportDraft;
  onChange: (part: Partial<ImportDraft>) => void;
}

/** What becomes of the rows: those that are known already, and what all of them get. */
export function ImportRuleFields({ draft, onChange }: ImportRuleFieldsProps) {
  const t = useText();
  const can = useCan();
  const [tags, people, countries] = [useTagChoices(), usePeople(), useCountryChoices()];
  return (
    <Card title={t('customer-files.rule.title')}>
      <div className="form import-rules">
        <Radio.Group
          label={t('customer-files.rule.duplicates')}
          value={draft.duplicates}
          onChange={(rule) => onChange({ duplicates: rule as DuplicateRule })}
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
            onChange={(country) => onChange({ country: country ?? '' })}
          />
          {can('tags.use') && (
            <MultiSelect
              searchable
              label={t('customer-files.rule.tags')}
              description={t('customer-files.rule.tagsHint')}
              maxValues={20}
              data={tags}
              value={[...draft.tags]}
              onChange={(chosen) => onChange({ tags: chosen })}
            />
          )}
          <Select
            searchable
            clearable
            label={t('customer-files.rule.owner')}
            description={t('customer-files.rule.ownerHint')}
            data={people}
            value={draft.owner || null}
            onChange={(owner) => onChange({ owner: owner ?? '' })}
          />
        </div>
      </div>
    </Card>
  );
}
