import { Alert, Button, Radio } from '@mantine/core';
import { useState } from 'react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { useText } from '#platform/web/i18n.ts';
import { codeLabel } from '#platform/web/ui/code-badge.tsx';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { customersApi, type Customer, type CustomerWish } from '../../contract.ts';
import { nameOf } from '../look-up.ts';

/** Says that others have the same number or address, and makes one of them. */
export function Duplicates({ customer }: { customer: Customer }) {
  const t = useText();
  const { data } = useEndpoint(customersApi.duplicates, { id: customer.id }, { handlesFailures: true });
  const [other, setOther] = useState<Customer | null>(null);
  const others = [...new Map((data ?? []).flatMap((group) => group.customers).filter(({ id }) => id !== customer.id).map((one) => [one.id, one])).values()];
  if (others.length === 0) return null;
  return (
    <>
      <Alert color="orange" title={t('customers.duplicates', { count: others.length })}>
        <div className="page-actions">{others.slice(0, 5).map((one) => <Button key={one.id} size="xs" variant="default" onClick={() => setOther(one)}>{t('customers.mergeWith', { name: nameOf(one) || one.company || `#${one.id}` })}</Button>)}</div>
      </Alert>
      {other && <MergeDialog keep={customer} other={other} onClose={() => setOther(null)} />}
    </>
  );
}

const plain = ['full_name', 'company', 'language', 'country', 'time_zone', 'note'] as const;
type Plain = (typeof plain)[number];

function MergeDialog({ keep, other, onClose }: { keep: Customer; other: Customer; onClose: () => void }) {
  const t = useText();
  const [fromOther, setFromOther] = useState<ReadonlySet<string>>(new Set());
  const merge = useCommand(customersApi.merge, { invalidates: [customersApi.get, customersApi.list, customersApi.myList, customersApi.timeline, customersApi.duplicates], done: 'customers.merged', onDone: onClose });
  const shown = (customer: Customer, field: Plain): string => (field === 'full_name' ? nameOf(customer) : field === 'language' && customer.language ? codeLabel(CustomerLanguage, customer.language) : customer[field]);
  // What only one of them has is kept anyway: only real choices are asked for.
  const differing = plain.filter((field) => keep[field] !== '' && other[field] !== '' && keep[field] !== other[field]);
  const ownerDiffers = keep.owner_id !== null && other.owner_id !== null && keep.owner_id !== other.owner_id;
  const rows: { key: string; name: string; mine: string; theirs: string }[] = [
    ...differing.map((field) => ({ key: field, name: t(`customers.field.${field}`), mine: shown(keep, field), theirs: shown(other, field) })),
    ...(ownerDiffers ? [{ key: 'owner', name: t('customers.field.owner'), mine: keep.owner_name, theirs: other.owner_name }] : []),
  ];
  const fields = (): CustomerWish => ({
    ...Object.fromEntries(differing.filter((field) => fromOther.has(field)).map((field) => [field, other[field]])),
    ...(fromOther.has('owner') ? { owner_id: other.owner_id } : {}),
  });
  const choose = (key: string, isOther: boolean) => setFromOther((before) => new Set(isOther ? [...before, key] : [...before].filter((one) => one !== key)));
  return (
    <Dialog opened onClose={onClose} size={640} title={t('customers.mergeTitle')}>
      <div className="form">
        <p>{t('customers.mergeHint')}</p>
        <p className="merge-numbers"><span>{keep.phones.map(({ number }) => spokenNumber(number)).join(', ') || keep.emails.join(', ')}</span><span>{other.phones.map(({ number }) => spokenNumber(number)).join(', ') || other.emails.join(', ')}</span></p>
        {rows.map(({ key, name, mine, theirs }) => (
          <Radio.Group key={key} label={name} value={fromOther.has(key) ? 'other' : 'keep'} onChange={(value) => choose(key, value === 'other')}>
            <div className="merge-row"><Radio value="keep" label={mine} /><Radio value="other" label={theirs} /></div>
          </Radio.Group>
        ))}
        <div className="form-buttons">
          <Button variant="default" onClick={onClose}>{t('ui.cancel')}</Button>
          <Button loading={merge.isPending} onClick={() => merge.mutate({ keep_id: keep.id, other_ids: [other.id], fields: fields() })}>{t('customers.merge')}</Button>
        </div>
      </div>
    </Dialog>
  );
}
