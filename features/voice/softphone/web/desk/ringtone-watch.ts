import { preferencesApi, PREFERENCES_CHANGED, type PreferencesChanged } from '#features/office/preferences/contract.ts';
import type { PhoneTones } from '#core/phone/phone-sound.port.ts';
import { call } from '#platform/web/call.ts';
import { onEvent } from '#platform/web/user-events.ts';

/** Lets ring what the person chose, wherever they choose it. The answer stops it. */
export function watchRingtone(tones: PhoneTones): () => void {
  let isOver = false;
  let hasChanged = false;
  // What was chosen meanwhile is newer than the answer.
  call(preferencesApi.ringtone, {}).then(
    ({ ringtone }) => !isOver && !hasChanged && tones.setRingtone(ringtone),
    () => {},
  );
  const unhear = onEvent<PreferencesChanged>(PREFERENCES_CHANGED, ({ ringtone }) => {
    if (ringtone === undefined) return;
    hasChanged = true;
    tones.setRingtone(ringtone);
  });
  return () => {
    isOver = true;
    unhear();
  };
}
