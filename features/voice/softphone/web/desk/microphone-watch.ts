import { PHONE } from '#core/phone/phone-constants.ts';
import type { MicrophonePermission, PhoneSound } from '#core/phone/phone-sound.port.ts';
import { permissionGuideFor } from '#core/shell/reminders.ts';
import type { Timers } from '#core/timers.ts';
import { text } from '#platform/web/i18n.ts';
import { BlockedMedia } from '#shared/codes/blocked-media.ts';
import type { DeskShow } from './desk-show.ts';

interface MicrophoneWorld {
  sound: PhoneSound;
  later: Timers['later'];
  show(show: DeskShow): void;
}

/**
 * Whether there is a microphone: asked for at once, since the first call must not begin with the browser's question, and looked for
 * every second until there is one (P4). What is missing is told once; what comes later takes its guide away. The answer stops it.
 */
export function watchMicrophone(
  { sound, later, show }: MicrophoneWorld,
  learned: (is: MicrophonePermission, isAsking: boolean) => void,
): () => void {
  let isOver = false;
  let last: MicrophonePermission | null = null;
  /** The browser's question is open. Firefox asks at every visit unless it is told to remember. */
  let isAsking = false;

  function learn(is: MicrophonePermission): void {
    if (isOver || is === last) return;
    last = is;
    learned(is, isAsking);
    if (is === 'granted') show({ kind: 'allowed', media: BlockedMedia.microphone });
  }

  function showPermission(is: MicrophonePermission): void {
    const blocked = permissionGuideFor({ audioBlocked: sound.needsGesture(), micBlocked: true })!;
    if (is === 'denied') show({ kind: 'guide', blocked });
    if (is === 'unsupported') warn('notice.microphoneUnsupported');
    if (is === 'missing') warn('softphone.microphone.missing');
  }
  const warn = (key: 'notice.microphoneUnsupported' | 'softphone.microphone.missing'): void =>
    show({ kind: 'toast', toast: { tone: 'warning', text: text(key), id: 'softphone.microphone' } });

  async function ask(): Promise<void> {
    const now = await sound.permission();
    isAsking = now === 'prompt' && !isOver;
    learn(now);
    const is = isAsking ? await sound.askPermission() : now;
    if (isOver) return;
    // A question that was closed without an answer leaves everything as it was: that is an answer too.
    if (isAsking) last = null;
    isAsking = false;
    learn(is);
    showPermission(is);
    again();
  }

  /** Browsers do not tell of every change. */
  function again(): void {
    if (isOver || last === 'granted' || last === 'unsupported') return;
    later(PHONE.microphoneCheckMs, () => void sound.permission().then(learn).then(again));
  }

  const unhear = sound.onEvent((event) => {
    if (event.type === 'permissionChanged') learn(event.permission);
    // The last microphone may be gone, or the first one there.
    if (event.type === 'devicesChanged' && last !== null) void sound.permission().then(learn);
  });
  void ask();
  return () => {
    isOver = true;
    unhear();
  };
}
