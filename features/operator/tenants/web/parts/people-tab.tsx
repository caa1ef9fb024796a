import { Mail } from 'lucide-react';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { PersonCell } from '#platform/web/ui/initials.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import { EmptyState } from '#platform/web/ui/states.tsx';
import type { TenantDetail } from '../../contract.ts';
import '#platform/web/ui/fact-list.css';

/** Whom to talk to, and how many there are. Who else works there is the tenant's own matter. */
export function PeopleTab({ tenant }: { tenant: TenantDetail }) {
  const t = useText();
  const format = useFormat();
  const seats = ({ used, limit }: TenantDetail['voiceSeats']) =>
    limit === null ? format.number(used) : `${format.number(used)} / ${format.number(limit)}`;
  return (
    <div className="tenant-cards">
      <Card title={t('tenants.people.owners')}>
        {tenant.owners.length === 0 ? (
          <EmptyState title={t('tenants.people.none')} hint={t('tenants.people.noneHint')} />
        ) : (
          <ul className="tenant-owners">
            {tenant.owners.map(({ name, email, lastSignInAt }) => (
              <li key={email}>
                <PersonCell
                  name={name}
                  detail={
                    lastSignInAt
                      ? t('tenants.people.lastSignIn', { when: format.relative(lastSignInAt) })
                      : t('tenants.people.neverSignedIn')
                  }
                />
                <a href={`mailto:${email}`}>
                  <Mail size={14} aria-hidden /> {email}
                </a>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Card title={t('tenants.people.counts')}>
        <dl className="fact-list">
          {[
            [t('tenants.people.members'), format.number(tenant.members)],
            [t('tenants.usage.voiceSeats'), seats(tenant.voiceSeats)],
            [t('tenants.usage.textSeats'), seats(tenant.textSeats)],
            [
              t('tenants.column.lastSignIn'),
              tenant.lastSignInAt ? format.relative(tenant.lastSignInAt) : t('tenants.never'),
            ],
          ].map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </div>
  );
}
