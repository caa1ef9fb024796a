import { useEffect, useRef, useState } from 'react';
import { call, type DataOf } from '#platform/web/call.ts';
import { departure, failureText } from '#platform/web/failure-handler.ts';
import { refuse } from '#platform/web/failures.ts';
import { deviceId } from '#platform/web/device.ts';
import { useText } from '#platform/web/i18n.ts';
import { exchangeCode, isCompany, tryCompany } from './api.ts';
import { arrived, forgetArrival, newTie, type CompanyAnswer } from './company-tie.ts';
import { Link } from './link.tsx';
import { Field, SubmitLine } from './parts.tsx';
import { signedIn } from './sign-in.ts';
import { useSubmit } from './use-submit.ts';

/** To the company's sign-in page and back. `?domain=` goes at once, `?for=` fills the field, `?try=1` only tries it out. */
export function CompanyLogin() {
  const [arrival] = useState(arrived);
  useEffect(() => {
    if (arrival) forgetArrival();
  }, [arrival]);
  const wishes = new URLSearchParams(window.location.search);
  if (arrival) return <Arriving {...arrival} />;
  if (wishes.has('try')) return <Leaving begin={tryOut} />;
  const domain = wishes.get('domain');
  return domain ? <Leaving begin={() => leaveFor(domain)} /> : <Asking start={wishes.get('for') ?? ''} />;
}

function Asking({ start }: { start: string }) {
  const t = useText();
  const [typed, setTyped] = useState(start);
  const submit = useSubmit(() => leaveFor(typed.trim().split('@').at(-1)!.toLowerCase()));
  return (
    <>
      <h1>{t('account.outside.byCompany')}</h1>
      <p className="out-sub">{t('account.outside.companySub')}</p>
      <form onSubmit={submit.onSubmit}>
        <Field
          label={t('account.outside.companyDomain')}
          name="company"
          autoComplete="organization"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={254}
          autoFocus
          value={typed}
          onChange={setTyped}
        />
        <SubmitLine label={t('account.outside.goOn')} {...submit} />
      </form>
      <p className="out-links">
        <Link to="/login">{t('account.outside.byPassword')}</Link>
      </p>
    </>
  );
}

async function leaveFor(domain: string): Promise<void> {
  const { is_exist } = await call(isCompany, { company_domain: domain });
  if (!is_exist) return refuse('ssoUnknownDomain');
  departure.go(`/admin/saas_plat/sso/${encodeURIComponent(domain)}/start?challenge=${await newTie()}`);
}

async function tryOut(): Promise<void> {
  const { address } = await call(tryCompany, { challenge: await newTie() });
  departure.go(address);
}

function Leaving({ begin }: { begin: () => Promise<void> }) {
  const t = useText();
  const problem = useOnce(begin).problem;
  return problem ? <Trouble problem={problem} /> : <h1 role="status">{t('account.outside.companyLeaving')}</h1>;
}

type Tried = NonNullable<DataOf<typeof exchangeCode>['tried']>;

function Arriving({ code, verifier }: CompanyAnswer) {
  const t = useText();
  const { done, problem } = useOnce<Tried | null>(async () => {
    const { token, tried } = await call(exchangeCode, { code, verifier, deviceUniqueIdentification: deviceId() });
    if (token) signedIn({ token });
    return tried;
  });
  if (problem) return <Trouble problem={problem} />;
  if (!done) return <h1 role="status">{t('account.outside.companyArriving')}</h1>;
  return (
    <>
      <h1>{t('account.outside.companyTried')}</h1>
      <p className="out-sub" role="status">
        {t('account.outside.companyTriedSub', {
          name: done.name,
          email: done.email,
          roles: done.roles.join(', ') || t('account.outside.companyNoRoles'),
        })}
      </p>
    </>
  );
}

function Trouble({ problem }: { problem: string }) {
  const t = useText();
  return (
    <>
      <h1>{t('account.outside.companyFailed')}</h1>
      <p className="out-sub" role="alert">
        {problem}
      </p>
      <p className="out-links">
        <a href="/company">{t('account.outside.startAgain')}</a>
        <Link to="/login">{t('account.outside.byPassword')}</Link>
      </p>
    </>
  );
}

/** Does something when the page is shown, once however often it is drawn. */
function useOnce<T>(work: () => Promise<T>): { done: T | null; problem: string } {
  const [outcome, setOutcome] = useState<{ done: T | null; problem: string }>({ done: null, problem: '' });
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    work().then(
      (done) => setOutcome({ done, problem: '' }),
      (error: unknown) => setOutcome({ done: null, problem: failureText(error) }),
    );
  }, [work]);
  return outcome;
}
