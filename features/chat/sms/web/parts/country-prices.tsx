import { ActionIcon, Anchor, Button, Select } from '@mantine/core';
import { Trash2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { countryName } from '#platform/web/country.ts';
import { LONG_LIST, useCountryChoices } from '#platform/web/country-choices.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { priceText } from '#platform/web/minor-units.ts';
import { NamedFlag } from '#platform/web/ui/flag.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { smsApi, type SmsSettings } from '../../contract.ts';

/** Countries messages may go to; where the team pays, with what one part costs by the price lists, which nobody changes here. */
export function CountryPrices({ settings: { countries, currency } }: { settings: SmsSettings }) {
  const t = useText();
  const can = useCan();
  const language = useLanguage();
  const choices = useCountryChoices();
  const [open, setOpen] = useState(() => countries.map(({ iso2 }) => iso2));
  const save = useCommand(smsApi.saveCountries, { invalidates: [smsApi.settings, smsApi.countries], done: 'ui.saved' });
  const prices = new Map(countries.map(({ iso2, priceE4 }) => [iso2, priceE4]));
  const nameOf = (iso2: string) => countryName(iso2, language);
  const pays = currency !== '';
  return (
    <>
      <p className="sms-hint">
        {t(pays ? 'sms.settings.pricesHint' : 'sms.settings.countriesHint')}{' '}
        {pays && can('prices.view') && (
          <Anchor component={Link} to="/settings/prices?service=sms">
            {t('sms.settings.allPrices')}
          </Anchor>
        )}
      </p>
      <ul className="sms-prices">
        {open
          .toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), language))
          .map((iso2) => (
            <li key={iso2}>
              <span>
                <NamedFlag iso2={iso2} /> {nameOf(iso2)}
              </span>
              <CountryPrice priceE4={pays ? prices.get(iso2) : undefined} currency={currency} />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('sms.settings.close', { country: nameOf(iso2) })}
                onClick={() => setOpen(open.filter((one) => one !== iso2))}
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
        data={choices.filter(({ value }) => !open.includes(value))}
        onChange={(iso2) => iso2 && setOpen([...open, iso2])}
      />
      <div className="form-buttons">
        <Button loading={save.isPending} onClick={() => save.mutate({ countries: open })}>
          {t('ui.save')}
        </Button>
      </div>
    </>
  );
}

/** Nothing where nobody pays, and of a country that was opened just now until it is saved. */
function CountryPrice({ priceE4, currency }: { priceE4: number | null | undefined; currency: string }) {
  const t = useText();
  const language = useLanguage();
  if (priceE4 === undefined) return <span />;
  if (priceE4 === null)
    return (
      <span className="sms-no-price">
        <TriangleAlert size={14} aria-hidden /> {t('sms.settings.noPrice')}
      </span>
    );
  return <span className="figures">{priceText(priceE4, currency, language)}</span>;
}
