import { lazy, Suspense, useEffect, useState } from 'react';
import { browserWords } from '#core/browser/user-agent.ts';
import { call, type DataOf } from '#platform/web/call.ts';
import { failureText } from '#platform/web/failure-handler.ts';
import { useText } from '#platform/web/i18n.ts';
import { hasPasskeysFor, makePasskey } from '#platform/web/passkeys.ts';
import { beginStepPasskey, beginStepTotp, confirmStepPasskey, confirmStepTotp, step as stepWays } from './api.ts';
import { CodeField, SubmitLine } from './parts.tsx';
import { signedIn, thisBrowser } from './sign-in.ts';
import { useSubmit } from './use-submit.ts';

// Few need it: the sign-in page stays small for all others.
const QrPicture = lazy(async () => ({ default: (await import('#platform/web/ui/qr-picture.tsx')).QrPicture }));

type Done = DataOf<typeof confirmStepTotp>;

/** Gets an authenticator app, or a passkey, before the first session of who needs one. */
export function StepEnrolment({ ticket }: { ticket: string }) {
  const t = useText();
  const [begun, setBegun] = useState<DataOf<typeof beginStepTotp> | null>(null);
  const [problem, setProblem] = useState('');
  const [code, setCode] = useState('');
  const [done, setDone] = useState<Done | null>(null);
  useEffect(() => {
    void call(beginStepTotp, { ticket, ...thisBrowser() }).then(setBegun, (error: unknown) =>
      setProblem(failureText(error)),
    );
  }, [ticket]);
  const enrolled = (answer: Done): void => (answer.recoveryCodes ? setDone(answer) : signedIn(answer));
  const submit = useSubmit(async () => enrolled(await call(confirmStepTotp, { ticket, code, ...thisBrowser() })));
  if (done) return <KeepCodes done={done} />;
  return (
    <>
      <h1>{t('account.step.enrolTitle')}</h1>
      <p className="out-sub" {...(problem ? { role: 'alert' } : {})}>
        {problem || t('account.step.enrolSub')}
      </p>
      {begun && (
        <form onSubmit={submit.onSubmit}>
          <div className="out-qr">
            <Suspense fallback={null}>
              <QrPicture text={begun.uri} label={t('account.step.picture')} />
            </Suspense>
          </div>
          <p className="out-sub">
            {t('account.step.orType')} <code>{begun.key.match(/.{1,4}/g)!.join(' ')}</code>
          </p>
          <CodeField value={code} onChange={setCode} />
          <SubmitLine label={t('account.outside.confirm')} {...submit} />
        </form>
      )}
      <PasskeyInstead ticket={ticket} onEnrolled={enrolled} />
    </>
  );
}

/** Where the browser has passkeys for this address. */
function PasskeyInstead({ ticket, onEnrolled }: { ticket: string; onEnrolled: (answer: Done) => void }) {
  const t = useText();
  const [rpId, setRpId] = useState<string | null>(null);
  useEffect(() => {
    // Without an answer the app is the way.
    void call(stepWays, { ticket, ...thisBrowser() }).then(
      (ways) => setRpId(ways.rpId),
      () => {},
    );
  }, [ticket]);
  const submit = useSubmit(async () => {
    const { person, ...question } = await call(beginStepPasskey, { ticket, ...thisBrowser() });
    const { browser, system } = browserWords(navigator.userAgent);
    // It can be renamed under Account security.
    const name = [browser, system].filter(Boolean).join(' · ') || 'Passkey';
    const made = await makePasskey(question, person);
    onEnrolled(await call(confirmStepPasskey, { ticket, name, ...made, ...thisBrowser() }));
  });
  if (rpId === null || !hasPasskeysFor(rpId)) return null;
  return (
    <form onSubmit={submit.onSubmit}>
      <SubmitLine label={t('account.step.enrolByPasskey')} {...submit} />
    </form>
  );
}

/** The codes are shown this once, so that nobody goes on before they are kept. */
function KeepCodes({ done }: { done: Done }) {
  const t = useText();
  return (
    <>
      <h1>{t('account.step.keepTitle')}</h1>
      <p className="out-sub">{t('account.step.keepSub')}</p>
      <ul className="out-recovery">
        {done.recoveryCodes!.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <button type="button" className="out-go" onClick={() => signedIn(done)}>
        {t('account.step.kept')}
      </button>
    </>
  );
}
