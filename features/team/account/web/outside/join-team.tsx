import { useEffect, useState } from 'react';
import { call, type DataOf } from '#platform/web/call.ts';
import { failureText } from '#platform/web/failure-handler.ts';
import { useText } from '#platform/web/i18n.ts';
import { acceptInvitation, invitation as invitationCall } from './api.ts';
import { Link, usePath } from './link.tsx';
import { Field, PasswordField, SubmitLine } from './parts.tsx';
import { signedIn, thisBrowser } from './sign-in.ts';
import { useSubmit } from './use-submit.ts';

/** Joining a team by the link of a mail. */
export function JoinTeam() {
  const t = useText();
  const invitation = usePath().split('/')[2] ?? '';
  const [known, setKnown] = useState<DataOf<typeof invitationCall> | null>(null);
  const [problem, setProblem] = useState('');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  useEffect(() => {
    void call(invitationCall, { invitation }).then(setKnown, (error: unknown) => setProblem(failureText(error)));
  }, [invitation]);
  const submit = useSubmit(async () =>
    signedIn(await call(acceptInvitation, { invitation, name, password, ...thisBrowser() })),
  );

  if (!known) {
    return (
      <>
        <h1>{t('account.outside.invitationTitle')}</h1>
        <p className="out-sub" role={problem ? 'alert' : 'status'}>
          {problem || t('account.outside.loading')}
        </p>
        <p className="out-links">
          <Link to="/login">{t('account.outside.backToSignIn')}</Link>
        </p>
      </>
    );
  }
  return (
    <>
      <h1>{t('account.outside.joinTitle', { team: known.tenantName })}</h1>
      <p className="out-sub">
        {t(known.hasAccount ? 'account.outside.joinKnown' : 'account.outside.joinNew', {
          person: known.invitedBy,
          email: known.email,
        })}
      </p>
      <form onSubmit={submit.onSubmit}>
        <Field
          label={t('account.outside.name')}
          autoComplete="name"
          required
          maxLength={60}
          autoFocus
          value={name}
          onChange={setName}
        />
        <PasswordField isNew={!known.hasAccount} value={password} onChange={setPassword} />
        <SubmitLine label={t('account.outside.join')} {...submit} />
      </form>
    </>
  );
}
