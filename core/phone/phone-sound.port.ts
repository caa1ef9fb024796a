import type { Ringtone } from '#shared/codes/ringtone.ts';

/**
 * What the phone needs of the machine's sound: devices, volumes, permission. What a person chose stays on this browser.
 */
export interface PhoneSound {
  devices(): SoundDevices;
  /** Null stands for the system's own choice. */
  choose(kind: SoundKind, deviceId: string | null): void;
  volumes(): Volumes;
  /** 0 to 100 in steps of 10; applied at once, also to a call that is going on. */
  setVolume(which: keyof Volumes, volume: number): void;
  permission(): Promise<MicrophonePermission>;
  /** Asks the person once; the answer is what came of it. */
  askPermission(): Promise<MicrophonePermission>;
  /** Would a tone be heard now? Browsers keep silent until somebody touched the page. */
  needsGesture(): boolean;
  /** Tries to sound, for a moment; a click lets it. What came of it is what `needsGesture` says then. */
  enable(): Promise<void>;
  /** 0 to 20 bars, told about ten times a second until stopped; opens the microphone if no call did. */
  watchLevel(listener: (bars: number) => void): () => void;
  onEvent(listener: (event: SoundEvent) => void): () => void;
}

export type SoundKind = 'microphone' | 'speaker' | 'ringer';
export interface SoundDevice {
  id: string;
  /** Empty until the microphone was allowed. */
  name: string;
}

/** `chosen` is what the person wants, `used` what there is of it: null is the system's own choice, whose name is `system` where browsers tell. */
export type SoundDevices = Record<
  SoundKind,
  { list: readonly SoundDevice[]; chosen: string | null; used: string | null; system?: string }
>;

export interface Volumes {
  /** How loud the other side is. */
  play: number;
  /** How loud we are to them. */
  call: number;
  /** How loud it rings. */
  ring: number;
}

/** `unsupported`: this browser has no microphone to ask for, or the page is not secure. `missing`: none is plugged in. */
export type MicrophonePermission = 'granted' | 'denied' | 'prompt' | 'missing' | 'unsupported';

export type SoundEvent =
  | { type: 'devicesChanged'; devices: SoundDevices }
  /** The device in use is gone; the default took its place. */
  | { type: 'deviceLost'; kind: SoundKind; name: string }
  /** The one that was chosen is there again and in use. */
  | { type: 'deviceBack'; kind: SoundKind; name: string }
  | { type: 'needsGesture'; needed: boolean }
  | { type: 'permissionChanged'; permission: MicrophonePermission };

/** The sounds of the phone, by shared/codes/tone-flag.ts: the bell on the ringer, what belongs to a call on the speaker. */
export interface PhoneTones {
  /** Ring tones go on until they are stopped, the others end by themselves. A flag may be a sum: the first known is played. */
  play(flags: number): void;
  /** Silent at once. Without a flag everything is. */
  stop(flags?: number): void;
  /** What rings from now on, also where it is ringing. */
  setRingtone(ringtone: Ringtone): void;
  /** One turn of a ringtone on the ringer, or a test sound on the speaker; one at a time. The answer ends it, `ended` is told when it is over. */
  tryOut(what: Ringtone | 'speaker', ended: () => void): () => void;
}

/** `unsupported`: this browser shows none. */
export type NoticePermission = 'granted' | 'denied' | 'prompt' | 'unsupported';

/** A notice outside the page, while somebody calls. */
export interface PhoneNotice {
  permission(): NoticePermission;
  /** Must follow a click of the person; false when they do not want it. */
  ask(): Promise<boolean>;
  /** Called when the permission may be another one; the answer stops it. */
  onChange(listener: () => void): () => void;
  /** Shows one notice at a time; clicking brings the page to the front. Does nothing where it is not allowed. */
  show(notice: { title: string; body: string }, onClick: () => void): void;
  clear(): void;
}
