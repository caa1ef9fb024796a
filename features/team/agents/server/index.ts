import { MEMBER_JOINED, type MemberJoined } from '#features/team/account/contract.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { agentsApi } from '../contract.ts';
import { rosterApi } from '../contract/roster.ts';
import { leavingHandlers } from './agent-leaving.ts';
import { keepPromise } from './agent-making.ts';
import { agentsExport, outputHandlers } from './agent-output.ts';
import { demoAgents } from './demo.ts';
import { deviceHandlers } from './device-handlers.ts';
import { lineHandlers } from './line-handlers.ts';
import { makingHandlers } from './making-handlers.ts';
import { passwordResetHandlers } from './password-reset.ts';
import { phoneHandlers } from './phone-handlers.ts';
import { convertPhone, encryptTypeOf, phoneWords } from './phone-privacy.ts';
import { rosterHandlers } from './roster-handlers.ts';
import type { AgentsNeeds } from './roster-parts.ts';
import { watchReplacedPhones } from './replaced-phones.ts';
import { endLoginsOf, PHONES_RETIRED } from './sip-logins.ts';
import { sweepJob } from './sweep.ts';
import { openTenantSecrets } from './tenant-secrets.ts';
import { userInfoHandler } from './user-info.ts';

export { agentRows, makeAgent } from './agents.repo.ts';
export { edgePhones } from './edge-phones.ts';
export { lineMarksRepo } from './line-marks.repo.ts';
export {
  accountOfRow,
  accountRow,
  accountsOfTenant,
  countPhones,
  phoneAccount,
  sipAccounts,
  tenantOfPhone,
  type PhoneAccountHolder,
} from './phone-accounts.ts';
export { isPhoneWord, phoneWords, type PhoneWords } from './phone-privacy.ts';
export { endLoginOf } from './sip-logins.ts';
export {
  isSealedText,
  openTenantSecrets,
  resealTenantSecrets,
  textSealOf,
  type TenantSecrets,
  type TextSeal,
} from './tenant-secrets.ts';
export { addLine, lineName, linesInUse, lineUrl, readLines, removeLine, renameLine } from './web-call-lines.ts';

/** Who has a phone: accounts of the exchange, their lines and settings, and the agents as those who run them see them. */
export function agents(world: World, needs: AgentsNeeds): ServerFeature {
  const { db, sessions, telephony, log } = world;
  const secrets = openTenantSecrets(db);
  const words = phoneWords(secrets);
  const parts = { world, secrets, needs };
  let stopListening = (): void => {};
  let stopWatching = (): void => {};

  return {
    name: 'agents',
    menu: [
      {
        key: '/seating/agents',
        name: 'agents.name',
        system: System.contactCentre,
        section: 'seating',
        order: 15,
        access: 'agents.view',
        icon: 'headset',
      },
    ],
    demo: demoAgents,
    exports: [agentsExport(world, needs)],
    jobs: [sweepJob(world)],
    subscriptions: { [MEMBER_JOINED]: (joined: MemberJoined) => keepPromise(parts, joined) },
    routes: routes(
      'agents',
      { ...agentsApi, ...rosterApi },
      {
        ...rosterHandlers(parts),
        ...makingHandlers(parts),
        ...leavingHandlers(parts),
        ...passwordResetHandlers(parts),
        ...deviceHandlers(parts),
        ...outputHandlers(parts),
        ...phoneHandlers(world, secrets),
        ...lineHandlers(world),
        userInfo: userInfoHandler(world, secrets),
        convertPhone: (caller, input) => convertPhone(db, words, caller, input),
        encryptType: async (caller) => ({ encryptType: await encryptTypeOf(db, caller) }),
        security: async (caller) => ({
          salt_key: (await secrets.derive(caller.tenantId, 'salt')).toString('hex').slice(0, 32),
          role_need_desensitize: caller.needsMasking,
        }),
      },
      // Whether the phone is registered knows the exchange it registers with.
      { atHome: ['sipInfo'] },
    ),

    async start() {
      stopWatching = watchReplacedPhones(world);
      const stopRetiring = await db.listen(PHONES_RETIRED, (account) => void (account && telephony.retire(account)));
      const stopEnding = sessions.onEnded((sessionId) => {
        endLoginsOf(world, sessionId)
          // Nobody registers with it any more; a customer who is being talked with is not hung up on.
          .then((accounts) => Promise.all(accounts.map((account) => telephony.retire(account))))
          .catch((problem: unknown) =>
            log.warn({ err: problem, sessionId }, 'the phone of an ended session stays until it registers again'),
          );
      });
      stopListening = () => {
        stopRetiring();
        stopEnding();
      };
    },
    async stop() {
      stopWatching();
      stopListening();
    },
  };
}
