import { useId, useState, type InputHTMLAttributes, type ReactNode } from 'react';
import { useText } from '#platform/web/i18n.ts';

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> & {
  label: string;
  hint?: string;
  value: string;
  onChange: (value: string) => void;
};

/** A labelled input; the hint is read out with it. */
export function Field({ label, hint, onChange, children, ...input }: InputProps & { children?: ReactNode }) {
  const id = useId();
  return (
    <div className="out-field">
      <label htmlFor={id}>{label}</label>
      <div className="out-input">
        <input
          id={id}
          {...input}
          onChange={(event) => onChange(event.currentTarget.value)}
          {...(hint ? { 'aria-describedby': `${id}-hint` } : {})}
        />
        {children}
      </div>
      {hint && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  );
}

/** A password that can be looked at while typing. */
export function PasswordField({
  isNew = false,
  ...props
}: Omit<InputProps, 'label'> & { label?: string; isNew?: boolean }) {
  const t = useText();
  const [shown, setShown] = useState(false);
  return (
    <Field
      type={shown ? 'text' : 'password'}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      required
      spellCheck={false}
      {...(isNew ? { minLength: 10, hint: t('account.outside.passwordHint') } : {})}
      {...props}
      label={props.label ?? t('account.outside.password')}
    >
      <button type="button" className="out-reveal" aria-pressed={shown} onClick={() => setShown(!shown)}>
        {t(shown ? 'account.outside.hide' : 'account.outside.show')}
      </button>
    </Field>
  );
}

/** Six digits from a mail or message; a pasted text gives its digits. */
export function CodeField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useText();
  return (
    <Field
      label={t('account.outside.code')}
      value={value}
      onChange={(next) => onChange(next.replace(/\D/g, '').slice(0, 6))}
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="\d{6}"
      required
      autoFocus
      className="out-code"
    />
  );
}

/** The button of a form and, above it, what went wrong, or what takes its time. */
export function SubmitLine({
  label,
  pending,
  problem,
  working = '',
}: {
  label: string;
  pending: boolean;
  problem: string;
  working?: string;
}) {
  return (
    <>
      <p className="out-problem" role="alert">
        {problem}
      </p>
      {pending && working && <p role="status">{working}</p>}
      <button className="out-go" disabled={pending} aria-busy={pending}>
        {label}
      </button>
    </>
  );
}

export const noOwner = { company: '', name: '', email: '', password: '' };

/** Company, name, address and password of somebody who becomes an owner. */
export function OwnerFields({
  fields,
  onChange,
}: {
  fields: typeof noOwner;
  onChange: (fields: typeof noOwner) => void;
}) {
  const t = useText();
  const set = (name: keyof typeof noOwner) => (value: string) => onChange({ ...fields, [name]: value });
  return (
    <>
      <Field
        label={t('account.outside.company')}
        autoComplete="organization"
        required
        maxLength={100}
        autoFocus
        value={fields.company}
        onChange={set('company')}
      />
      <Field
        label={t('account.outside.name')}
        autoComplete="name"
        required
        maxLength={60}
        value={fields.name}
        onChange={set('name')}
      />
      <Field
        label={t('account.outside.email')}
        type="email"
        autoComplete="username"
        required
        value={fields.email}
        onChange={set('email')}
      />
      <PasswordField isNew value={fields.password} onChange={set('password')} />
    </>
  );
}
