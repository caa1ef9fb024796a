import type { MicrophonePermission, PhoneSound, SoundEvent, SoundKind, Volumes } from '#core/phone/phone-sound.port.ts';
import { browserRoom, type RoomSource } from './audio-room.ts';
import { openAudioRoom } from './open-audio-room.ts';
import { openDeviceList } from './open-device-list.ts';
import type { DeviceSource } from './device-list.ts';
import type { LineSound } from './line-sound.ts';
import { openMicrophoneFeed } from './open-microphone-feed.ts';
import type { FeedWorld, MicrophoneFeed } from './microphone-feed.ts';
import { askForMicrophone, permissionOf } from './microphone-permission.ts';
import { asVolume, isChoice, storedChoices, type ChoiceStorage } from './stored-choices.ts';
import { openVoicePlayer } from './open-voice-player.ts';
import { ownElement, type PlayerElement } from './voice-player.ts';
import { watchLevel } from './watch-level.ts';
import type { ToneSound } from './sound.ts';

export interface SoundSource {
  media: (DeviceSource & Pick<MediaDevices, 'getUserMedia'>) | null;
  permissions: Pick<Permissions, 'query'> | null;
  storage: ChoiceStorage;
  room: RoomSource;
  /** Where the voice of the other side is played. */
  element: () => PlayerElement | null;
}

export const browserSound = (): SoundSource => ({
  // Pages that are not secure have none.
  media: (navigator.mediaDevices as MediaDevices | undefined) ?? null,
  permissions: (navigator.permissions as Permissions | undefined) ?? null,
  storage: localStorage,
  room: browserRoom(),
  element: ownElement,
});

const NO_MICROPHONE = new DOMException('This page has no microphone.', 'NotSupportedError');

/** The sound of this machine, for the line, the tones and the person who chooses. */
export function openSound(source: SoundSource = browserSound()): PhoneSound & LineSound & ToneSound {
  const { media } = source;
  const listeners = new Set<(event: SoundEvent) => void>();
  const emit = (event: SoundEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const choices = storedChoices(source.storage);
  const keptVolumes = (): Volumes => ({
    play: choices.volume('play'),
    call: choices.volume('call'),
    ring: choices.volume('ring'),
  });
  const volumes = keptVolumes();
  const room = openAudioRoom(source.room);
  const player = openVoicePlayer(source.element, (isBlocked) => room.blocked(isBlocked));
  player.setVolume(volumes.play);
  const feeds = new Set<MicrophoneFeed>();
  const outputListeners: (() => void)[] = [];
  const list = media && openDeviceList(media, choices, emit, useChanged);
  media?.addEventListener('devicechange', () => feeds.forEach((feed) => void feed.revive()));
  room.onChange(() => {
    const needed = room.needsGesture();
    if (!needed) player.retry();
    emit({ type: 'needsGesture', needed });
  });

  function useChanged(kind: SoundKind): void {
    if (kind === 'microphone') for (const feed of feeds) void feed.deviceChanged();
    else if (kind === 'speaker') player.setSink(list?.used('speaker') ?? null);
    for (const listener of outputListeners) listener();
  }

  function volumesChanged(): void {
    player.setVolume(volumes.play);
    for (const feed of feeds) feed.volumeChanged();
    for (const listener of outputListeners) listener();
  }

  // Another tab of this browser may carry the phone, and this one after it.
  source.room.window.addEventListener('storage', (event) => {
    if (!isChoice((event as StorageEvent).key)) return;
    Object.assign(volumes, keptVolumes());
    volumesChanged();
    list?.readAgain();
  });

  async function open(): Promise<MicrophoneFeed> {
    if (!media) throw NO_MICROPHONE;
    const world: FeedWorld = {
      media,
      room,
      deviceId: () => list!.used('microphone'),
      volume: () => volumes.call,
      // One that was chosen is missed in the list of devices already.
      lost: (name) =>
        list!.devices().microphone.chosen === null && emit({ type: 'deviceLost', kind: 'microphone', name }),
    };
    const feed = await openMicrophoneFeed(world);
    feeds.add(feed);
    // Names of devices are told only now.
    void list!.refresh();
    return {
      ...feed,
      get track() {
        return feed.track;
      },
      close() {
        feeds.delete(feed);
        feed.close();
      },
    };
  }

  const permissionChanged = (permission: MicrophonePermission): void => {
    emit({ type: 'permissionChanged', permission });
    void list?.refresh();
    void permissionOf(source, permissionChanged);
  };
  void list?.refresh();
  void permissionOf(source, permissionChanged);

  return {
    room,
    output: (which) => ({
      device: list?.used(which) ?? null,
      volume: which === 'ringer' ? volumes.ring : volumes.play,
    }),
    onOutput: (listener) => void outputListeners.push(listener),
    openMicrophone: open,
    playVoice: (voice) => player.play(voice),
    devices: () => list?.devices() ?? { microphone: NOTHING, speaker: NOTHING, ringer: NOTHING },
    choose: (kind, deviceId) => list?.choose(kind, deviceId),
    volumes: () => ({ ...volumes }),
    setVolume(which, wanted) {
      volumes[which] = asVolume(wanted);
      choices.keepVolume(which, volumes[which]);
      volumesChanged();
    },
    permission: () => permissionOf(source),
    async askPermission() {
      const permission = await askForMicrophone(source);
      void list?.refresh();
      return permission;
    },
    needsGesture: () => room.needsGesture(),
    enable: () => room.enable(),
    watchLevel: (listener) => watchLevel(feeds, open, listener),
    onEvent(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const NOTHING = { list: [], chosen: null, used: null };
