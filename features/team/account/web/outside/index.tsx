import { useEffect } from 'react';
import { ensureTexts, useText } from '#platform/web/i18n.ts';
import { useStore } from '#platform/web/use-store.ts';
import { accountTexts } from '../texts.ts';
import { Company } from './company.tsx';
import { DemoBox } from './demo-box.tsx';
import { Forgot } from './forgot.tsx';
import { Invitation } from './invitation.tsx';
import { usePath } from './link.tsx';
import { Login } from './login.tsx';
import { PageChoices } from './page-choices.tsx';
import { Register } from './register.tsx';
import { SecondStep } from './second-step.tsx';
import { Setup } from './setup.tsx';
import { Suspended } from './suspended.tsx';
import { useSetupState } from './use-setup-state.ts';
import { pendingStep } from './sign-in.ts';
import './outside.css';

await ensureTexts('account', accountTexts);

const pages = {
  login: Login,
  company: Company,
  register: Register,
  forgot: Forgot,
  invitation: Invitation,
  setup: Setup,
  suspended: Suspended,
} as const;

/** The sign-in page, which knows more of the installation, draws its own. */
function DemoMessagesBelow() {
  return useSetupState()?.demo ? <DemoBox /> : null;
}

/** The pages for people without a session. Small on purpose: no kit, no router, no schemas. */
export default function Outside() {
  const t = useText();
  const path = usePath().split('/')[1] ?? '';
  const step = useStore(pendingStep);
  const Page = step ? SecondStep : (pages[path as keyof typeof pages] ?? Login);
  const title = t('account.outside.documentTitle');
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <div className="out">
      <main className="out-card">
        <div className="out-mark" aria-hidden />
        <Page key={step?.ticket ?? path} />
        {Page !== Login && <DemoMessagesBelow />}
      </main>
      <PageChoices />
    </div>
  );
}
