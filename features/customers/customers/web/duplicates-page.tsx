import { Button, Radio } from '@mantine/core';
import { Merge, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useAddressQuery } from '#platform/web/navigation.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card, Page } from '#platform/web/ui/page.tsx';
import { EmptyState, ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import { usePage } from '#platform/web/use-endpoint.ts';
import { customersApi, DUPLICATES_A_PAGE, type Customer } from '../contract.ts';
import { nameOf } from './look-up.ts';
import { MergeDialog } from './parts/merge-dialog.tsx';
import { TagList } from './parts/tag-list.tsx';
import './customers.css';

/** Everybody who may be there twice, group by group, each made one in two presses. */
export default function DuplicatesPage() {
  const t = useText();
  const [query, setQuery] = useAddressQuery();
  const page = Math.max(1, Math.floor(Number(query.get('page')) || 1));
  const { data, error, refetch } = usePage(customersApi.duplicates, { page_number: page });
  const goTo = (next: number) => setQuery(next > 1 ? { page: String(next) } : {});
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingPage />;
  if (data.length === 0)
    return (
      <EmptyState
        icon={<UsersRound size={22} />}
        title={t('customers.duplicates.none')}
        hint={t('customers.duplicates.noneHint')}
        action={
          page > 1 ? (
            <Button variant="default" onClick={() => goTo(1)}>
              {t('customers.duplicates.first')}
            </Button>
          ) : (
            <Button variant="default" component={Link} to="/customers">
              {t('customers.menu')}
            </Button>
          )
        }
      />
    );
  return (
    <Page>
      <p className="duplicates-hint">{t('customers.duplicates.hint')}</p>
      <ul className="duplicate-groups">
        {data.map((group) => (
          <li key={group.customers.map(({ id }) => id).join()}>
            <Group {...group} />
          </li>
        ))}
      </ul>
      {(page > 1 || data.length === DUPLICATES_A_PAGE) && (
        <nav className="page-actions" aria-label={t('ui.table.pages')}>
          <Button variant="default" disabled={page === 1} onClick={() => goTo(page - 1)}>
            {t('ui.table.previous')}
          </Button>
          <Button variant="default" disabled={data.length < DUPLICATES_A_PAGE} onClick={() => goTo(page + 1)}>
            {t('ui.table.next')}
          </Button>
        </nav>
      )}
    </Page>
  );
}

/** People with one number or address; the one marked is kept, and the others become part of it. */
function Group({ shared, customers }: { shared: string; customers: Customer[] }) {
  const t = useText();
  const [keepId, setKeepId] = useState<number | null>(null);
  const [isMerging, setMerging] = useState(false);
  const keep = customers.find(({ id }) => id === keepId) ?? customers[0]!;
  const title = shared.includes('@') ? shared : spokenNumber(shared);
  return (
    <Card
      title={<span className="figures">{title}</span>}
      actions={
        <Button
          size="xs"
          variant="default"
          leftSection={<Merge size={14} aria-hidden />}
          aria-label={t('customers.duplicates.mergeOf', { shared: title })}
          onClick={() => setMerging(true)}
        >
          {t('customers.merge')}
        </Button>
      }
    >
      <Radio.Group
        aria-label={t('customers.duplicates.keep')}
        value={String(keep.id)}
        onChange={(id) => setKeepId(Number(id))}
      >
        <ul className="duplicate-people">
          {customers.map((one) => (
            <li key={one.id}>
              <Person customer={one} />
            </li>
          ))}
        </ul>
      </Radio.Group>
      {isMerging && (
        <MergeDialog
          keep={keep}
          others={customers.filter(({ id }) => id !== keep.id)}
          onClose={() => setMerging(false)}
        />
      )}
    </Card>
  );
}

function Person({ customer }: { customer: Customer }) {
  const t = useText();
  const format = useFormat();
  const {
    id,
    company,
    phones,
    emails,
    owner_name: owner,
    tags,
    last_contact_at: contact,
    created_at: created,
  } = customer;
  const name = nameOf(customer) || company || `#${id}`;
  const ways = [...phones.map(({ number }) => spokenNumber(number)), ...emails];
  return (
    <>
      <Radio value={String(id)} aria-label={t('customers.duplicates.keepOne', { name })} />
      <span>
        <Link to={`/customers/${id}`}>{name}</Link> {company && company !== name && <span>{company}</span>}{' '}
        <TagList tags={tags} most={3} />
        <small>
          {[
            ways.join(', '),
            owner,
            contact
              ? t('customers.duplicates.contact', { time: format.relative(contact) })
              : t('customers.duplicates.added', { time: format.date(created) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
    </>
  );
}
