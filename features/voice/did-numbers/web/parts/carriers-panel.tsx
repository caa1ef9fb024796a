import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { DataOf } from '#platform/web/call.ts';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { invalidate, useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { CARRIER_SYNC_CHANGED, carriersApi } from '../../contract/carriers.ts';
import { AccountForm } from './account-form.tsx';
import { SyncPart } from './sync-part.tsx';

type Account = DataOf<typeof carriersApi.accounts>[number];

const PANEL_WIDTH = 560;

/** Accounts at carriers, and what they have that we have not. */
export function CarriersPanel({ onClose }: { onClose: () => void }) {
  const t = useText();
  const { data, error, refetch } = useEndpoint(carriersApi.accounts, {}, { handlesFailures: true });
  const [isAdding, setAdding] = useState(false);
  useEffect(() => onEvent(CARRIER_SYNC_CHANGED, () => void invalidate(carriersApi.syncState)), []);
  return (
    <SidePanel opened onClose={onClose} size={PANEL_WIDTH} title={t('did-numbers.carriers')}>
      <div className="numbers-panel">
        <p>{t('did-numbers.carriersLead')}</p>
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!error && !data && <LoadingLines />}
        {data?.length === 0 && !isAdding && <p>{t('did-numbers.carriersNone')}</p>}
        {data && data.length > 0 && (
          <ul className="numbers-accounts">
            {data.map((account) => (
              <li key={account.id}>
                <CarrierAccountRow account={account} />
              </li>
            ))}
          </ul>
        )}
        {isAdding ? (
          <AccountForm onClose={() => setAdding(false)} />
        ) : (
          <Button variant="default" leftSection={<Plus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            {t('did-numbers.accountAdd')}
          </Button>
        )}
      </div>
    </SidePanel>
  );
}

function CarrierAccountRow({ account }: { account: Account }) {
  const t = useText();
  const { id: accountId, name, kind, numbers } = account;
  const test = useCommand(carriersApi.testAccount, {
    onDone: ({ found, total }) =>
      toast({ tone: 'success', text: t('did-numbers.accountWorks', { count: total ?? found }) }),
  });
  const remove = useCommand(carriersApi.removeAccount, { invalidates: [carriersApi.accounts] });
  const askAndRemove = async (): Promise<void> => {
    const isSure = await confirm({
      title: t('did-numbers.accountRemoveAsk', { name }),
      body: t('did-numbers.accountRemoveHint'),
      yes: t('did-numbers.remove'),
      danger: true,
    });
    if (isSure) remove.mutate({ accountId });
  };
  return (
    <>
      <div className="numbers-account">
        <span>
          <b>{name}</b>{' '}
          <small>
            {t(`did-numbers.carrier.${kind}`)} · {t('did-numbers.accountNumbers', { count: numbers })}
          </small>
        </span>
        <Button
          size="xs"
          variant="default"
          aria-label={t('did-numbers.accountTestNamed', { name })}
          loading={test.isPending}
          onClick={() => test.mutate({ accountId })}
        >
          {t('did-numbers.accountTest')}
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-label={t('did-numbers.accountRemoveNamed', { name })}
          loading={remove.isPending}
          onClick={() => void askAndRemove()}
        >
          {t('did-numbers.remove')}
        </Button>
      </div>
      <SyncPart accountId={accountId} name={name} />
    </>
  );
}
