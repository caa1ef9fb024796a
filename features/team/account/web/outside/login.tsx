import { useEffect, useState } from 'react';
import { failures, failureRow, type FailureName } from '#shared/errors.ts';
import { call } from '#platform/web/call.ts';
import { textOf, useText } from '#platform/web/i18n.ts';
import { login, setupState } from './api.ts';
import { CaptchaField, useCaptcha } from './captcha.tsx';
import { DemoBox } from './demo-box.tsx';
import { Link } from './link.tsx';
import { Field, PasswordField, SubmitLine } from './parts.tsx';
import { deviceId, signedIn } from './sign-in.ts';
import { useSubmit } from './use-submit.ts';

export function Login() {
  const t = useText();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [needsCaptcha, setNeedsCaptcha] = useState(false);
  const captcha = useCaptcha(needsCaptcha);
  const submit = useSubmit(
    async () => {
      const captchaId = captcha.picture ? await captcha.solve() : undefined;
      signedIn(
        await call(login, {
          email,
          password,
          deviceUniqueIdentification: deviceId(),
          ...(captchaId ? { captchaId } : {}),
        }),
      );
    },
    // A solved picture is good for one try.
    (name) => (name === 'captchaRequired' || needsCaptcha ? (setNeedsCaptcha(true), captcha.renew()) : undefined),
  );
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    void call(setupState, {}).then(
      ({ waiting }) => setWaiting(waiting),
      () => {},
    );
  }, []);
  const reason = new URLSearchParams(window.location.search).get('reason');
  return (
    <>
      <h1>{t('account.outside.title')}</h1>
      <p className="out-sub">{t('account.outside.sub')}</p>
      {reason && reason in failures && (
        <p className="out-reason" role="status">
          {textOf(failureRow(reason as FailureName).key)}
        </p>
      )}
      {isWaiting && (
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
        <CaptchaField captcha={captcha} />
        <SubmitLine label={t('account.outside.signIn')} {...submit} />
      </form>
      <p className="out-links">
        <Link to={email.includes('@') ? `/company?for=${encodeURIComponent(email.split('@').at(-1)!)}` : '/company'}>
          {t('account.outside.byCompany')}
        </Link>
      </p>
      <p className="out-links">
        <Link to="/forgot">{t('account.outside.forgot')}</Link>
        <Link to="/register">{t('account.outside.register')}</Link>
      </p>
      <DemoBox
        onChoose={(person) => {
          setEmail(person.email);
          setPassword(person.password);
        }}
      />
    </>
  );
}
