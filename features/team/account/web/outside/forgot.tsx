import { useState } from 'react';
import { call } from '#platform/web/call.ts';
import { useText } from '#platform/web/i18n.ts';
import { contactVerification, resetPassword, sendCode } from './api.ts';
import { CaptchaField, useCaptcha } from './captcha.tsx';
import { Link } from './link.tsx';
import { CodeField, Field, PasswordField, SubmitLine } from './parts.tsx';
import { useSubmit } from './use-submit.ts';

const purpose = 'resetPassword';

/** Contact, code, new password; nothing tells whether the contact is known. */
export function Forgot() {
  const t = useText();
  const [step, setStep] = useState<'contact' | 'code' | 'password' | 'done'>('contact');
  const [contact, setContact] = useState('');
  const [code, setCode] = useState('');
  const [proof, setProof] = useState('');
  const [password, setPassword] = useState('');
  const captcha = useCaptcha(step === 'contact');

  const ask = useSubmit(async () => {
    await call(sendCode, { contact, purpose, captchaId: await captcha.solve() });
    setStep('code');
  }, captcha.renew);
  const prove = useSubmit(async () => {
    setProof((await call(contactVerification, { contact, purpose, code })).proof);
    setStep('password');
  });
  const change = useSubmit(
    async () => {
      await call(resetPassword, { proof, password });
      setStep('done');
    },
    // A proof is good once; without it the way begins anew.
    (name) => (name === 'proofInvalid' ? setStep('contact') : undefined),
  );

  return (
    <>
      <h1>{t(step === 'done' ? 'account.outside.resetDone' : 'account.outside.forgotTitle')}</h1>
      <p className="out-sub">
        {step === 'code'
          ? t('account.outside.codeSentIfKnown', { contact })
          : t(
              step === 'done'
                ? 'account.outside.resetDoneSub'
                : step === 'password'
                  ? 'account.outside.newPasswordSub'
                  : 'account.outside.forgotSub',
            )}
      </p>
      {step === 'contact' && (
        <form onSubmit={ask.onSubmit}>
          <Field
            label={t('account.outside.contact')}
            autoComplete="username"
            required
            autoFocus
            value={contact}
            onChange={setContact}
          />
          <CaptchaField captcha={captcha} />
          <SubmitLine label={t('account.outside.sendCode')} {...ask} />
        </form>
      )}
      {step === 'code' && (
        <form onSubmit={prove.onSubmit}>
          <CodeField value={code} onChange={setCode} />
          <SubmitLine label={t('account.outside.confirm')} {...prove} />
          <p className="out-links">
            <button
              type="button"
              className="out-link"
              onClick={() => {
                setStep('contact');
                setCode('');
              }}
            >
              {t('account.outside.startAgain')}
            </button>
          </p>
        </form>
      )}
      {step === 'password' && (
        <form onSubmit={change.onSubmit}>
          <PasswordField
            isNew
            autoFocus
            label={t('account.outside.newPassword')}
            value={password}
            onChange={setPassword}
          />
          <SubmitLine label={t('account.outside.setPassword')} {...change} />
        </form>
      )}
      <p className="out-links">
        <Link to="/login">{t('account.outside.backToSignIn')}</Link>
      </p>
    </>
  );
}
