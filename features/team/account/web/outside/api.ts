import { bare } from '#platform/web/call.ts';
import type { ssoApi } from '#features/team/sso/contract.ts';
import type { secondFactorApi } from '#features/team/second-factor/contract.ts';
import type { accountApi } from '../../contract.ts';

/* The calls of people without a session. Written without schemas, so that the sign-in page stays small. */
type Api = typeof accountApi;
type Sso = typeof ssoApi;
type Factor = typeof secondFactorApi;
const at = <P extends string>(path: P) => `/admin/saas_plat/${path}` as const;

export const login = bare<Api['login']>('PUT', at('user/login'), true);
export const firstPassword = bare<Api['firstPassword']>('PUT', at('user/first_pass'), true);
export const register = bare<Api['register']>('POST', at('user/register'), true);
export const registerVerification = bare<Api['registerVerification']>('PUT', at('user/register_verification'), true);
export const sendCode = bare<Api['sendCode']>('POST', at('verify_code/send'), true);
export const contactVerification = bare<Api['contactVerification']>('POST', at('user/contact_verification'), true);
export const resetPassword = bare<Api['resetPassword']>('PUT', at('user/reset_pass'), true);
export const startCaptcha = bare<Api['startCaptcha']>('GET', at('captcha/start_image_verify'), true);
export const solveCaptcha = bare<Api['solveCaptcha']>('POST', at('captcha/image_verify'), true);
export const setupState = bare<Api['setupState']>('GET', at('setup'), true);
export const setup = bare<Api['setup']>('POST', at('setup'), true);
export const invitation = bare<Api['invitation']>('GET', at('invitation/{invitation}'), true);
export const acceptInvitation = bare<Api['acceptInvitation']>('POST', at('invitation/{invitation}/accept'), true);

export const isCompany = bare<Sso['isExist']>('GET', at('sso_config/is_exist'), true);
export const tryCompany = bare<Sso['tryOut']>('POST', at('sso_config/try'), true);
export const exchangeCode = bare<Sso['exchange']>('POST', at('sso/exchange'), true);

export const step = bare<Factor['step']>('POST', at('second_factor/step'), true);
export const proveStep = bare<Factor['proveStep']>('POST', at('second_factor/step/prove'), true);
export const beginStepTotp = bare<Factor['beginStepTotp']>('POST', at('second_factor/step/begin_totp'), true);
export const beginStepPasskey = bare<Factor['beginStepPasskey']>('POST', at('second_factor/step/begin_passkey'), true);
export const confirmStepPasskey = bare<Factor['confirmStepPasskey']>(
  'POST',
  at('second_factor/step/confirm_passkey'),
  true,
);
export const confirmStepTotp = bare<Factor['confirmStepTotp']>('POST', at('second_factor/step/confirm_totp'), true);
