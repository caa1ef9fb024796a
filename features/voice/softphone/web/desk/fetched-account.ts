import { agentsApi, type PhoneFacts, type SipInfo } from '#features/team/agents/contract.ts';
import { call } from '#platform/web/call.ts';
import { refuse } from '#platform/web/failures.ts';
import { text } from '#platform/web/i18n.ts';
import { Failure } from '#shared/failure.ts';

/** The account of a phone, whichever call told it. */
export type FetchedAccount = PhoneFacts & Pick<SipInfo, 'domain' | 'url' | 'sipNum' | 'md5Pwd' | 'ccAgent' | 'ccToken'>;

/** The usual way: whoever is signed in has an account. */
export const accountOfSession = (agentName: string, deviceId: string, takeOver: boolean): Promise<FetchedAccount> =>
  call(agentsApi.sipInfo, { agentName, deviceUniqueIdentification: deviceId, takeOver });

/** [CALL-18] The other way: /api/userinfo gives it for e-mail address and password. */
export async function accountByPassword(agentName: string, password: string): Promise<FetchedAccount> {
  const [info, own] = await Promise.all([
    call(agentsApi.userInfo, {}, { authorization: basicAuthorization(agentName, password) }).catch(inOurWords),
    call(agentsApi.line, {}),
  ]);
  // Whoever works in several teams has an account in each: the phone is that of the page.
  if (info.sipaccount !== own.sipNum) return refuse('phoneAgentMissing');
  return { ...info, domain: info.sipdomain, url: info.wssurl, sipNum: info.sipaccount };
}

/** Too many wrong passwords ask for a picture, which only the sign-in page shows. */
function inOurWords(error: unknown): never {
  const asksForPicture = error instanceof Failure && error.name === 'captchaRequired';
  throw asksForPicture ? new Failure('captchaRequired', text('softphone.signIn.tooMany')) : error;
}

/** Any letter may stand in a password, and base64 knows bytes only. */
const basicAuthorization = (name: string, password: string): string =>
  `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${name}:${password}`)))}`;
