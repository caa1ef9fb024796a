import { BellOff, BellRing, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { stillAcknowledged, type WallAlarm } from '../../core/wall-alarms.ts';
import { useText } from '#platform/web/i18n.ts';
import { openAlarmSound, type AlarmSound } from '../alarm-sound.ts';
import { figureNames, useFigureWords } from './wall-figure.tsx';
import './wall-alarms.css';

/** More would fill the screen; each is coloured in its place anyway. */
const SHOWN = 4;
const SOUNDS_EVERY_MS = 4_000;

/** Alarms nobody has acknowledged; what is over is forgotten, and alarms anew when it comes back. */
export function useOpenAlarms(alarms: readonly WallAlarm[], isLive: boolean) {
  const [acknowledged, setAcknowledged] = useState<readonly string[]>([]);
  // What an interrupted line last said proves nothing over.
  const kept = isLive ? stillAcknowledged(acknowledged, alarms) : acknowledged;
  if (kept !== acknowledged) setAcknowledged(kept);
  return {
    open: alarms.filter(({ key }) => !kept.includes(key)),
    acknowledge: () => setAcknowledged(alarms.map(({ key }) => key)),
  };
}

/** Where somebody has to act, in words, until somebody acknowledges it or it is over. */
export function WallAlarms({ open, onAcknowledge }: { open: readonly WallAlarm[]; onAcknowledge: () => void }) {
  const t = useText();
  const words = useFigureWords();
  const nameOf = ({ groupName }: WallAlarm) => groupName ?? t('monitoring.wall.all');
  const rest = open.length - SHOWN;
  return (
    <>
      {/* Without the value, which counts on: each alarm is announced once. */}
      <div className="visually-hidden" role="alert">
        {open.map((alarm) => (
          <p key={alarm.key}>
            {t('monitoring.alarm.said', { group: nameOf(alarm), figure: t(figureNames[alarm.figure]) })}
          </p>
        ))}
      </div>
      {open.length > 0 && (
        <section className="wall-alarms" aria-label={t('monitoring.alarm.title')}>
          <TriangleAlert size="1.2em" aria-hidden />
          <ul>
            {open.slice(0, SHOWN).map((alarm) => (
              <li key={alarm.key}>
                <b>{nameOf(alarm)}</b> {t(figureNames[alarm.figure])} <b>{words(alarm.figure, alarm.value)}</b>
              </li>
            ))}
            {rest > 0 && <li>{t('monitoring.alarm.more', { count: rest })}</li>}
          </ul>
          <button type="button" onClick={onAcknowledge}>
            {t('monitoring.alarm.acknowledge')}
          </button>
        </section>
      )}
    </>
  );
}

/** Switched on at the wall: browsers play nothing before a click, and nobody is startled by a screen they just hung up. */
export function AlarmSoundButton({ isAlarming, nowMs }: { isAlarming: boolean; nowMs: number }) {
  const t = useText();
  const [sound, setSound] = useState<AlarmSound | null>(null);
  // Another number every few seconds, as long as it alarms.
  const beat = isAlarming ? Math.floor(nowMs / SOUNDS_EVERY_MS) : null;
  useEffect(() => {
    if (beat !== null) sound?.play();
  }, [beat, sound]);
  useEffect(() => () => sound?.stop(), [sound]);
  const Icon = sound ? BellRing : BellOff;
  const label = t(sound ? 'monitoring.alarm.soundOff' : 'monitoring.alarm.soundOn');
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={sound !== null}
      onClick={() => setSound(sound ? null : openAlarmSound())}
    >
      <Icon size={20} aria-hidden />
    </button>
  );
}
