import { useState } from 'react';
import { languageToWire } from '#shared/languages.ts';
import { call } from '#platform/web/call.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { register, registerVerification } from './api.ts';
import { solvedCaptcha } from './captcha.ts';
import { Link } from './link.tsx';
import { CodeField, noOwner, OwnerFields, SubmitLine } from './parts.tsx';
import { browserZone, signedIn, thisBrowser } from './sign-in.ts';
import { useSubmit } from './use-submit.ts';

/** A new organisation: who, then the code from the mail. Nothing exists before the code. */
export function Register() {
  const t = useText();
  const language = useLanguage();
  const [fields, setFields] = useState(noOwner);
  const [registrationId, setRegistrationId] = useState('');
  const [code, setCode] = useState('');
  const [invitation] = useState(() => new URLSearchParams(window.location.search).get('invitation'));

  const ask = useSubmit(async () => {
    const asked = await call(register, {
      ...fields,
      lang: languageToWire(language),
      timeZone: browserZone(),
      captchaId: await solvedCaptcha(),
      ...(invitation ? { invitation } : {}),
    });
    setRegistrationId(asked.registrationId);
  });
  const confirm = useSubmit(async () =>
    signedIn(await call(registerVerification, { registrationId, code, ...thisBrowser() })),
  );

  if (registrationId) {
    return (
      <>
        <h1>{t('account.outside.checkMail')}</h1>
        <p className="out-sub">{t('account.outside.codeSentTo', { contact: fields.email })}</p>
        <form onSubmit={confirm.onSubmit}>
          <CodeField value={code} onChange={setCode} />
          <SubmitLine label={t('account.outside.confirm')} {...confirm} />
        </form>
        <p className="out-links">
          <button
            type="button"
            className="out-link"
            onClick={() => {
              setRegistrationId('');
              setCode('');
            }}
          >
            {t('account.outside.startAgain')}
          </button>
        </p>
      </>
    );
  }
  return (
    <>
      <h1>{t('account.outside.registerTitle')}</h1>
      <p className="out-sub">{t('account.outside.registerSub')}</p>
      <form onSubmit={ask.onSubmit}>
        <OwnerFields fields={fields} onChange={setFields} />
        <SubmitLine label={t('account.outside.register')} working={t('account.outside.working')} {...ask} />
      </form>
      <p className="out-links">
        <Link to="/login">{t('account.outside.haveAccount')}</Link>
      </p>
    </>
  );
}
