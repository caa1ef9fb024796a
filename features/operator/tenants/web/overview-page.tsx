import { Alert, Button } from '@mantine/core';
import { CircleCheck, Unplug } from 'lucide-react';
import { Suspense, type ReactNode } from 'react';
import { Link } from 'react-router';
import { BackupCard } from '#features/operator/backups/web/index.ts';
import { FigureTile, FigureTiles } from '#platform/web/figures/figure-tile.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card, Page } from '#platform/web/ui/page.tsx';
import { ErrorLine, ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { tenantsApi, type InstallationFigures, type TenantFilter, type TenantRow } from '../contract.ts';
import type { TenantTrouble } from '../core/tenant-trouble.ts';
import { tenantAddress } from './address.ts';
import { StandingBadge, TenantTroubles } from './parts/tenant-standing.tsx';
import { useMoneyText } from './use-money-text.ts';
import { useLiveConsole } from './use-live-console.ts';
import './tenants.css';

const FEW = 6;
/** Money has a list of its own. */
const failing: TenantTrouble[] = ['trunks', 'jobs', 'storage', 'unpaid'];

/** How the installation is: its tenants, its calls, whose money ends, what fails and who came last. */
export default function OverviewPage() {
  useLiveConsole();
  const figures = useEndpoint(tenantsApi.figures, {}, { handlesFailures: true });
  if (figures.error && !figures.data)
    return <ErrorState error={figures.error} onRetry={() => void figures.refetch()} />;
  return (
    <Page>
      <div className="operator-overview">
        <LostTrunks />
        {figures.data ? <Figures figures={figures.data} /> : <LoadingLines lines={3} />}
        <div className="operator-lists">
          <Suspense fallback={<LoadingLines lines={4} />}>
            <BackupCard />
          </Suspense>
          <MoneyLow />
          <Failing />
          <LastSignIns />
        </div>
      </div>
    </Page>
  );
}

/** Lent trunks that nobody can be reached over, and whose calls that is; nothing where all of them are up. */
function LostTrunks() {
  const t = useText();
  const format = useFormat();
  const { data } = useEndpoint(tenantsApi.lent, {}, { handlesFailures: true });
  const lost = (data ?? []).filter(({ isUp, isWithdrawn }) => !isUp && !isWithdrawn);
  if (lost.length === 0) return null;
  const teams = new Set(lost.flatMap(({ usedBy }) => usedBy.map(({ id }) => id))).size;
  return (
    <Alert
      variant="light"
      color="red"
      icon={<Unplug size={18} aria-hidden />}
      title={t('tenants.overview.lentLost', { names: format.list(lost.map(({ name }) => name)), count: lost.length })}
    >
      <div className="operator-lost">
        <span>{t('tenants.overview.lentLostBody', { count: teams })}</span>
        <Button component={Link} to="/operator/lines" size="xs" variant="default">
          {t('tenants.overview.lentLook')}
        </Button>
      </div>
    </Alert>
  );
}

function Figures({ figures }: { figures: InstallationFigures }) {
  const t = useText();
  const format = useFormat();
  const { tenants, inTrouble, people, callsNow, callsToday, storageBytes, freeBytes } = figures;
  return (
    <FigureTiles>
      <FigureTile
        title={t('tenants.figure.tenants')}
        hint={t('tenants.figure.tenantsHint')}
        value={format.number(tenants.active)}
        note={t('tenants.figure.tenantsNote', {
          suspended: format.number(tenants.suspended),
          closed: format.number(tenants.closed),
        })}
        to="/operator/tenants"
      />
      <FigureTile
        title={t('tenants.figure.trouble')}
        hint={t('tenants.figure.troubleHint')}
        value={format.number(inTrouble)}
        note={t(inTrouble === 0 ? 'tenants.figure.troubleNone' : 'tenants.figure.troubleNote')}
        to="/operator/tenants?trouble=any"
      />
      <FigureTile
        title={t('tenants.figure.calls')}
        hint={t('tenants.figure.callsHint')}
        value={format.number(callsNow)}
        note={t('tenants.figure.callsNote', { calls: format.number(callsToday) })}
        to="/operator/tenants?sort=-callsNow"
      />
      <FigureTile
        title={t('tenants.figure.people')}
        hint={t('tenants.figure.peopleHint')}
        value={format.number(people)}
        to="/operator/tenants?sort=-members"
      />
      <FigureTile
        title={t('tenants.figure.storage')}
        hint={t('tenants.figure.storageHint')}
        value={format.bytes(storageBytes)}
        {...(freeBytes === null ? {} : { note: t('tenants.figure.storageNote', { free: format.bytes(freeBytes) }) })}
        to="/operator/tenants?sort=-storageBytes"
      />
    </FigureTiles>
  );
}

const useFew = (filter: Partial<TenantFilter>) =>
  useEndpoint(tenantsApi.page, { page: 1, size: FEW, ...filter }, { handlesFailures: true });

interface FewProps {
  title: string;
  none: string;
  /** The list of all of them. */
  to: string;
  asked: ReturnType<typeof useFew>;
  line: (row: TenantRow) => ReactNode;
}

/** A few tenants with a line about each, and the way to all of them. */
function Few({ title, none, to, asked: { data, error, refetch }, line }: FewProps) {
  const t = useText();
  return (
    <Card
      title={title}
      actions={
        data &&
        data.total > data.list.length && (
          <Button component={Link} to={to} variant="subtle" size="compact-sm">
            {t('tenants.overview.all', { count: data.total })}
          </Button>
        )
      }
    >
      {error && !data ? (
        <ErrorLine error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingLines lines={4} />
      ) : data.list.length === 0 ? (
        <p className="operator-none">
          <CircleCheck size={16} aria-hidden /> {none}
        </p>
      ) : (
        <ul className="operator-few">
          {data.list.map((row) => (
            <li key={row.id}>
              <Link to={tenantAddress(row.id)}>{row.name}</Link>
              <span>{line(row)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function MoneyLow() {
  const t = useText();
  const money = useMoneyText();
  return (
    <Few
      title={t('tenants.overview.money')}
      none={t('tenants.overview.moneyNone')}
      to="/operator/tenants?trouble=balance&sort=balance"
      asked={useFew({ troubles: ['balance'], order: 'balance' })}
      line={({ balanceE4, currency }) => <b className="figures">{money(balanceE4, currency)}</b>}
    />
  );
}

function Failing() {
  const t = useText();
  return (
    <Few
      title={t('tenants.overview.failing')}
      none={t('tenants.overview.failingNone')}
      to="/operator/tenants?trouble=failing"
      asked={useFew({ troubles: failing })}
      line={(row) => <TenantTroubles row={row} />}
    />
  );
}

function LastSignIns() {
  const t = useText();
  const format = useFormat();
  return (
    <Few
      title={t('tenants.overview.signIns')}
      none={t('tenants.overview.signInsNone')}
      to="/operator/tenants?sort=-lastSignInAt"
      asked={useFew({ order: 'lastSignInAt', descending: true })}
      line={({ lastSignInAt, state }) => (
        <>
          {state !== 'active' && <StandingBadge state={state} />}
          <small>{lastSignInAt ? format.relative(lastSignInAt) : t('tenants.never')}</small>
        </>
      )}
    />
  );
}
