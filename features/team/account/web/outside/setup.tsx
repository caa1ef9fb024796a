import { useState } from 'react';
import { languageToWire } from '#shared/languages.ts';
import { call } from '#platform/web/call.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { setup } from './api.ts';
import { noOwner, OwnerFields, SubmitLine } from './parts.tsx';
import { browserZone, signedIn } from './sign-in.ts';
import { useSubmit } from './use-submit.ts';

/** The first owner of an installation, with the link printed at its first start. */
export function Setup() {
  const t = useText();
  const language = useLanguage();
  const [fields, setFields] = useState(noOwner);
  const key = new URLSearchParams(window.location.search).get('key') ?? '';
  const submit = useSubmit(async () =>
    signedIn(await call(setup, { key, ...fields, lang: languageToWire(language), timeZone: browserZone() })),
  );
  return (
    <>
      <h1>{t('account.outside.setupTitle')}</h1>
      <p className="out-sub">{t('account.outside.setupSub')}</p>
      <form onSubmit={submit.onSubmit}>
        <OwnerFields fields={fields} onChange={setFields} />
        <SubmitLine label={t('account.outside.create')} {...submit} />
      </form>
    </>
  );
}
