import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { call, type DataOf, type InputOf } from '#platform/web/call.ts';
import { departure, failureText } from '#platform/web/failure-handler.ts';
import { useText } from '#platform/web/i18n.ts';
import { signWithPasskey } from '#platform/web/passkeys.ts';
import { returnTo, session } from '#platform/web/session.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { secondFactorApi } from '../contract.ts';
import './second-factor.css';

type Ways = DataOf<typeof secondFactorApi.proofWays>;
interface Asked {
  onAnswer: (isProven: boolean) => void;
}

/** Asks once more who is there, with what this person has. What was asked for goes on by itself afterwards. */
export default function ProofDialog({ onAnswer }: Asked) {
  const t = useText();
  const { data: ways, error, refetch } = useEndpoint(secondFactorApi.proofWays, {}, { handlesFailures: true });
  return (
    <Dialog opened onClose={() => onAnswer(false)} title={t('second-factor.proof.title')}>
      <p className="factor-note">{t('second-factor.proof.hint')}</p>
      {ways ? (
        <ProofForm ways={ways} onAnswer={onAnswer} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingLines lines={2} />
      )}
    </Dialog>
  );
}

function ProofForm({ ways, onAnswer }: { ways: Ways } & Asked) {
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

const prove = async (shown: InputOf<typeof secondFactorApi.freshProof>, onAnswer: Asked['onAnswer']): Promise<void> => {
  await call(secondFactorApi.freshProof, shown);
  onAnswer(true);
};

function PasswordForm({ onAnswer }: Asked) {
  const t = useText();
  const form = useContractForm(z.object({ password: z.string().min(1).max(200) }), { password: '' });
  return (
    <ContractForm
      form={form}
      onSubmit={(values) => prove(values, onAnswer)}
      onCancel={() => onAnswer(false)}
      submit={t('second-factor.proof.go')}
    >
      <PasswordInput
        data-autofocus
        label={t('second-factor.proof.password')}
        autoComplete="current-password"
        {...form.getInputProps('password')}
      />
    </ContractForm>
  );
}

function CodeForm({ onAnswer }: Asked) {
  const t = useText();
  const form = useContractForm(z.object({ code: z.string().trim().min(6).max(40) }), { code: '' });
  return (
    <ContractForm
      form={form}
      onSubmit={(values) => prove(values, onAnswer)}
      onCancel={() => onAnswer(false)}
      submit={t('second-factor.proof.go')}
    >
      <TextInput
        data-autofocus
        label={t('second-factor.proof.code')}
        autoComplete="one-time-code"
        {...form.getInputProps('code')}
      />
    </ContractForm>
  );
}

function PasskeyWay({ onAnswer }: Asked) {
  const t = useText();
  const [problem, setProblem] = useState('');
  async function sign(): Promise<void> {
    setProblem('');
    try {
      await prove({ passkey: await signWithPasskey(await call(secondFactorApi.askPasskey, {})) }, onAnswer);
    } catch (error) {
      setProblem(failureText(error));
    }
  }
  return (
    <div>
      {problem && <p role="alert">{problem}</p>}
      <Button variant="default" mt="sm" onClick={() => void sign()}>
        {t('second-factor.proof.byPasskey')}
      </Button>
    </div>
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
