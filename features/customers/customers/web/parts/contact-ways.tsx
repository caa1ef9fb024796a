import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { MessageSquareText, Phone, Plus, Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useCallNumber } from '#features/voice/softphone/web/index.ts';
import { useText } from '#platform/web/i18n.ts';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { NamedFlag } from '#platform/web/ui/flag.tsx';
import { useWindow } from '#platform/web/windows.ts';
import type { Customer, CustomerPhone } from '../../contract.ts';
import { useCountryChoices } from '../choices.ts';
import { nameOf } from '../look-up.ts';
import type { SaveCustomer } from '../use-save-customer.ts';

interface WaysProps {
  customer: Customer;
  save: SaveCustomer;
  mayEdit: boolean;
}

/** Numbers go back as they came: hidden ones as the words that stand for them. */
const wishOf = (phones: readonly CustomerPhone[]) =>
  phones.map(({ number, country, word }) => ({ number: word || number, country }));
const withoutPlace = <T,>(list: readonly T[], place: number): T[] => list.filter((_, index) => index !== place);
const toFront = <T,>(list: readonly T[], place: number): T[] => [list[place]!, ...withoutPlace(list, place)];

/** The numbers of a customer; the first is the one to call. */
export function Phones({ customer, save, mayEdit }: WaysProps) {
  const t = useText();
  const callNumber = useCallNumber();
  const sendSms = useWindow('smsSender');
  const [adding, setAdding] = useState(false);
  const { phones } = customer;
  const set = (next: readonly { number: string; country: string }[]) =>
    save({ phones: [...next] }, { phones: wishOf(phones) });
  return (
    <>
      <ul className="customer-ways">
        {phones.map((phone, place) => {
          const spoken = spokenNumber(phone.number);
          return (
            <li key={`${phone.number} ${phone.word}`}>
              <NamedFlag iso2={phone.country} />
              <span className="figures">{spoken}</span>
              {place === 0 && phones.length > 1 && <small>{t('customers.primary')}</small>}
              <span className="way-deeds">
                {callNumber && !customer.do_not_call && (
                  <ActionIcon
                    color="green"
                    variant="light"
                    aria-label={t('customers.callNumber', { number: spoken })}
                    data-hint={t('customers.call')}
                    onClick={() => callNumber({ ...phone, name: nameOf(customer) || (phone.word ? spoken : '') })}
                  >
                    <Phone size={15} aria-hidden />
                  </ActionIcon>
                )}
                {sendSms && !customer.do_not_text && (
                  <ActionIcon
                    variant="light"
                    aria-label={t('customers.textNumber', { number: spoken })}
                    data-hint={t('customers.text')}
                    onClick={() =>
                      sendSms(
                        phone.word
                          ? { number: phone.word, shown: spoken }
                          : { number: phone.number, iso2: phone.country },
                      )
                    }
                  >
                    <MessageSquareText size={15} aria-hidden />
                  </ActionIcon>
                )}
                {!phone.word && <CopyButton value={phone.number} label={t('customers.copyValue', { value: spoken })} />}
                {mayEdit && place > 0 && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={t('customers.makePrimary', { value: spoken })}
                    data-hint={t('customers.primaryHint')}
                    onClick={() => void set(wishOf(toFront(phones, place)))}
                  >
                    <Star size={15} aria-hidden />
                  </ActionIcon>
                )}
                {mayEdit && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={t('customers.removeValue', { value: spoken })}
                    onClick={() => void set(wishOf(withoutPlace(phones, place)))}
                  >
                    <Trash2 size={15} aria-hidden />
                  </ActionIcon>
                )}
              </span>
            </li>
          );
        })}
      </ul>
      {mayEdit &&
        (adding ? (
          <PhoneAdding
            country={customer.country || phones[0]?.country || ''}
            onAdd={async (phone) => (await set([...wishOf(phones), phone])) && setAdding(false)}
            onClose={() => setAdding(false)}
          />
        ) : (
          <Button
            variant="subtle"
            size="compact-xs"
            leftSection={<Plus size={13} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t('customers.addPhone')}
          </Button>
        ))}
    </>
  );
}

function PhoneAdding({
  country: first,
  onAdd,
  onClose,
}: {
  country: string;
  onAdd: (phone: { number: string; country: string }) => unknown;
  onClose: () => void;
}) {
  const t = useText();
  const [number, setNumber] = useState('');
  const [country, setCountry] = useState(first);
  return (
    <form
      className="way-adding"
      onSubmit={(event) => {
        event.preventDefault();
        if (number.trim().length >= 3) void onAdd({ number: number.trim(), country });
      }}
    >
      <Select
        size="xs"
        w={130}
        searchable
        aria-label={t('customers.field.country')}
        placeholder={t('customers.field.country')}
        data={useCountryChoices()}
        value={country || null}
        onChange={(next) => setCountry(next ?? '')}
      />
      <TextInput
        size="xs"
        type="tel"
        autoFocus
        aria-label={t('customers.field.phone')}
        maxLength={40}
        value={number}
        onChange={(event) => setNumber(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      />
      <Button size="xs" type="submit" disabled={number.trim().length < 3}>
        {t('customers.addValue')}
      </Button>
    </form>
  );
}

/** The addresses of a customer; the first is the one to write to. */
export function Emails({ customer, save, mayEdit }: WaysProps) {
  const t = useText();
  const [typed, setTyped] = useState<string | null>(null);
  const { emails } = customer;
  const set = (next: string[]) => save({ emails: next }, { emails });
  return (
    <>
      <ul className="customer-ways">
        {emails.map((email, place) => (
          <li key={email}>
            <span className="customer-address">{email}</span>
            {place === 0 && emails.length > 1 && <small>{t('customers.primary')}</small>}
            <span className="way-deeds">
              {!email.includes('*') && <CopyButton value={email} label={t('customers.copyValue', { value: email })} />}
              {mayEdit && place > 0 && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('customers.makePrimary', { value: email })}
                  data-hint={t('customers.primaryHint')}
                  onClick={() => void set(toFront(emails, place))}
                >
                  <Star size={15} aria-hidden />
                </ActionIcon>
              )}
              {mayEdit && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('customers.removeValue', { value: email })}
                  onClick={() => void set(withoutPlace(emails, place))}
                >
                  <Trash2 size={15} aria-hidden />
                </ActionIcon>
              )}
            </span>
          </li>
        ))}
      </ul>
      {mayEdit &&
        (typed === null ? (
          <Button
            variant="subtle"
            size="compact-xs"
            leftSection={<Plus size={13} aria-hidden />}
            onClick={() => setTyped('')}
          >
            {t('customers.addEmail')}
          </Button>
        ) : (
          <form
            className="way-adding"
            onSubmit={(event) => {
              event.preventDefault();
              if (typed.includes('@')) void set([...emails, typed.trim()]).then((saved) => saved && setTyped(null));
            }}
          >
            <TextInput
              size="xs"
              type="email"
              autoFocus
              aria-label={t('customers.field.email')}
              maxLength={254}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              onKeyDown={(event) => event.key === 'Escape' && setTyped(null)}
            />
            <Button size="xs" type="submit" disabled={!typed.includes('@')}>
              {t('customers.addValue')}
            </Button>
          </form>
        ))}
    </>
  );
}
