import type { MicrophonePermission, PhoneSound } from '#core/phone/phone-sound.port.ts';
import { text } from '#platform/web/i18n.ts';
import { BlockedMedia } from '#shared/codes/blocked-media.ts';
import type { DeskShow } from './desk-shows.ts';

/** Whether there is a microphone: asked for at once, since the first call must not begin with the browser's question. The answer stops it. */
export function watchMicrophone(sound: PhoneSound, learned: (is: MicrophonePermission) => void, show: (show: DeskShow) => void): () => void {
  let isOver = false;
  const unhear = sound.onEvent((event) => {
    if (event.type === 'permissionChanged') learned(event.permission);
  });

  async function ask(): Promise<void> {
    const now = await sound.permission();
    if (isOver) return;
    learned(now);
    const is = now === 'prompt' ? await sound.askPermission() : now;
    if (isOver) return;
    if (is !== now) learned(is);
    if (is === 'denied') show({ kind: 'guide', blocked: BlockedMedia.microphone });
    if (is === 'unsupported') show({ kind: 'toast', toast: { tone: 'warning', text: text('notice.microphoneUnsupported'), id: 'softphone.microphone' } });
  }

  void ask();
  return () => {
    isOver = true;
    unhear();
  };
}
