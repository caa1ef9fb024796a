import { useEffect, useState } from 'react';
import { call, type DataOf } from '#platform/web/call.ts';
import { refuse } from '#platform/web/failures.ts';
import { useText } from '#platform/web/i18n.ts';
import { hasPasskeysFor, signWithPasskey } from '#platform/web/passkeys.ts';
import { useStore } from '#platform/web/use-store.ts';
import { firstPassword, proveStep, step as stepWays } from './api.ts';
import { Field, PasswordField, SubmitLine } from './parts.tsx';
import { StepEnrolment } from './step-enrolment.tsx';
import { pendingStep, provenSignedIn, signedIn, thisBrowser } from './sign-in.ts';
import { useSubmit } from './use-submit.ts';

/** After the password: chooses one's own where somebody else gave it, shows the second factor, or gets one where a role asks for it. */
export function SecondStep() {
  const t = useText();
  const step = useStore(pendingStep);
  if (!step) return null;
  return (
    <>
      {step.kind === 'newPassword' && <OwnPassword ticket={step.ticket} />}
      {step.kind === 'proof' && <Proof ticket={step.ticket} />}
      {step.kind === 'enrolment' && <StepEnrolment ticket={step.ticket} />}
      <p className="out-links">
        <button type="button" className="out-link" onClick={() => pendingStep.set(null)}>
          {t('account.outside.backToSignIn')}
        </button>
      </p>
    </>
  );
}

function OwnPassword({ ticket }: { ticket: string }) {
  const t = useText();
  const [password, setPassword] = useState('');
  const submit = useSubmit(async () => signedIn(await call(firstPassword, { ticket, password, ...thisBrowser() })));
  return (
    <>
      <h1>{t('account.step.passwordTitle')}</h1>
      <p className="out-sub">{t('account.step.passwordSub')}</p>
      <form onSubmit={submit.onSubmit}>
        <PasswordField
          isNew
          autoFocus
          label={t('account.outside.newPassword')}
          value={password}
          onChange={setPassword}
        />
        <SubmitLine label={t('account.step.passwordSave')} {...submit} />
      </form>
    </>
  );
}

function Proof({ ticket }: { ticket: string }) {
  const t = useText();
  const [code, setCode] = useState('');
  const [byRecovery, setByRecovery] = useState(false);
  const submit = useSubmit(
    async () => provenSignedIn(await call(proveStep, { ticket, code, ...thisBrowser() })),
    () => setCode(''),
  );
  const [ways, setWays] = useState<DataOf<typeof stepWays> | null>(null);
  useEffect(() => {
    // Without an answer the code is asked for, which says what is wrong.
    void call(stepWays, { ticket, ...thisBrowser() }).then(setWays, () => {});
  }, [ticket]);
  const byPasskey = useSubmit(async () => {
    // Asked anew: a question is good for one answer.
    const { passkey: question } = await call(stepWays, { ticket, ...thisBrowser() });
    if (!question) return refuse('passkeyRefused');
    provenSignedIn(await call(proveStep, { ticket, passkey: await signWithPasskey(question), ...thisBrowser() }));
  });
  return (
    <>
      <h1>{t('account.step.title')}</h1>
      <p className="out-sub">{t(byRecovery ? 'account.step.recoverySub' : 'account.step.codeSub')}</p>
      <form onSubmit={submit.onSubmit}>
        <Field
          key={String(byRecovery)}
          label={t(byRecovery ? 'account.step.recovery' : 'account.outside.code')}
          value={code}
          onChange={setCode}
          autoFocus
          required
          maxLength={40}
          {...(byRecovery
            ? { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false }
            : { autoComplete: 'one-time-code', inputMode: 'numeric' as const, className: 'out-code' })}
        />
        <SubmitLine label={t('account.outside.signIn')} {...submit} />
      </form>
      {ways?.passkey && hasPasskeysFor(ways.passkey.rpId) && (
        <form onSubmit={byPasskey.onSubmit}>
          <SubmitLine label={t('account.step.byPasskey')} {...byPasskey} />
        </form>
      )}
      <p className="out-links">
        <button
          type="button"
          className="out-link"
          onClick={() => {
            setCode('');
            setByRecovery(!byRecovery);
          }}
        >
          {t(byRecovery ? 'account.step.byCode' : 'account.step.byRecovery')}
        </button>
      </p>
    </>
  );
}
