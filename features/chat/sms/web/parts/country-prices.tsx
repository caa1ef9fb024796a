import { ActionIcon, Button, NumberInput, Select } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { PRICE_SCALE } from '../../core/price.ts';
import { countryName } from '#platform/web/country.ts';
import { LONG_LIST, useCountryChoices } from '#platform/web/country-choices.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { NamedFlag } from '#platform/web/ui/flag.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { smsApi, type SmsPrice, type SmsSettings } from '../../contract.ts';

const PRICE_DIGITS = 4;

/** Countries messages may go to, with the price of one part. */
export function CountryPrices({ settings: { countries, currency } }: { settings: SmsSettings }) {
  const t = useText();
  const language = useLanguage();
  const choices = useCountryChoices();
  const [open, setOpen] = useState<SmsPrice[]>(countries);
  const save = useCommand(smsApi.saveCountries, { invalidates: [smsApi.settings, smsApi.countries], done: 'ui.saved' });
  const nameOf = (iso2: string) => countryName(iso2, language);
  const sorted = open.toSorted((a, b) => nameOf(a.iso2).localeCompare(nameOf(b.iso2), language));
  const price = (iso2: string, value: number) =>
    setOpen(open.map((one) => (one.iso2 === iso2 ? { iso2, priceE4: Math.round(value * PRICE_SCALE) } : one)));
  return (
    <>
      <p className="sms-hint">{t('sms.settings.countriesHint', { currency })}</p>
      <ul className="sms-prices">
        {sorted.map(({ iso2, priceE4 }) => (
          <li key={iso2}>
            <span>
              <NamedFlag iso2={iso2} /> {nameOf(iso2)}
            </span>
            <NumberInput
              aria-label={t('sms.settings.price', { country: nameOf(iso2) })}
              hideControls
              min={0}
              max={10}
              decimalScale={PRICE_DIGITS}
              value={priceE4 / PRICE_SCALE}
              onChange={(value) => price(iso2, Number(value) || 0)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('sms.settings.close', { country: nameOf(iso2) })}
              onClick={() => setOpen(open.filter((one) => one.iso2 !== iso2))}
            >
              <Trash2 size={15} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <Select
        searchable
        aria-label={t('sms.settings.addCountry')}
        placeholder={t('sms.settings.addCountry')}
        comboboxProps={LONG_LIST}
        value={null}
        data={choices.filter(({ value }) => !open.some(({ iso2 }) => iso2 === value))}
        onChange={(iso2) => iso2 && setOpen([...open, { iso2, priceE4: 0 }])}
      />
      <div className="form-buttons">
        <Button loading={save.isPending} onClick={() => save.mutate({ countries: open })}>
          {t('ui.save')}
        </Button>
      </div>
    </>
  );
}
