import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { call, type DataOf } from '#platform/web/call.ts';
import { Failure } from '#shared/failure.ts';
import { useText } from '#platform/web/i18n.ts';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { QrPicture } from '#platform/web/ui/qr-picture.tsx';
import { ErrorState } from '#platform/web/ui/states.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { secondFactorApi } from '../contract.ts';
import './second-factor.css';

type Begun = DataOf<typeof secondFactorApi.beginTotp>;

interface TotpDialogProps {
  onAdded: (recoveryCodes: readonly string[] | null) => void;
  onClose: () => void;
}

/** A key for the app, and a code of the app that shows it has the key. */
export function TotpDialog({ onAdded, onClose }: TotpDialogProps) {
  const t = useText();
  const [begun, setBegun] = useState<Begun | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  useEffect(() => {
    let isOver = false;
    call(secondFactorApi.beginTotp, {}).then(
      (made) => !isOver && setBegun(made),
      (error: unknown) => {
        if (isOver) return;
        if (error instanceof Failure && error.name === 'freshProofRequired') onClose();
        else setProblem(error);
      },
    );
    return () => {
      isOver = true;
    };
    // Once for each time it is opened: another key would make the first one useless.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  if (!begun && !problem) return null;
  return (
    <Dialog opened onClose={onClose} title={t('second-factor.totp.addTitle')}>
      {begun ? <TotpForm begun={begun} onAdded={onAdded} onClose={onClose} /> : <ErrorState error={problem} />}
    </Dialog>
  );
}

function TotpForm({ begun, onAdded, onClose }: { begun: Begun } & TotpDialogProps) {
  const t = useText();
  const form = useContractForm(z.object({ code: z.string().regex(/^\d{6}$/, 'second-factor.totp.sixDigits') }), {
    code: '',
  });
  const confirm = useCommand(secondFactorApi.confirmTotp, { invalidates: [secondFactorApi.own] });
  return (
    <ContractForm
      form={form}
      onSubmit={async (values) => onAdded((await confirm.mutateAsync(values)).recoveryCodes)}
      onCancel={onClose}
      submit={t('second-factor.totp.confirm')}
    >
      <p className="factor-note">{t('second-factor.totp.scan')}</p>
      <QrPicture text={begun.uri} label={t('second-factor.totp.picture')} />
      <p className="factor-note">{t('second-factor.totp.orType')}</p>
      <div className="factor-key">
        <code>{begun.key.match(/.{1,4}/g)!.join(' ')}</code>
        <CopyButton value={begun.key} />
      </div>
      <TextInput
        data-autofocus
        label={t('second-factor.totp.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...form.getInputProps('code')}
        onChange={(event) => form.setFieldValue('code', event.currentTarget.value.replace(/\D/g, '').slice(0, 6))}
      />
    </ContractForm>
  );
}
