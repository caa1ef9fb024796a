import { Suspense, useState } from 'react';
import { FactorsCard } from '#features/team/second-factor/web/index.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card, Page } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { invalidate, useEndpoint } from '#platform/web/use-endpoint.ts';
import { accountApi, type UserInfo } from '../contract.ts';
import { DevicesCard } from './parts/devices-card.tsx';
import { EmailRow } from './parts/email-row.tsx';
import { NameRow } from './parts/name-row.tsx';
import { PasswordRow } from './parts/password-row.tsx';
import { PhoneRow } from './parts/phone-row.tsx';
import { SessionsCard } from './parts/session-list.tsx';
import './personal.css';

/** Who I am, how I sign in, and where I am signed in. */
export default function SecurityPage() {
  const t = useText();
  const { data: info, error, refetch } = useEndpoint(accountApi.info, {}, { handlesFailures: true });
  // Who helps in a team that is not theirs changes nothing of their own there: no button that would be refused.
  if (info?.helpUntil)
    return (
      <Page narrow>
        <Card title={t('account.security.signIn')}>
          <p className="setting-note">{t('account.security.helping', { team: info.tenantName })}</p>
        </Card>
      </Page>
    );
  return (
    <Page narrow>
      <div className="personal">
        <Card title={t('account.security.signIn')}>
          {info ? (
            <Settings info={info} />
          ) : error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <LoadingLines lines={6} />
          )}
        </Card>
        <Suspense fallback={<LoadingLines />}>
          <FactorsCard />
        </Suspense>
        <SessionsCard />
        <DevicesCard onChanged={() => void invalidate(accountApi.sessions)} />
        <p className="setting-note">{t('account.security.elsewhere')}</p>
      </div>
    </Page>
  );
}

const rows = { name: NameRow, email: EmailRow, phone: PhoneRow, password: PasswordRow };

/** One form is open at a time. */
function Settings({ info }: { info: UserInfo }) {
  const [open, setOpen] = useState<string | null>(null);
  // A phone is of use only where codes go to phones.
  const phoneCodes = useEndpoint(accountApi.setupState, {}, { handlesFailures: true }).data?.phoneCodes ?? true;
  const shown = Object.entries(rows).filter(([name]) => name !== 'phone' || phoneCodes || info.phone !== null);
  return shown.map(([name, Row]) => (
    <Row key={name} info={info} opened={open === name} onToggle={(opened) => setOpen(opened ? name : null)} />
  ));
}
