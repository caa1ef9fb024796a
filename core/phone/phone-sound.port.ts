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
  /** To be called from a click: lets the page sound. */
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

/** `chosen` is what the person wants, `used` what there is of it: null is the system's own choice. */
export type SoundDevices = Record<SoundKind, { list: readonly SoundDevice[]; chosen: string | null; used: string | null }>;

export interface Volumes {
  /** How loud the other side is. */
  play: number;
  /** How loud we are to them. */
  call: number;
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

/** The sounds of the phone, by shared/codes/tone-flag.ts; on the ringer device. */
export interface PhoneTones {
  /** Ring tones go on until they are stopped, the others end by themselves. A flag may be a sum: the first known is played. */
  play(flags: number): void;
  /** Silent at once. Without a flag everything is. */
  stop(flags?: number): void;
}

/** A notice outside the page, while somebody calls. */
export interface PhoneNotice {
  /** Must follow a click of the person; false when they do not want it. */
  ask(): Promise<boolean>;
  /** Shows one notice at a time; clicking brings the page to the front. Does nothing where it is not allowed. */
  show(notice: { title: string; body: string }, onClick: () => void): void;
  clear(): void;
}
