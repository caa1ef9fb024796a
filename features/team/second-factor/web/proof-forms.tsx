import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { call, type InputOf } from '#platform/web/call.ts';
import { failureText } from '#platform/web/failure-handler.ts';
import { useText } from '#platform/web/i18n.ts';
import { signWithPasskey } from '#platform/web/passkeys.ts';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { secondFactorApi } from '../contract.ts';

/** Told how it went. */
export interface ProofAsked {
  onAnswer: (isProven: boolean) => void;
  /** There is nothing behind the question to go back to. */
  isPage?: boolean;
}

const prove = async (
  shown: InputOf<typeof secondFactorApi.freshProof>,
  onAnswer: ProofAsked['onAnswer'],
): Promise<void> => {
  await call(secondFactorApi.freshProof, shown);
  onAnswer(true);
};

export function PasswordForm({ onAnswer }: ProofAsked) {
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

export function CodeForm({ onAnswer, isPage = false }: ProofAsked) {
  const t = useText();
  const form = useContractForm(z.object({ code: z.string().trim().min(6).max(40) }), { code: '' });
  return (
    <ContractForm
      form={form}
      onSubmit={(values) => prove(values, onAnswer)}
      onCancel={isPage ? undefined : () => onAnswer(false)}
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

export function PasskeyWay({ onAnswer }: ProofAsked) {
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
