import { useEffect, useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { usePhoneDesk } from '../desk/phone-desk.ts';
import './sound.css';

/** W2: the level is shown as 20 bars. */
const BARS = 20;

/** How loud the microphone hears the person now. It is open while this is on show. */
export function LevelBar() {
  const t = useText();
  const desk = usePhoneDesk();
  const [level, setLevel] = useState(0);
  useEffect(() => desk?.sound.watchLevel(setLevel), [desk]);
  return (
    <div
      className="level-bar"
      role="meter"
      aria-label={t('softphone.settings.level')}
      aria-valuemin={0}
      aria-valuemax={BARS}
      aria-valuenow={level}
    >
      {Array.from({ length: BARS }, (_, place) => (
        <i key={place} data-on={place < level || undefined} />
      ))}
    </div>
  );
}
