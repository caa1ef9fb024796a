import type { PhoneNotice } from '#core/phone/phone-sound.port.ts';

export interface NoticeSource {
  /** Null in browsers that show none. */
  notification:
    | (Pick<typeof Notification, 'permission' | 'requestPermission'> &
        (new (title: string, options?: NotificationOptions) => Pick<Notification, 'close' | 'onclick'>))
    | null;
  /** Null where the browser does not tell of changes. */
  permissions: Pick<Permissions, 'query'> | null;
  focus(): void;
}

export const browserNotice = (): NoticeSource => ({
  notification: typeof Notification === 'undefined' ? null : Notification,
  permissions: (navigator.permissions as Permissions | undefined) ?? null,
  focus: () => window.focus(),
});

/** `tag`: one for all tabs, whichever shows it, the newest is the one to be seen. `stays`: until somebody reacts. */
export interface NoticeLook {
  tag: string;
  stays: boolean;
}
const OF_CALLS: NoticeLook = { tag: 'openseat-call', stays: true };

/** Notices outside the page, for somebody who calls unless said. */
export function openNotice(
  { notification, permissions, focus }: NoticeSource = browserNotice(),
  { tag, stays }: NoticeLook = OF_CALLS,
): PhoneNotice {
  let shown: Pick<Notification, 'close' | 'onclick'> | null = null;
  const clear = (): void => {
    shown?.close();
    shown = null;
  };
  const listeners = new Set<() => void>();
  const changed = (): void => listeners.forEach((listener) => listener());
  void permissions?.query({ name: 'notifications' }).then(
    (status) => status.addEventListener('change', changed),
    () => {},
  );
  return {
    permission: () =>
      !notification ? 'unsupported' : notification.permission === 'default' ? 'prompt' : notification.permission,
    async ask() {
      if (!notification) return false;
      if (notification.permission !== 'default') return notification.permission === 'granted';
      const answer = await notification.requestPermission().catch(() => 'denied');
      changed();
      return answer === 'granted';
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    show({ title, body }, onClick) {
      clear();
      if (notification?.permission !== 'granted') return;
      try {
        const made = new notification(title, { body, tag, requireInteraction: stays, silent: true });
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
