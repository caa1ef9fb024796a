import { Button } from '@mantine/core';
import { Play, TriangleAlert } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import {
  deviceSelect,
  levelBar,
  softphonePart,
  type PhoneDesk,
  type PhoneView,
} from '#features/voice/softphone/web/index.ts';
import { lazily } from '#platform/web/feature.ts';
import { useText } from '#platform/web/i18n.ts';
import { shellDialogs } from '#platform/web/shell-dialogs.ts';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import { BlockedMedia } from '#shared/codes/blocked-media.ts';

const DeviceSelect = lazily(softphonePart, deviceSelect);
const LevelBar = lazily(softphonePart, levelBar);

interface StepProps {
  desk: PhoneDesk;
  sound: PhoneView['sound'];
}

/** Does the microphone hear the person? Twenty bars move while they speak; they say whether they saw it. */
export function MicrophoneStep({ desk, sound, onDone }: StepProps & { onDone: (seen: boolean | null) => void }) {
  const t = useText();
  const isOpen = sound.permission === 'granted';
  const ask = async () => {
    if ((await desk.sound.askPermission()) === 'denied')
      shellDialogs.show({ kind: 'permission', blocked: BlockedMedia.microphone });
  };
  if (!isOpen) {
    return (
      <>
        <p className="equipment-state" role="status">
          <TriangleAlert size={16} aria-hidden />
          {t(`equipment-check.permission.${sound.permission as Exclude<typeof sound.permission, 'granted'>}`)}
        </p>
        <div className="equipment-buttons">
          {(sound.permission === 'prompt' || sound.permission === 'denied') && (
            <Button onClick={() => void ask()}>{t('equipment-check.allow')}</Button>
          )}
          <Button variant="default" onClick={() => onDone(null)}>
            {t('equipment-check.goOn')}
          </Button>
        </div>
      </>
    );
  }
  return (
    <>
      <Suspense fallback={<LoadingLines lines={2} />}>
        <DeviceSelect kind="microphone" />
        <LevelBar />
      </Suspense>
      <Question text={t('equipment-check.ask.seen')} onAnswer={onDone} />
    </>
  );
}

/** Does the person hear? A test sound on the chosen output; they say whether they heard it. */
export function SpeakerStep({
  desk,
  sound,
  onDone,
}: StepProps & { onDone: (answer: { heard: boolean; played: boolean }) => void }) {
  const t = useText();
  const [played, setPlayed] = useState(false);
  const [isPlaying, setPlaying] = useState(false);
  const stop = useRef<() => void>(() => {});
  useEffect(() => () => stop.current(), []);
  const play = async () => {
    stop.current();
    if (desk.sound.needsGesture()) await desk.sound.enable();
    setPlaying(true);
    stop.current = desk.tryOut('speaker', () => setPlaying(false));
    // One that the browser keeps silent was not played, whatever it says.
    setPlayed(!desk.sound.needsGesture());
  };
  return (
    <>
      {sound.devices.speaker.list.length > 0 && (
        <Suspense fallback={<LoadingLines lines={1} />}>
          <DeviceSelect kind="speaker" />
        </Suspense>
      )}
      <div className="equipment-buttons">
        <Button
          variant="default"
          leftSection={<Play size={14} aria-hidden />}
          disabled={isPlaying}
          onClick={() => void play()}
        >
          {t('equipment-check.play')}
        </Button>
      </div>
      <Question
        text={t('equipment-check.ask.heard')}
        disabled={!played}
        onAnswer={(heard) => onDone({ heard, played })}
      />
      {!played && (
        <Button variant="subtle" size="xs" className="equipment-skip" onClick={() => onDone({ heard: false, played })}>
          {t('equipment-check.cannotPlay')}
        </Button>
      )}
    </>
  );
}

function Question({
  text,
  disabled = false,
  onAnswer,
}: {
  text: string;
  disabled?: boolean;
  onAnswer: (yes: boolean) => void;
}) {
  const t = useText();
  return (
    <fieldset className="equipment-question" disabled={disabled}>
      <legend>{text}</legend>
      <Button disabled={disabled} onClick={() => onAnswer(true)}>
        {t('equipment-check.yes')}
      </Button>
      <Button disabled={disabled} variant="default" onClick={() => onAnswer(false)}>
        {t('equipment-check.no')}
      </Button>
    </fieldset>
  );
}
