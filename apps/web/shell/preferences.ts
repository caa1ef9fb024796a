import { accountApi, type UserInfo } from '#features/team/account/contract.ts';
import { preferencesApi, type PreferencesChanged, type Theme } from '#features/office/preferences/contract.ts';
import { call } from '#platform/web/call.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { changeLanguage, language, textOf } from '#platform/web/i18n.ts';
import { queryClient } from '#platform/web/query-client.ts';
import { chooseTheme } from '#platform/web/theme/scheme.ts';
import { toast } from '#platform/web/toast.ts';
import { setAnswer } from '#platform/web/use-endpoint.ts';
import { languageFromWire, languageToWire, type Language } from '#shared/languages.ts';
import { zoneIsKnown } from './dialogs/use-zone-reminder.ts';

const remember = (change: PreferencesChanged) =>
  setAnswer(accountApi.info, {}, (info) => info && { ...info, ...(change as Partial<UserInfo>) });

/** Shows the page in a language at once, then stores it; names that come from the server are asked for again. */
export async function switchLanguage(next: Language): Promise<void> {
  try {
    await changeLanguage(next);
    await call(preferencesApi.switchLanguage, { lang: languageToWire(next) });
    remember({ lang: languageToWire(next) });
  } catch (error) {
    handleFailure(error);
  }
  void queryClient.invalidateQueries();
}

/** Stores a time zone; every time on the page follows. */
export async function switchTimeZone(id: number): Promise<void> {
  // First: the server may tell this page of the change before it answers the call.
  zoneIsKnown();
  try {
    const { timeZone } = await call(preferencesApi.switchTimeZone, { time_zone_id: id });
    remember({ timeZone });
    toast({ tone: 'success', text: textOf('notice.timeZoneSaved'), id: 'timeZoneSaved' });
  } catch (error) {
    handleFailure(error);
  }
}

/** Draws a theme at once, then stores it. */
export async function switchTheme(theme: Theme): Promise<void> {
  chooseTheme(theme);
  remember({ theme });
  await call(preferencesApi.switchTheme, { theme }).catch(handleFailure);
}

/** Follows a choice that was stored: at sign-in, or made in another tab. */
export async function followPreferences(change: PreferencesChanged): Promise<void> {
  if (change.theme) chooseTheme(change.theme);
  const wanted = change.lang ? languageFromWire(change.lang) : null;
  if (wanted && wanted !== language()) await changeLanguage(wanted);
}

/** The same, told by the server while the page is open. */
export function onPreferencesChanged(change: PreferencesChanged): void {
  const other = change.lang !== undefined && languageFromWire(change.lang) !== language();
  remember(change);
  void followPreferences(change).then(() => (other ? queryClient.invalidateQueries() : undefined));
}
