import { useState } from 'react';
import { call } from '#platform/web/call.ts';
import { deviceId, deviceMark } from '#platform/web/device.ts';
import { useText } from '#platform/web/i18n.ts';
import { contactVerification, resetPassword, sendCode } from './api.ts';
import { solvedCaptcha } from './captcha.ts';
import { Link } from './link.tsx';
import { CodeField, Field, PasswordField, SubmitLine } from './parts.tsx';
import { thisBrowser } from './sign-in.ts';
import { useSetupState } from './use-setup-state.ts';
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
  const phoneCodes = useSetupState()?.phoneCodes ?? false;

  const ask = useSubmit(async () => {
    await call(sendCode, { contact, purpose, captchaId: await solvedCaptcha(), ...thisBrowser() });
    setStep('code');
  });
  const prove = useSubmit(async () => {
    setProof(
      (await call(contactVerification, { contact, purpose, code, deviceUniqueIdentification: deviceId() })).proof,
    );
    setStep('password');
  });
  const change = useSubmit(
    async () => {
      deviceMark.keep((await call(resetPassword, { proof, password })).deviceMark);
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
            label={t(phoneCodes ? 'account.outside.contact' : 'account.outside.email')}
            autoComplete="username"
            required
            autoFocus
            value={contact}
            onChange={setContact}
          />
          <SubmitLine label={t('account.outside.sendCode')} working={t('account.outside.working')} {...ask} />
        </form>
      )}
      {step === 'code' && (
        <form onSubmit={prove.onSubmit}>
          <CodeField value={code} onChange={setCode} />
          {contact.startsWith('+') && <p className="out-sub">{t('account.outside.noCodeByPhone')}</p>}
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
