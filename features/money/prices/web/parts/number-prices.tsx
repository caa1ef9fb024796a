import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { countryName } from '#platform/web/country.ts';
import { failureText } from '#platform/web/failure-handler.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { Flag } from '#platform/web/ui/flag.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { priceGuideApi, type NumberPrices } from '../../contract.ts';
import { usePriceWords } from '../use-price-words.ts';

const MINUTES = [1, 5, 10] as const;

/** Asks what calls and messages to one number cost. */
export function NumberPriceCard({ currency }: { currency: string }) {
  const t = useText();
  const [number, setNumber] = useState('');
  const ask = useCommand(priceGuideApi.guideNumber, { handlesFailures: true });
  return (
    <Card title={t('prices.number.title')}>
      <form
        className="prices-ask"
        onSubmit={(event) => {
          event.preventDefault();
          ask.mutate({ number });
        }}
      >
        <TextInput
          type="tel"
          label={t('prices.number.number')}
          description={t('prices.number.hint')}
          maxLength={40}
          value={number}
          error={ask.error ? failureText(ask.error) : undefined}
          onChange={({ currentTarget: { value } }) => (ask.reset(), setNumber(value))}
        />
        <Button type="submit" disabled={number.trim().length < 3} loading={ask.isPending}>
          {t('prices.number.ask')}
        </Button>
      </form>
      <div role="status">{ask.data && <Answer found={ask.data} currency={currency} />}</div>
    </Card>
  );
}

function Answer({ found: { number, country, answers }, currency }: { found: NumberPrices; currency: string }) {
  const t = useText();
  const language = useLanguage();
  const words = usePriceWords(currency);
  return (
    <>
      <p className="prices-asked">
        <Flag iso2={country} /> {countryName(country, language)} <b className="figures">+{number}</b>
      </p>
      <div className="prices-scroll">
        <table className="prices-table" aria-label={t('prices.number.title')}>
          <thead>
            <tr>
              <th scope="col">{t('prices.what')}</th>
              <th scope="col">{t('prices.column.price')}</th>
              <th scope="col">{t('prices.counted')}</th>
              {MINUTES.map((minutes) => (
                <th key={minutes} scope="col">
                  {t('prices.guide.minutes', { minutes })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {answers.map(({ service, kind, answer }) => (
              <tr key={`${service} ${kind}`}>
                <th scope="row">{words.what({ service, kind, variant: '' })}</th>
                {answer.is === 'price' ? (
                  <>
                    <td className="figures">{words.each(answer.price)}</td>
                    <td className="figures">{words.counted(answer.price)}</td>
                    {MINUTES.map((minutes) => (
                      <td key={minutes} className="figures">
                        {words.talk(answer.price, minutes)}
                      </td>
                    ))}
                  </>
                ) : (
                  <td colSpan={5} className={answer.is === 'none' ? 'prices-none' : undefined}>
                    {t(answer.is === 'none' ? 'prices.number.none' : 'prices.number.free')}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
