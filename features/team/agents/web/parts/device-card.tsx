import { Button } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { ShownOnce } from '#platform/web/ui/shown-once.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { rosterApi, type AgentDevice, type RosterAgent, type SipPhoneAccount } from '../../contract/roster.ts';
import { orEvenInCall } from './even-in-call.ts';
import '#platform/web/ui/fact-list.css';
import '../agents.css';

/** What rings for an agent; the account of a SIP phone is shown once. */
export function DeviceCard({ agent }: { agent: RosterAgent }) {
  const t = useText();
  const { userId, name } = agent;
  const [device, setDevice] = useState<AgentDevice>(agent.device);
  const [account, setAccount] = useState<SipPhoneAccount | null>(null);
  const change = useCommand(rosterApi.deviceChange, { invalidates: [rosterApi.page], handlesFailures: true });

  async function give(next: AgentDevice): Promise<void> {
    const isSure = await confirm({
      title: t(next === 'browser' ? 'agents.toBrowserAsk' : device === next ? 'agents.renewAsk' : 'agents.toSipAsk', {
        name,
      }),
      body: t('agents.deviceAskHint'),
      yes: t(next === 'browser' ? 'agents.toBrowser' : device === next ? 'agents.renew' : 'agents.toSip'),
    });
    if (!isSure) return;
    const done = await orEvenInCall(async (evenInCall) => ({
      given: await change.mutateAsync({ userId, device: next, evenInCall }),
    }));
    if (!done) return;
    setDevice(next);
    setAccount(done.given);
  }
  const act = (next: AgentDevice) => () => void give(next).catch(handleFailure);
  return (
    <section className="agents-fields" aria-label={t('agents.column.device')}>
      <h3 className="fact-heading">{t('agents.column.device')}</h3>
      <p>{t(device === 'browser' ? 'agents.device.browserHint' : 'agents.device.sipPhoneHint')}</p>
      <div className="agents-buttons">
        {device === 'sipPhone' && (
          <Button variant="default" loading={change.isPending} onClick={act('browser')}>
            {t('agents.toBrowser')}
          </Button>
        )}
        <Button variant="default" loading={change.isPending} onClick={act('sipPhone')}>
          {t(device === 'sipPhone' ? 'agents.renew' : 'agents.toSip')}
        </Button>
      </div>
      {account && (
        <ShownOnce
          title={t('agents.sipAccount')}
          hint={t(account.ways.length > 0 ? 'agents.sipAccountHint' : 'agents.sipWebAccountHint')}
          value={account.password}
          copy={t('agents.copyPassword')}
          done={t('agents.passwordsDone')}
          onClose={() => setAccount(null)}
        >
          <dl className="fact-list">
            <AccountPart name={t('agents.sip.account')} value={account.account} />
            <AccountPart name={t('agents.sip.domain')} value={account.domain} />
            {account.ways[0] && <AccountPart name={t('agents.sip.server')} value={account.ways[0].host} />}
            {account.ways.length > 0 && (
              <div>
                <dt>{t('agents.sip.ports')}</dt>
                <dd>{account.ways.map(({ transport, port }) => `${port} ${transport.toUpperCase()}`).join(' · ')}</dd>
              </div>
            )}
            <AccountPart name={t('agents.sip.url')} value={account.url} />
          </dl>
        </ShownOnce>
      )}
    </section>
  );
}

/** One thing to type into the phone. */
function AccountPart({ name, value }: { name: string; value: string }) {
  const t = useText();
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value} <CopyButton value={value} label={t('agents.copyNamed', { what: name })} />
      </dd>
    </div>
  );
}
