import type { accessApi } from '#features/team/access/contract.ts';
import type { accountApi } from '#features/team/account/contract.ts';
import { bare, call } from '#platform/web/call.ts';
import { ensureTexts, textFiles } from '#platform/web/i18n.ts';

/** Without their schemas: this is in the first load of every page. */
const info = bare<typeof accountApi.info>('GET', '/admin/saas_plat/user/info');
const resource = bare<typeof accessApi.systemAndResource>('GET', '/admin/saas_plat/once/getSystemAndResource');

/** Brings the shell's own texts and the labels of code tables, in one file. */
export const shellTexts = (): Promise<void> =>
  ensureTexts('shell', textFiles(import.meta.glob('./words/*.ts', { import: 'default' })));

/** Everything the shell must have before it draws: who is signed in, what they may do, and its words. */
const ask = () => Promise.all([call(info, {}), call(resource, {}), shellTexts()]);

let asked: ReturnType<typeof ask> | null = null;

/** Asks while the code of the shell is still on its way. */
export function askFirst(): void {
  asked = ask();
  // Whoever takes the answers deals with their failing.
  asked.catch(() => {});
}

/** What was asked first, once; asked now when it was not, or when this is another try. */
export function firstAnswers(): ReturnType<typeof ask> {
  const answers = asked ?? ask();
  asked = null;
  return answers;
}
