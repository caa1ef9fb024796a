import { DEVICE_REMOVED, type DeviceRemovedEvent } from '#features/team/devices/contract.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { accountApi } from '../contract.ts';
import { refreshBuiltInRoles } from './built-in-roles.ts';
import { CAPTCHA_WORK, type Work } from '../core/proof-of-work.ts';
import { captchaHandlers } from './captcha.ts';
import { codeJob } from './codes.ts';
import { proofHandlers } from './contact-proof.ts';
import { credentialHandlers } from './credentials.ts';
import { ownEntries } from './entry.ts';
import { invitationHandlers } from './invitations.ts';
import { forgetDevice } from './known-devices.ts';
import { mailJob } from './letters.ts';
import { ownSessionHandlers } from './own-sessions.ts';
import { organisationInvitationHandlers, organisationInvitationJob } from './organisation-invitations.ts';
import { openPasswords, type PasswordCost } from './passwords.ts';
import { openPhoneCodes } from './phone-codes.ts';
import { registrationHandlers } from './registration.ts';
import { setupHandlers } from './setup.ts';
import { openGuard } from './sign-in-guard.ts';
import { signInHandlers } from './sign-in.ts';
import { sweepJob } from './sweep.ts';
import { systemHandlers } from './systems.ts';
import { teamHandlers } from './teams.ts';
import { infoHandlers } from './user-info.ts';

export { isCompanySession } from './company-sign-in.ts';
export { proveOwnPassword } from './credentials.ts';
export { enterAndRemember, holdPerson } from './entering.ts';
export { alsoElsewhere, makePerson, newFirstPassword, replacePasswords } from './first-password.ts';
export { placeOf, notifyPerson } from './letters.ts';
export { knownMark } from './known-devices.ts';
export { isSecondFactorNeeded, markSecondFactor, spendStep, takeStep } from './second-step.ts';
export { hashWithSalt, isSame, newCode, newToken } from './secret.ts';
export { openGuard, type Guard } from './sign-in-guard.ts';
export { createBuiltInRoles, type BuiltInRole } from './built-in-roles.ts';
export { endCompanySignIn, enterByCompany, setCompanySignIn, type PasswordSignIn } from './company-sign-in.ts';
export { foundForOwner, zoneWished } from './founding.ts';
export { demoContacts, isOfDemoAlone } from './demo-people.ts';
export { INVITATION_DAYS, invitationsRepo, promisedSeats } from './invitations.repo.ts';
export { sendMail, type MailRequest } from './letters.ts';
export { openPasswordProof } from './password-proof.ts';
export { openPasswords, type Passwords } from './passwords.ts';
export { openPhoneCodes, type PhoneCodes } from './phone-codes.ts';
export { addMember, boundPhone, createPerson, createTenant, mailAddress, peopleByIds } from './people.ts';
export { setupLink } from './setup.ts';
export { systemsOf } from './systems.ts';

type AccountWorld = Pick<
  World,
  | 'catalogue'
  | 'clock'
  | 'db'
  | 'demo'
  | 'log'
  | 'mail'
  | 'metrics'
  | 'publicUrl'
  | 'registration'
  | 'sessions'
  | 'sms'
  | 'smsCountries'
  | 'texts'
>;

/** What tests make predictable and cheap. */
interface Rehearsal {
  captchaWork?: Work;
  passwordCost?: PasswordCost;
}

/** Getting in, staying in and belonging: sign-in, registration, the own account, teams. */
export function account(
  world: AccountWorld,
  { captchaWork = CAPTCHA_WORK, passwordCost }: Rehearsal = {},
): ServerFeature {
  const inside = {
    ...world,
    passwords: openPasswords(world.metrics.registry, passwordCost),
    guard: openGuard(world.clock),
    phoneCodes: openPhoneCodes(world),
  };
  return {
    name: 'account',
    routes: routes('account', accountApi, {
      ...signInHandlers(inside),
      ...registrationHandlers(inside),
      ...captchaHandlers(inside, captchaWork),
      ...proofHandlers(inside),
      ...credentialHandlers(inside),
      ...ownSessionHandlers(inside),
      ...infoHandlers(inside),
      ...systemHandlers(inside),
      ...teamHandlers(inside),
      ...setupHandlers(inside),
      ...invitationHandlers(inside),
      ...organisationInvitationHandlers(inside),
    }),
    jobs: [mailJob(inside), codeJob(inside), organisationInvitationJob(inside), sweepJob(inside)],
    subscriptions: {
      [DEVICE_REMOVED]: ({ userId, deviceId }: DeviceRemovedEvent) =>
        world.db.everyTenant('browsers are of people', (tx) => forgetDevice(tx, userId, deviceId)),
    },
    async start() {
      world.catalogue.operations.find(({ module }) => module === 'account')?.actions.push(...ownEntries);
      await refreshBuiltInRoles(world);
    },
  };
}
