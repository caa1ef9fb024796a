import { Alert, Button } from '@mantine/core';
import { KeyRound, Smartphone, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { hasPasskeysFor } from '#platform/web/passkeys.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { IconRow, IconRows } from '#platform/web/ui/icon-rows.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { secondFactorApi, type OwnFactors } from '../contract.ts';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { PasskeyRows } from './passkey-rows.tsx';
import { RecoveryDialog } from './recovery-dialog.tsx';
import { showUnlessLeft } from './show-unless-left.ts';
import { TotpDialog } from './totp-dialog.tsx';
import './second-factor.css';

/** What the viewer shows besides the password. */
export default function FactorsCard() {
  const t = useText();
  const { data: own, error, refetch } = useEndpoint(secondFactorApi.own, {}, { handlesFailures: true });
  const [adding, setAdding] = useState<'totp' | 'passkey' | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const remake = useCommand(secondFactorApi.remakeRecoveryCodes, {
    invalidates: [secondFactorApi.own],
    onDone: ({ recoveryCodes }) => setCodes(recoveryCodes),
    onFailed: showUnlessLeft,
  });

  function added(made: readonly string[] | null): void {
    setAdding(null);
    setCodes(made);
  }

  return (
    <Card
      title={t('second-factor.card.title')}
      actions={
        own &&
        !own.isCompany &&
        hasPasskeysFor(own.rpId) && (
          <Button variant="default" onClick={() => setAdding('passkey')}>
            {t('second-factor.passkey.add')}
          </Button>
        )
      }
    >
      <p className="factor-note">{t('second-factor.card.hint')}</p>
      {own ? (
        <>
          <Warnings own={own} />
          <IconRows>
            <TotpRow own={own} onAdd={() => setAdding('totp')} />
            <PasskeyRows own={own} />
            {hasFactor(own) && (
              <IconRow
                icon={KeyRound}
                name={t('second-factor.recovery.name')}
                detail={t('second-factor.recovery.left', { left: own.recoveryLeft })}
                action={
                  !own.isCompany && (
                    <Button variant="default" size="xs" loading={remake.isPending} onClick={() => remake.mutate({})}>
                      {t('second-factor.recovery.remake')}
                    </Button>
                  )
                }
              />
            )}
          </IconRows>
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingLines lines={2} />
      )}
      {adding === 'totp' && <TotpDialog onAdded={added} onClose={() => setAdding(null)} />}
      {adding === 'passkey' && <PasskeyDialog onAdded={added} onClose={() => setAdding(null)} />}
      {codes && <RecoveryDialog codes={codes} onClose={() => setCodes(null)} />}
    </Card>
  );
}

const hasFactor = ({ totp, passkeys }: OwnFactors): boolean => totp !== null || passkeys.length > 0;

function Warnings({ own }: { own: OwnFactors }) {
  const t = useText();
  const says = own.isCompany
    ? t('second-factor.card.company')
    : hasFactor(own) && own.recoveryLeft <= 2
      ? t('second-factor.recovery.few')
      : hasFactor(own) && own.isLastOwner
        ? t('second-factor.card.lastOwner')
        : null;
  return (
    says && (
      <Alert variant="light" color="yellow" icon={<TriangleAlert size={18} aria-hidden />}>
        {says}
      </Alert>
    )
  );
}

function TotpRow({ own, onAdd }: { own: OwnFactors; onAdd: () => void }) {
  const t = useText();
  const format = useFormat();
  const remove = useCommand(secondFactorApi.removeTotp, {
    invalidates: [secondFactorApi.own],
    done: 'second-factor.totp.removed',
    onFailed: showUnlessLeft,
  });

  async function askRemove(): Promise<void> {
    const question = {
      title: t('second-factor.totp.removeTitle'),
      body: t('second-factor.totp.removeBody'),
      yes: t('second-factor.totp.remove'),
      danger: true,
    };
    if (await confirm(question)) remove.mutate({});
  }

  const { totp } = own;
  const used = totp?.lastUsedAt
    ? t('second-factor.totp.used', { when: format.relative(totp.lastUsedAt) })
    : t('second-factor.totp.unused');
  return (
    <IconRow
      icon={Smartphone}
      name={t('second-factor.totp.name')}
      detail={
        totp
          ? `${t('second-factor.totp.since', { when: format.date(totp.since) })} · ${used}`
          : t('second-factor.totp.none')
      }
      action={
        !own.isCompany &&
        (totp ? (
          <Button variant="default" size="xs" loading={remove.isPending} onClick={() => void askRemove()}>
            {t('second-factor.totp.remove')}
          </Button>
        ) : (
          <Button variant="default" size="xs" onClick={onAdd}>
            {t('second-factor.totp.add')}
          </Button>
        ))
      }
    />
  );
}
