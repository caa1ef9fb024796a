import { useText } from '#platform/web/i18n.ts';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { secondFactorApi } from '../contract.ts';
import { CodeForm, PasskeyWay } from './proof-forms.tsx';

/** Asks for the second factor on a page of its own: the password, which was shown at sign-in, is not enough. */
export default function SecondFactorForm({ onProven }: { onProven: () => void }) {
  const t = useText();
  const { data: ways, error, refetch } = useEndpoint(secondFactorApi.proofWays, {}, { handlesFailures: true });
  if (error && !ways) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!ways) return <LoadingLines lines={2} />;
  const answer = (isProven: boolean) => isProven && onProven();
  if (!ways.code && !ways.passkey) return <p>{t('second-factor.proof.companyHint')}</p>;
  return (
    <>
      {ways.code && <CodeForm isPage onAnswer={answer} />}
      {ways.passkey && <PasskeyWay onAnswer={answer} />}
    </>
  );
}
