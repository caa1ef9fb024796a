import { useEffect, useRef, useState } from 'react';
import type { FailureName } from '#shared/errors.ts';
import { Failure } from '#shared/failure.ts';
import { call } from '#platform/web/call.ts';
import { deviceId } from '#platform/web/device.ts';
import { failureText } from '#platform/web/failure-handler.ts';
import { textOf } from '#platform/web/i18n.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { accountApi, CODE_FAILED, type CodePurpose } from '../../contract.ts';
import { CodeStep, PasswordStep } from './code-step.tsx';
import { ContactStep } from './contact-step.tsx';
import { focusFirst } from './focus-first.ts';
import type { NewContact } from './new-contact.ts';

interface ContactChangeProps extends NewContact {
  /** Takes the proven contact into use. */
  onProven: (proof: string, password: string) => Promise<unknown>;
  onClose: () => void;
}

/** Refusals that only another password mends, and those that only another contact or code does. */
const ofPassword: FailureName[] = ['wrongPassword', 'accountLocked'];
const ofContact: FailureName[] = ['emailTaken', 'phoneTaken', 'proofInvalid'];

/**
 * From a new contact to its use.
 *
 *   contact ── work done, code sent ────▶ code ── right: proof ──▶ in use
 *      ▲                                    │ │
 *      ├──── another code, contact taken ───┘ └── wrong password ──▶ password ──▶ in use
 *
 * A proof stays good until it is used, so a code is never typed twice for one.
 */
export function ContactChange({
  purpose,
  schema,
  plain,
  field,
  asksPassword = false,
  onProven,
  onClose,
}: ContactChangeProps) {
  const [step, setStep] = useState<'contact' | 'code' | 'password'>('contact');
  const [typed, setTyped] = useState({ contact: '', password: '' });
  const [refusal, setRefusal] = useState('');
  const proof = useRef('');
  const contact = plain(typed.contact);

  const goTo = (next: typeof step, why = '') => {
    setStep(next);
    setRefusal(why);
    if (next === 'contact') proof.current = '';
  };

  useEffect(
    () =>
      onEvent<{ purpose: CodePurpose }>(CODE_FAILED, (failed) => {
        if (failed.purpose !== purpose) return;
        setStep((now) => (now === 'code' ? 'contact' : now));
        setRefusal(textOf('account.security.codeFailed'));
      }),
    [purpose],
  );

  async function use(password: string): Promise<void> {
    try {
      await onProven(proof.current, password);
    } catch (error) {
      const name = error instanceof Failure ? error.name : 'unexpected';
      if (ofContact.includes(name)) goTo('contact', failureText(error));
      else if (ofPassword.includes(name) && step === 'code') goTo('password', failureText(error));
      else throw error;
    }
  }

  async function prove(code: string): Promise<void> {
    proof.current ||= (
      await call(accountApi.contactVerification, {
        contact,
        purpose,
        code,
        deviceUniqueIdentification: deviceId(),
      })
    ).proof;
    await use(typed.password);
  }

  const onSent = (sent: typeof typed) => {
    setTyped(sent);
    goTo('code');
  };
  return (
    <div key={step} ref={focusFirst}>
      {step === 'contact' && (
        <ContactStep {...{ purpose, schema, plain, field, asksPassword, refusal, onSent, onClose }} start={typed} />
      )}
      {step === 'code' && (
        <CodeStep contact={contact} onSubmit={prove} onAgain={() => goTo('contact')} onClose={onClose} />
      )}
      {step === 'password' && <PasswordStep refusal={refusal} onSubmit={use} onClose={onClose} />}
    </div>
  );
}
