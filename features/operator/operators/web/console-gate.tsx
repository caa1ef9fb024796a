import { Button } from '@mantine/core';
import { Suspense, type ReactNode } from 'react';
import { Failure } from '#shared/failure.ts';
import { SecondFactorForm, FactorsCard } from '#features/team/second-factor/web/index.ts';
import { secondFactorApi } from '#features/team/second-factor/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card, Page, PageHeader } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingLines, LoadingPage } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { operatorsApi } from '../contract.ts';
import './operators.css';

/** The console asks for more than a password: who did not show a second factor at this session does so here, and goes on. */
export default function ConsoleGate({ children }: { children: ReactNode }) {
  // Any call of operators tells; this one is small.
  const { data, error, refetch } = useEndpoint(operatorsApi.list, {}, { handlesFailures: true, staleMs: 60_000 });
  const goOn = () => void refetch();
  if (error instanceof Failure && error.name === 'operatorFactorRequired')
    return error.detail === 'enrol' ? <Enrol onDone={goOn} /> : <Prove onDone={goOn} />;
  if (error && !data) return <ErrorState error={error} onRetry={goOn} />;
  return data ? children : <LoadingPage />;
}

function Enrol({ onDone }: { onDone: () => void }) {
  const t = useText();
  const own = useEndpoint(secondFactorApi.own, {}, { handlesFailures: true });
  const hasOne = own.data !== undefined && (own.data.totp !== null || own.data.passkeys.length > 0);
  return (
    <Page narrow>
      <PageHeader title={t('operators.gate.enrolTitle')} hint={t('operators.gate.enrolHint')} />
      <div className="console-gate">
        <Suspense fallback={<LoadingLines lines={4} />}>
          <FactorsCard />
        </Suspense>
        <div className="page-actions">
          <Button disabled={!hasOne} onClick={onDone}>
            {t('operators.gate.goOn')}
          </Button>
        </div>
      </div>
    </Page>
  );
}

function Prove({ onDone }: { onDone: () => void }) {
  const t = useText();
  return (
    <Page narrow>
      <PageHeader title={t('operators.gate.proveTitle')} hint={t('operators.gate.proveHint')} />
      <Card>
        <Suspense fallback={<LoadingLines lines={3} />}>
          <SecondFactorForm onProven={onDone} />
        </Suspense>
      </Card>
    </Page>
  );
}
