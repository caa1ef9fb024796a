import { ActionIcon, Loader, SegmentedControl } from '@mantine/core';
import { Pause, Play, Volume1, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useEffectEvent, useState, useSyncExternalStore, type KeyboardEvent, type ReactNode } from 'react';
import { call } from '#platform/web/call.ts';
import { failureText } from '#platform/web/failure-handler.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { callRecordsApi, type Recording } from '../../contract.ts';
import { openPlayback, type Playback } from './playback.ts';
import type { KeyHolder } from './player-keys.ts';
import type { RecordedSide } from './side-volume.ts';
import { Waveform } from './waveform.tsx';
import './recording-player.css';

const SPEEDS = [0.75, 1, 1.25, 1.5, 2];
const SEEK_SEC = 5;
const sides: readonly RecordedSide[] = ['customer', 'agent'];
const two = (value: number): string => String(value).padStart(2, '0');
export const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${two(Math.floor(seconds) % 60)}`;

interface RecordingPlayerProps {
  recording: Recording;
  keys: KeyHolder;
  /** Beside the name: what else can be done with it. */
  actions?: ReactNode;
  /** It sounds. */
  onPlay?: () => void;
}

/** Plays a recording of a call (one and the same while it is drawn). */
export function RecordingPlayer({
  recording: { recordingId, kind, bytes, durationMs },
  keys,
  actions,
  onPlay,
}: RecordingPlayerProps) {
  const t = useText();
  return (
    <VoicesPlayer
      bytes={bytes}
      durationMs={durationMs}
      keys={keys}
      actions={actions}
      onPlay={onPlay}
      hasOneSide={kind === 'voicemail'}
      link={async (signal) => (await call(callRecordsApi.listenTicket, { recordingId }, { signal })).url}
      name={(length) =>
        t(kind === 'voicemail' ? 'call-records.player.voicemail' : 'call-records.player.name', { length })
      }
    />
  );
}

export interface VoicesPlayerProps {
  bytes: number;
  durationMs: number;
  /** A link to the sound; asked for when somebody presses play. */
  link(signal: AbortSignal): Promise<string>;
  /** What it is called, with its length. */
  name(length: string): string;
  /** Whom one hears left and right, where they are not a customer and an agent. */
  sideNames?: Readonly<Record<RecordedSide, string>> | undefined;
  /** There is nobody on the other side. */
  hasOneSide?: boolean;
  keys: KeyHolder;
  actions?: ReactNode;
  onPlay?: (() => void) | undefined;
}

/** Plays one sound: both voices as a picture one can seek in, speed, and the volume of each side. */
export function VoicesPlayer(props: VoicesPlayerProps) {
  const { bytes, durationMs, link, keys } = props;
  const [playback] = useState(() => openPlayback({ bytes, durationMs, link }));
  useEffect(() => {
    const letGo = keys.hold(playback);
    return () => {
      letGo();
      playback.close();
    };
  }, [keys, playback]);
  return <Player {...props} playback={playback} />;
}

function Player({
  name,
  sideNames,
  keys,
  actions,
  onPlay,
  hasOneSide = false,
  playback,
}: VoicesPlayerProps & { playback: Playback }) {
  const t = useText();
  const format = useFormat();
  const { playing, loading, atSec, lengthSec, peaks, trouble } = useSyncExternalStore(playback.watch, playback.state);
  const [speed, setSpeed] = useState(1);
  const length = clock(Math.round(lengthSec));
  const played = useEffectEvent(() => onPlay?.());
  useEffect(() => {
    if (playing) played();
  }, [playing]);

  function toggle(): void {
    keys.prefer(playback);
    playback.toggle();
  }

  function onSeekKey(event: KeyboardEvent): void {
    const by = { ArrowRight: SEEK_SEC, ArrowLeft: -SEEK_SEC }[event.key];
    if (by !== undefined) playback.seekBy(by);
    else if (event.key === ' ') toggle();
    else return;
    event.preventDefault();
  }

  return (
    <div className="player" role="group" aria-label={name(length)}>
      <div className="player-picture">
        <Waveform peaks={peaks} played={lengthSec > 0 ? atSec / lengthSec : 0} />
        <input
          type="range"
          min={0}
          max={lengthSec}
          step={0.1}
          value={atSec}
          aria-label={t('call-records.player.seek')}
          aria-valuetext={t('call-records.player.position', { at: clock(atSec), length })}
          onChange={(event) => playback.seek(Number(event.currentTarget.value))}
          onKeyDown={onSeekKey}
        />
      </div>
      <div className="player-row">
        <ActionIcon
          variant="filled"
          color="ink"
          size={38}
          radius="xl"
          aria-label={t(playing ? 'call-records.player.pause' : 'call-records.player.play')}
          onClick={toggle}
        >
          {loading ? (
            <Loader size={16} color="var(--on-ink)" />
          ) : playing ? (
            <Pause size={17} aria-hidden />
          ) : (
            <Play size={17} aria-hidden />
          )}
        </ActionIcon>
        <span className="timer">
          {clock(atSec)} / {length}
        </span>
        <SegmentedControl
          size="xs"
          aria-label={t('call-records.player.speed')}
          value={String(speed)}
          data={SPEEDS.map((one) => ({ value: String(one), label: `${format.number(one)}×` }))}
          onChange={(chosen) => {
            setSpeed(Number(chosen));
            playback.setSpeed(Number(chosen));
          }}
        />
        {actions}
      </div>
      {!hasOneSide && (
        <div className="player-sides">
          {sides.map((side) => (
            <SideVolumeSlider
              key={side}
              side={side}
              name={sideNames?.[side] ?? t(`call-records.quality.${side}`)}
              onChange={(volume) => playback.setVolume(side, volume)}
            />
          ))}
        </div>
      )}
      <small className="player-keys">{t('call-records.player.keys')}</small>
      {trouble && (
        <p role="alert" className="player-trouble">
          {typeof trouble === 'string' ? t(`call-records.player.${trouble}`) : failureText(trouble)}
        </p>
      )}
    </div>
  );
}

function SideVolumeSlider({
  side,
  name,
  onChange,
}: {
  side: RecordedSide;
  name: string;
  onChange: (volume: number) => void;
}) {
  const t = useText();
  const [volume, setVolume] = useState(1);
  const change = (next: number) => {
    setVolume(next);
    onChange(next);
  };
  const Icon = volume === 0 ? VolumeX : volume < 0.5 ? Volume1 : Volume2;
  return (
    <label>
      <i data-party={side} aria-hidden />
      <span>{name}</span>
      <Icon size={15} aria-hidden />
      <input
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={volume}
        aria-label={t('call-records.player.volumeOf', { side: name })}
        onChange={(event) => change(Number(event.currentTarget.value))}
      />
    </label>
  );
}
