import { VOLUME_MS } from '../core/limits.ts';

/** Hears how loud the flow is, while it is told to. */
export interface VolumeEar {
  listen(isOn: boolean): void;
}

export function openVolumeEar<Strengths>(
  spectrum: () => Strengths,
  { heard, stopped }: { heard: (strengths: Strengths) => void; stopped: () => void },
): VolumeEar {
  let listening: ReturnType<typeof setInterval> | undefined;
  return {
    listen(isOn) {
      if (isOn === (listening !== undefined)) return;
      clearInterval(listening);
      listening = isOn ? setInterval(() => heard(spectrum()), VOLUME_MS) : undefined;
      if (!isOn) stopped();
    },
  };
}
