import { Button, MultiSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { countryName } from '#platform/web/country.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { countries } from '#shared/countries.ts';
import { callLimitsApi } from '../contract.ts';

/** Where may be called. */
export function CountriesCard({ allowed }: { allowed: readonly { iso2: string; name: string }[] }) {
  const t = useText();
  const language = useLanguage();
  const mayEdit = useCan()('call-limits.edit');
  const kept = allowed.map(({ iso2 }) => iso2);
  const [chosen, setChosen] = useState(kept);
  const save = useCommand(callLimitsApi.setCountries, { invalidates: [callLimitsApi.countries], done: 'ui.saved' });
  const choices = useMemo(
    () =>
      countries
        .map(({ iso2, code }) => ({ value: iso2, label: `${countryName(iso2, language)} +${code}` }))
        .sort((a, b) => a.label.localeCompare(b.label, language)),
    [language],
  );
  const isChanged = [...chosen].sort().join() !== [...kept].sort().join();
  return (
    <Card title={t('call-limits.countries.title')}>
      <p>{t('call-limits.countries.hint')}</p>
      {mayEdit ? (
        <>
          <MultiSelect
            label={t('call-limits.countries.choose')}
            placeholder={chosen.length === 0 ? t('call-limits.countries.all') : ''}
            searchable
            clearable
            data={choices}
            value={chosen}
            onChange={setChosen}
          />
          <div className="limits-save">
            <Button disabled={!isChanged} loading={save.isPending} onClick={() => save.mutate({ iso2s: chosen })}>
              {t('call-limits.saveCountries')}
            </Button>
          </div>
        </>
      ) : (
        <p>{allowed.length === 0 ? t('call-limits.countries.all') : allowed.map(({ name }) => name).join(', ')}</p>
      )}
    </Card>
  );
}
