import { CompanyLogin } from './company-login.tsx';
import { DemoBox } from './demo-box.tsx';
import { Forgot } from './forgot.tsx';
import { JoinTeam } from './join-team.tsx';
import { Register } from './register.tsx';
import { SecondStep } from './second-step.tsx';
import { Setup } from './setup.tsx';
import { Suspended } from './suspended.tsx';
import { useSetupState } from './use-setup-state.ts';

const pages = {
  company: CompanyLogin,
  register: Register,
  forgot: Forgot,
  invitation: JoinTeam,
  setup: Setup,
  suspended: Suspended,
  step: SecondStep,
} as const;

export type OtherPage = keyof typeof pages;

/** The pages outside a session that are not the one people sign in on. */
export default function Others({ page }: { page: OtherPage }) {
  const Page = pages[page];
  const state = useSetupState();
  return (
    <>
      <Page />
      {state?.demo && <DemoBox />}
    </>
  );
}
