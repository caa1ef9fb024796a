/** The one audio context of the page, and whether the browser lets the page sound at all. */
export interface AudioRoom {
  /** The context, running if the browser lets it; null where there is none. It rests while nobody is in. */
  enter(): AudioContext | null;
  leave(): void;
  needsGesture(): boolean;
  /** A play() was refused, or went through. */
  blocked(isBlocked: boolean): void;
  /** Tries to sound, for a moment. */
  enable(): Promise<void>;
  /** Called when `needsGesture` changed; once it is false, what was refused may be tried again. */
  onChange(listener: () => void): void;
}

export interface RoomSource {
  make: () => AudioContext | null;
  /** Has anybody touched this page since it was loaded? Browsers that do not tell are asked by trying. */
  wasTouched: () => boolean | undefined;
  window: Pick<EventTarget, 'addEventListener'>;
}

export const browserRoom = (): RoomSource => ({
  make: () => (typeof AudioContext === 'undefined' ? null : new AudioContext({ latencyHint: 'interactive' })),
  wasTouched: () => navigator.userActivation?.hasBeenActive,
  window,
});
