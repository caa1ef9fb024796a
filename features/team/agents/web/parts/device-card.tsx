import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useText, type TextKey } from '#platform/web/i18n.ts';
import { failureText, handleFailure } from '#platform/web/failure-handler.ts';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { ShownOnce } from '#platform/web/ui/shown-once.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { Failure } from '#shared/failure.ts';
import { rosterApi, type AgentDevice, type RosterAgent, type SipPhoneAccount } from '../../contract/roster.ts';
import { orEvenInCall } from './even-in-call.ts';
import '#platform/web/ui/fact-list.css';
import '../agents.css';

interface Rings {
  device: AgentDevice;
  mobileNumber: string;
}

/** What rings for an agent; the account of a SIP phone is shown once. */
export function DeviceCard({ agent }: { agent: RosterAgent }) {
  const t = useText();
  const { userId, name } = agent;
  const [{ device, mobileNumber }, setRings] = useState<Rings>(agent);
  const [account, setAccount] = useState<SipPhoneAccount | null>(null);
  const [asksForMobile, setAsksForMobile] = useState(false);
  const change = useCommand(rosterApi.deviceChange, { invalidates: [rosterApi.page], handlesFailures: true });

  async function give(next: AgentDevice, mobile?: string): Promise<void> {
    const wish = { userId, device: next, ...(mobile === undefined ? {} : { mobileNumber: mobile }) };
    const done = await orEvenInCall(async (evenInCall) => ({
      given: await change.mutateAsync({ ...wish, evenInCall }),
    }));
    if (!done) return;
    setRings({ device: next, mobileNumber: mobile ?? '' });
    setAsksForMobile(false);
    setAccount(done.given);
  }
  async function askAndGive(next: 'browser' | 'sipPhone'): Promise<void> {
    const [title, yes] = asked(next, device);
    const isSure = await confirm({ title: t(title, { name }), body: t('agents.deviceAskHint'), yes: t(yes) });
    if (isSure) await give(next);
  }
  const act = (next: 'browser' | 'sipPhone') => () => void askAndGive(next).catch(handleFailure);
  return (
    <section className="agents-fields" aria-label={t('agents.column.device')}>
      <h3 className="fact-heading">{t('agents.column.device')}</h3>
      <p>
        {device === 'mobile'
          ? t('agents.device.mobileHint', { number: spokenNumber(mobileNumber) })
          : t(`agents.device.${device}Hint`)}
      </p>
      <div className="agents-buttons">
        {device !== 'browser' && (
          <Button variant="default" loading={change.isPending} onClick={act('browser')}>
            {t('agents.toBrowser')}
          </Button>
        )}
        <Button variant="default" loading={change.isPending} onClick={act('sipPhone')}>
          {t(device === 'sipPhone' ? 'agents.renew' : 'agents.toSip')}
        </Button>
        <Button variant="default" aria-expanded={asksForMobile} onClick={() => setAsksForMobile(!asksForMobile)}>
          {t(device === 'mobile' ? 'agents.toMobileAgain' : 'agents.toMobile')}
        </Button>
      </div>
      {asksForMobile && <MobileForm isBusy={change.isPending} onSave={(number) => give('mobile', number)} />}
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

/** What is asked before, and the button that means it. */
const asked = (next: 'browser' | 'sipPhone', now: AgentDevice): [TextKey, TextKey] =>
  next === 'browser'
    ? ['agents.toBrowserAsk', 'agents.toBrowser']
    : now === next
      ? ['agents.renewAsk', 'agents.renew']
      : ['agents.toSipAsk', 'agents.toSip'];

/** What is wrong with a number stands at its field. */
function MobileForm({ isBusy, onSave }: { isBusy: boolean; onSave: (number: string) => Promise<void> }) {
  const t = useText();
  const [number, setNumber] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const save = () =>
    void onSave(number.trim()).catch((error: unknown) => {
      if (error instanceof Failure && error.name === 'mobileWrong') setWrong(failureText(error));
      else handleFailure(error);
    });
  return (
    <form
      className="agents-fields"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextInput
        label={t('agents.mobileNumber')}
        description={t('agents.mobileNumberHint')}
        type="tel"
        autoComplete="off"
        value={number}
        onChange={(event) => {
          setNumber(event.currentTarget.value);
          setWrong(null);
        }}
        error={wrong}
      />
      <div className="agents-buttons">
        <Button type="submit" loading={isBusy} disabled={number.trim() === ''}>
          {t('agents.mobileSave')}
        </Button>
      </div>
    </form>
  );
}
