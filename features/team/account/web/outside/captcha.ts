import { call } from '#platform/web/call.ts';
import { workOff } from '../work-off.ts';
import { solveCaptcha, startCaptcha } from './api.ts';

/** Lets this browser work for a moment; answers the id of the solved captcha, good for one call. */
export async function solvedCaptcha(): Promise<string> {
  const captcha = await call(startCaptcha, {});
  await call(solveCaptcha, { id: captcha.id, text: await workOff(captcha) });
  return captcha.id;
}
