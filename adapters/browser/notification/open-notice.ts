import type { PhoneNotice } from '#core/phone/phone-sound.port.ts';

export interface NoticeSource {
  /** Null in browsers that show none. */
  notification: (Pick<typeof Notification, 'permission' | 'requestPermission'> & (new (title: string, options?: NotificationOptions) => Pick<Notification, 'close' | 'onclick'>)) | null;
  focus(): void;
}

export const browserNotice = (): NoticeSource => ({ notification: typeof Notification === 'undefined' ? null : Notification, focus: () => window.focus() });

/** One for all tabs: whichever shows it, the newest is the one to be seen. */
const TAG = 'openseat-call';

/** Notices outside the page for somebody who calls. */
export function openNotice({ notification, focus }: NoticeSource = browserNotice()): PhoneNotice {
  let shown: Pick<Notification, 'close' | 'onclick'> | null = null;
  const clear = (): void => {
    shown?.close();
    shown = null;
  };
  return {
    async ask() {
      if (!notification) return false;
      if (notification.permission !== 'default') return notification.permission === 'granted';
      return (await notification.requestPermission().catch(() => 'denied')) === 'granted';
    },
    show({ title, body }, onClick) {
      clear();
      if (notification?.permission !== 'granted') return;
      try {
        const made = new notification(title, { body, tag: TAG, requireInteraction: true, silent: true });
        made.onclick = () => {
          focus();
          made.close();
          onClick();
        };
        shown = made;
      } catch {
        // Phones allow it only to service workers.
      }
    },
    clear,
  };
}
