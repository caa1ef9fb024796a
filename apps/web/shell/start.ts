import type {} from './text.ts';
import { ACCESS_CHANGED, accessApi } from '#features/team/access/contract.ts';
import { accountApi } from '#features/team/account/contract.ts';
import { PREFERENCES_CHANGED } from '#features/office/preferences/contract.ts';
import type { FeatureContext, WebFeature } from '#platform/web/feature.ts';
import { queryClient } from '#platform/web/query-client.ts';
import { invalidate, keyOf } from '#platform/web/use-endpoint.ts';
import { viewer } from '#platform/web/viewer.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { HOME } from '#core/shell/address.ts';
import { arrival } from '#platform/web/session.ts';
import { isShownBare } from './bare-page.ts';
import { firstAnswers } from './first-answers.ts';
import { followPreferences, onPreferencesChanged } from './preferences.ts';
import { openRealtime } from './realtime.ts';
import { viewerOf } from './shell-data.ts';

/** Learns who is signed in and shows the page as they want it. Nothing is drawn before that. */
export async function meetUser(): Promise<void> {
  const [info, resource] = await firstAnswers();
  await followPreferences({ lang: info.lang, theme: info.theme });
  queryClient.setQueryData(keyOf(accountApi.info, {}), info);
  queryClient.setQueryData(keyOf(accessApi.systemAndResource, {}), resource);
  viewer.set(viewerOf(info, resource));
}

/** Who runs the installation and has no seat at any desk has their work in the console: signed in with their second factor, they begin there. */
export function startsInConsole(): boolean {
  const who = viewer.get();
  const isFresh = arrival.take() && location.pathname === HOME;
  return isFresh && who?.isOperator === true && !who.voiceSeat && !who.textSeat;
}

/** Menu, function keys, seats or name may have changed: ask for them again. */
function learnAnew(): void {
  void invalidate(accountApi.info);
  void invalidate(accessApi.systemAndResource);
}

/** Begins what lives as long as the session: the features' own work and the channel of events. The answer ends it. */
export function beginSession(features: readonly WebFeature[], go: FeatureContext['go']): () => void {
  const context: FeatureContext = {
    viewer: viewer.get()!,
    go,
    isUnattended: isShownBare(
      features.flatMap(({ routes }) => routes).find(({ path }) => path === location.pathname),
      location.search,
    ),
  };
  const ends: (() => void)[] = [onEvent(PREFERENCES_CHANGED, onPreferencesChanged), onEvent(ACCESS_CHANGED, learnAnew)];
  let ended = false;
  for (const feature of features) {
    // One feature that cannot begin must not keep the others from it.
    void Promise.resolve()
      .then(() => feature.start?.(context))
      .then((end) => (end && ended ? end() : end && ends.push(end)), reportError);
  }
  ends.push(openRealtime());
  return () => {
    ended = true;
    for (const end of ends.splice(0).toReversed()) end();
  };
}
