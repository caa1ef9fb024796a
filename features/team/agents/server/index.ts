import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { agentsApi } from '../contract.ts';
import { demoAgents } from './demo.ts';
import { lineHandlers } from './line-handlers.ts';
import { phoneHandlers } from './phone-handlers.ts';
import { convertPhone, encryptTypeOf, phoneWords } from './phone-privacy.ts';
import { endLoginsOf } from './sip-logins.ts';
import { sweepJob } from './sweep.ts';
import { openTenantSecrets } from './tenant-secrets.ts';
import { userInfoHandler } from './user-info.ts';

export { agentRows, makeAgent } from './agents.repo.ts';
export { lineMarksRepo } from './line-marks.repo.ts';
export { phoneAccount, sipAccounts, type PhoneAccount } from './phone-accounts.ts';
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
export { lineName, lineUrl, readLines } from './web-call-lines.ts';

/** Who has a phone: accounts of the exchange, their lines and settings. */
export function agents(world: World): ServerFeature {
  const { db, sessions, telephony, log } = world;
  const secrets = openTenantSecrets(db);
  const words = phoneWords(secrets);
  let stopListening = (): void => {};

  return {
    name: 'agents',
    demo: demoAgents,
    jobs: [sweepJob(world)],
    routes: routes('agents', agentsApi, {
      ...phoneHandlers(world, secrets),
      ...lineHandlers(world),
      userInfo: userInfoHandler(world, secrets),
      convertPhone: (caller, input) => convertPhone(db, words, caller, input),
      encryptType: async (caller) => ({ encryptType: await encryptTypeOf(db, caller) }),
      security: async (caller) => ({
        salt_key: (await secrets.derive(caller.tenantId, 'salt')).toString('hex').slice(0, 32),
        role_need_desensitize: caller.needsMasking,
      }),
    }),

    async start() {
      stopListening = sessions.onEnded((sessionId) => {
        endLoginsOf(world, sessionId)
          // Nobody registers with it any more; a customer who is being talked with is not hung up on.
          .then((accounts) => Promise.all(accounts.map((account) => telephony.retire(account))))
          .catch((problem: unknown) =>
            log.warn({ err: problem, sessionId }, 'the phone of an ended session stays until it registers again'),
          );
      });
    },
    async stop() {
      stopListening();
    },
  };
}
