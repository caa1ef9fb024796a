import { useState } from 'react';
import { Failure } from '#shared/failure.ts';
import { call } from '#platform/web/call.ts';
import { SUSPENDED } from '#platform/web/failure-handler.ts';
import { useText } from '#platform/web/i18n.ts';
import { suspension } from '#platform/web/session.ts';
import { useRefusalText } from '#platform/web/use-failure-texts.ts';
import { login } from './api.ts';
import { DemoBox } from './demo-box.tsx';
import { go, Link } from './link.tsx';
import { Field, PasswordField, SubmitLine } from './parts.tsx';
import { signedIn, thisBrowser } from './sign-in.ts';
import { useSetupState } from './use-setup-state.ts';
import { useSubmit } from './use-submit.ts';

async function enter(email: string, password: string): Promise<void> {
  const wish = { email, password, ...thisBrowser() };
  signedIn(
    await call(login, wish).catch(async (error: unknown) => {
      if (error instanceof Failure && error.name === 'tenantDisabled') {
        suspension.remember(error.detail);
        go(SUSPENDED);
      }
      if (!(error instanceof Failure) || error.name !== 'captchaRequired') throw error;
      const { solvedCaptcha } = await import('./captcha.ts');
      return call(login, { ...wish, captchaId: await solvedCaptcha() });
    }),
  );
}

export function Login() {
  const t = useText();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const submit = useSubmit(() => enter(email, password));
  const state = useSetupState();
  // Why somebody was signed out, or could not sign in by their company.
  const reason = useRefusalText(new URLSearchParams(window.location.search).get('reason') ?? '');
  return (
    <>
      <h1>{t('account.outside.title')}</h1>
      <p className="out-sub">{t('account.outside.sub')}</p>
      {reason && (
        <p className="out-reason" role="status">
          {reason}
        </p>
      )}
      {state?.waiting && (
        <p className="out-reason" role="status">
          {t('account.outside.waitingForOwner')}
        </p>
      )}
      <form onSubmit={submit.onSubmit}>
        <Field
          label={t('account.outside.email')}
          type="email"
          name="email"
          autoComplete="username"
          required
          autoFocus
          value={email}
          onChange={setEmail}
        />
        <PasswordField name="password" value={password} onChange={setPassword} />
        <SubmitLine label={t('account.outside.signIn')} {...submit} />
      </form>
      <p className="out-links">
        <Link to={email.includes('@') ? `/company?for=${encodeURIComponent(email.split('@').at(-1)!)}` : '/company'}>
          {t('account.outside.byCompany')}
        </Link>
      </p>
      <p className="out-links">
        <Link to="/forgot">{t('account.outside.forgot')}</Link>
        {state?.registration === 'open' && <Link to="/register">{t('account.outside.register')}</Link>}
      </p>
      {state?.demo && (
        <DemoBox
          onChoose={(person) => {
            setEmail(person.email);
            setPassword(person.password);
            submit.begin(() => enter(person.email, person.password));
          }}
        />
      )}
    </>
  );
}
