import { Button, Radio } from '@mantine/core';
import { useState } from 'react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { countryName, isCountry } from '#platform/web/country.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { codeLabel } from '#platform/web/ui/code-badge.tsx';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { customersApi, type Customer, type CustomerWish } from '../../contract.ts';
import { nameOf } from '../look-up.ts';
import '#platform/web/ui/form/form.css';

const plain = ['full_name', 'company', 'language', 'country', 'time_zone', 'note'] as const;
type Plain = (typeof plain)[number];
const old = [customersApi.get, customersApi.list, customersApi.myList, customersApi.timeline, customersApi.duplicates];

interface MergeDialogProps {
  keep: Customer;
  others: readonly Customer[];
  onClose: () => void;
}

/** Makes one customer of several; where they differ somebody chooses. */
export function MergeDialog({ keep, others, onClose }: MergeDialogProps) {
  const t = useText();
  const language = useLanguage();
  const all = [keep, ...others];
  /** Whose value wins, by field; the kept one's unless somebody says otherwise. */
  const [winners, setWinners] = useState<Readonly<Record<string, number>>>({});
  const merge = useCommand(customersApi.merge, { invalidates: old, done: 'customers.merged', onDone: onClose });
  const shown = (customer: Customer, field: Plain): string => {
    if (field === 'full_name') return nameOf(customer);
    if (field === 'language') return codeLabel(CustomerLanguage, customer.language);
    return field === 'country' && isCountry(customer.country)
      ? countryName(customer.country, language)
      : customer[field];
  };
  // What only one of them has is kept anyway: only real choices are asked for.
  const firstOf = (values: readonly (string | number | null)[]) =>
    all.filter(
      (_, place) => values[place] !== '' && values[place] !== null && values.indexOf(values[place]!) === place,
    );
  const rows = [
    ...plain.map((field) => ({
      key: field as string,
      name: t(`customers.field.${field}`),
      choices: firstOf(all.map((one) => one[field])).map((one) => ({ id: one.id, text: shown(one, field) })),
    })),
    {
      key: 'owner',
      name: t('customers.field.owner'),
      choices: firstOf(all.map((one) => one.owner_id)).map((one) => ({ id: one.id, text: one.owner_name })),
    },
  ].filter(({ choices }) => choices.length > 1);

  const fields = (): CustomerWish =>
    Object.fromEntries(
      rows.flatMap(({ key }): [string, string | number | null][] => {
        const winner = all.find(({ id }) => id === winners[key] && id !== keep.id);
        if (!winner) return [];
        return key === 'owner' ? [['owner_id', winner.owner_id]] : [[key, winner[key as Plain]]];
      }),
    );
  return (
    <Dialog opened onClose={onClose} size={640} title={t('customers.mergeTitle', { count: all.length })}>
      <div className="form">
        <p>{t('customers.mergeHint')}</p>
        <ul className="merge-people">
          {all.map((one) => (
            <li key={one.id}>
              <b>{nameOf(one) || one.company || `#${one.id}`}</b>{' '}
              <span>{[...one.phones.map(({ number }) => spokenNumber(number)), ...one.emails].join(', ')}</span>
            </li>
          ))}
        </ul>
        {rows.map(({ key, name, choices }) => (
          <Radio.Group
            key={key}
            label={name}
            value={String(winners[key] ?? choices[0]!.id)}
            onChange={(id) => setWinners((before) => ({ ...before, [key]: Number(id) }))}
          >
            <div className="merge-row">
              {choices.map(({ id, text }) => (
                <Radio key={id} value={String(id)} label={text} />
              ))}
            </div>
          </Radio.Group>
        ))}
        <div className="form-buttons">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            loading={merge.isPending}
            onClick={() => merge.mutate({ keep_id: keep.id, other_ids: others.map(({ id }) => id), fields: fields() })}
          >
            {t('customers.merge')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
