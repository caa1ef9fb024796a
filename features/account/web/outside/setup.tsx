import { useState } from 'react';
import { languageToWire } from '#shared/languages.ts';
import { call } from '#platform/web/call.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { setup } from './api.ts';
import { Field, PasswordField, SubmitLine } from './parts.tsx';
import { browserZone, signedIn } from './sign-in.ts';
import { useSubmit } from './use-submit.ts';

/** The first owner of an installation, with the link printed at its first start. */
export function Setup() {
  const t = useText();
  const language = useLanguage();
  const [fields, setFields] = useState({ company: '', name: '', email: '', password: '' });
  const set = (name: keyof typeof fields) => (value: string) => setFields((before) => ({ ...before, [name]: value }));
  const key = new URLSearchParams(window.location.search).get('key') ?? '';
  const submit = useSubmit(async () => signedIn(await call(setup, { key, ...fields, lang: languageToWire(language), timeZone: browserZone() })));
  return (
    <>
      <h1>{t('account.outside.setupTitle')}</h1>
      <p className="out-sub">{t('account.outside.setupSub')}</p>
      <form onSubmit={submit.onSubmit}>
        <Field label={t('account.outside.company')} autoComplete="organization" required maxLength={100} autoFocus value={fields.company} onChange={set('company')} />
        <Field label={t('account.outside.name')} autoComplete="name" required maxLength={60} value={fields.name} onChange={set('name')} />
        <Field label={t('account.outside.email')} type="email" autoComplete="username" required value={fields.email} onChange={set('email')} />
        <PasswordField isNew value={fields.password} onChange={set('password')} />
        <SubmitLine label={t('account.outside.create')} {...submit} />
      </form>
    </>
  );
}
