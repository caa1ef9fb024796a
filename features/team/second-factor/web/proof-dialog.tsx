import { Button } from '@mantine/core';
import { useState } from 'react';
import { FACTOR_PROOF } from '#shared/endpoint.ts';
import type { DataOf } from '#platform/web/call.ts';
import { departure } from '#platform/web/failure-handler.ts';
import type { ProofWanted } from '#platform/web/fresh-proof.ts';
import { useText } from '#platform/web/i18n.ts';
import { returnTo, session } from '#platform/web/session.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { secondFactorApi } from '../contract.ts';
import { CodeForm, PasskeyWay, PasswordForm, type ProofAsked } from './proof-forms.tsx';
import './second-factor.css';

type Ways = DataOf<typeof secondFactorApi.proofWays>;

/** Asks once more who is there, with what this person has. What was asked for goes on by itself afterwards. */
export default function ProofDialog({ wanted, onAnswer }: ProofAsked & { wanted: ProofWanted }) {
  const t = useText();
  const isFactor = wanted === FACTOR_PROOF;
  const { data: ways, error, refetch } = useEndpoint(secondFactorApi.proofWays, {}, { handlesFailures: true });
  return (
    <Dialog opened onClose={() => onAnswer(false)} title={t('second-factor.proof.title')}>
      <p className="factor-note">{t(isFactor ? 'second-factor.proof.factorHint' : 'second-factor.proof.hint')}</p>
      {ways ? (
        <ProofForm ways={isFactor ? { ...ways, password: false } : ways} onAnswer={onAnswer} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingLines lines={2} />
      )}
    </Dialog>
  );
}

function ProofForm({ ways, onAnswer }: { ways: Ways } & ProofAsked) {
  const t = useText();
  const [byCode, setByCode] = useState(ways.code && !ways.password);
  if (!ways.password && !ways.code && !ways.passkey) return <CompanyWay domain={ways.companyDomain} />;
  return (
    <>
      {byCode && <CodeForm onAnswer={onAnswer} />}
      {!byCode && ways.password && <PasswordForm onAnswer={onAnswer} />}
      {ways.passkey && <PasskeyWay onAnswer={onAnswer} />}
      {ways.password && ways.code && (
        <Button variant="subtle" color="gray" size="compact-sm" mt="sm" onClick={() => setByCode(!byCode)}>
          {t(byCode ? 'second-factor.proof.byPassword' : 'second-factor.proof.byCode')}
        </Button>
      )}
    </>
  );
}

/** Whose company vouches for them goes there again, and comes back to this page. */
function CompanyWay({ domain }: { domain: string | null }) {
  const t = useText();
  function leave(): void {
    returnTo.remember(window.location.pathname + window.location.search);
    session.end();
    departure.go(domain ? `/company?domain=${encodeURIComponent(domain)}` : '/login');
  }
  return (
    <>
      <p>{t('second-factor.proof.companyHint')}</p>
      <Button onClick={leave}>{t('second-factor.proof.company')}</Button>
    </>
  );
}
