import { Button, TextInput } from '@mantine/core';
import { MessageSquareText, PhoneCall } from 'lucide-react';
import { useState } from 'react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { failureText } from '#platform/web/failure-handler.ts';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { Refusal } from '#platform/web/ui/form/refusal.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { CODE_MINUTES, externalNumbersApi, type CodeWay, type ExternalNumber } from '../../contract.ts';

const ways = [
  { by: 'sms', icon: MessageSquareText },
  { by: 'call', icon: PhoneCall },
] as const;

/** A code is sent or spoken to the number, and typed in here. */
export function ProveDialog({ number, onClose }: { number: ExternalNumber; onClose: () => void }) {
  const t = useText();
  const { id } = number;
  const [asked, setAsked] = useState<CodeWay | null>(null);
  const form = useContractForm<{ code: string }>(externalNumbersApi.verify.input.omit({ id: true }) as never, {
    code: '',
  });
  const ask = useCommand(externalNumbersApi.queryCode, { handlesFailures: true, onDone: (_, { by }) => setAsked(by) });
  const verify = useCommand(externalNumbersApi.verify, {
    invalidates: [externalNumbersApi.page, externalNumbersApi.all],
    handlesFailures: true,
  });
  return (
    <Dialog opened onClose={onClose} title={t('external-numbers.proveNamed', { number: spokenNumber(number.number) })}>
      <div className="form">
        <p>{t('external-numbers.proveLead')}</p>
        <div className="form-row">
          {ways.map(({ by, icon: Icon }) => (
            <Button
              key={by}
              variant="default"
              leftSection={<Icon size={15} aria-hidden />}
              loading={ask.isPending && ask.variables.by === by}
              disabled={ask.isPending}
              onClick={() => ask.mutate({ id, by })}
            >
              {t(`external-numbers.by.${by}`)}
            </Button>
          ))}
        </div>
        <Refusal text={ask.error ? failureText(ask.error) : ''} />
        {asked && (
          <>
            <output>{t(`external-numbers.asked.${asked}`, { minutes: CODE_MINUTES })}</output>
            <ContractForm
              form={form}
              submit={t('external-numbers.verify')}
              refusedFields={{ verificationCodeWrong: 'code', verificationCodeExpired: 'code' }}
              onSubmit={async ({ code }) => {
                await verify.mutateAsync({ id, code });
                toast({ tone: 'success', text: t('external-numbers.nowShown') });
                onClose();
              }}
            >
              <TextInput
                required
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={6}
                label={t('external-numbers.code')}
                {...form.getInputProps('code')}
              />
            </ContractForm>
          </>
        )}
      </div>
    </Dialog>
  );
}
