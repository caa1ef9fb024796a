import { Ringtone } from '#shared/codes/ringtone.ts';
import { renderTone, ringPlans } from './tone-plans.ts';
import type { OneBell } from './one-bell.ts';

const ownContext = (): AudioContext | null => (typeof AudioContext === 'undefined' ? null : new AudioContext());

export function openOneBell(context: () => AudioContext | null = ownContext): OneBell {
  let ringing: AudioContext | null = null;

  function stop(): void {
    void ringing?.close().catch(() => {});
    ringing = null;
  }

  return {
    ring(ringtone) {
      stop();
      if (ringtone === Ringtone.silent) return;
      ringing = context();
      if (!ringing) return;
      const samples = renderTone(ringPlans[ringtone], ringing.sampleRate);
      const source = ringing.createBufferSource();
      source.buffer = ringing.createBuffer(1, samples.length, ringing.sampleRate);
      source.buffer.copyToChannel(samples, 0);
      source.loop = true;
      source.connect(ringing.destination);
      void ringing.resume().catch(() => {});
      source.start();
    },
    stop,
  };
}
