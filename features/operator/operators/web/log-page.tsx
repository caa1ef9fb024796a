import { Suspense } from 'react';
import { LogBoard } from '#features/office/operation-log/web/index.ts';
import { useText } from '#platform/web/i18n.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import { operatorsApi } from '../contract.ts';
import './operators.css';

/** What operators did, sealed as the logs of tenants are. */
export default function OperatorLogPage() {
  const t = useText();
  return (
    <Page>
      <p className="operator-lead">{t('operators.doings.lead')}</p>
      <Suspense fallback={<LoadingLines lines={8} />}>
        <LogBoard
          id="operators.log"
          page={operatorsApi.log}
          entry={operatorsApi.logEntry}
          verify={operatorsApi.verifyLog}
          empty={{ title: t('operators.doings.none'), hint: t('operators.doings.noneHint') }}
        />
      </Suspense>
    </Page>
  );
}
