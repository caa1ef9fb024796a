import { Notifications, notifications } from '@mantine/notifications';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { useText } from '../i18n.ts';
import { presentToasts, type Toast } from '../toast.ts';

const looks = {
  success: { color: 'green', icon: <CircleCheck size={18} aria-hidden /> },
  error: { color: 'red', icon: <CircleAlert size={18} aria-hidden /> },
  warning: { color: 'orange', icon: <TriangleAlert size={18} aria-hidden /> },
  info: { color: 'blue', icon: <Info size={18} aria-hidden /> },
} as const;

/** Bad news stays long enough to be read; good news need not. */
const stayMs = { success: 3_000, info: 5_000, warning: 7_000, error: 9_000 } as const;

function show({ tone, text, id }: Toast, closeLabel: string): void {
  if (id) notifications.hide(id);
  notifications.show({
    ...(id ? { id } : {}),
    ...looks[tone],
    message: text,
    autoClose: stayMs[tone],
    withBorder: false,
    // An error interrupts a screen reader, the rest waits for a pause.
    role: tone === 'error' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': closeLabel },
    className: `toast toast-${tone}`,
  });
}

/** Draws the notices of `toast()`; the shell has one. */
export function Toasts() {
  const t = useText();
  const closeLabel = t('ui.close');
  useEffect(() => presentToasts((one) => show(one, closeLabel)), [closeLabel]);
  return <Notifications position="top-center" limit={4} containerWidth={420} aria-label={t('ui.notices')} />;
}
