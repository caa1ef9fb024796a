import { Button, CloseButton } from '@mantine/core';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { useText } from '../i18n.ts';
import { useStore } from '../use-store.ts';
import { toastList } from './toast-list.ts';
import './badges.css';
import './toasts.css';

const looks = {
  success: { tone: 'green', Icon: CircleCheck },
  error: { tone: 'red', Icon: CircleAlert },
  warning: { tone: 'warning', Icon: TriangleAlert },
  info: { tone: 'blue', Icon: Info },
} as const;

/** Draws the notices of `toast()`; the shell has one. Errors interrupt a screen reader, the rest waits for a pause. */
export function Toasts() {
  const t = useText();
  const shown = useStore(toastList);
  return (
    // Pointing at a notice only keeps it; nothing is done by it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className="toasts"
      aria-label={t('ui.notices')}
      aria-live="polite"
      onMouseEnter={() => toastList.hold(true)}
      onMouseLeave={() => toastList.hold(false)}
      onFocus={() => toastList.hold(true)}
      onBlur={() => toastList.hold(false)}
    >
      {shown.map(({ key, tone, text, action }) => {
        const { tone: colour, Icon } = looks[tone];
        return (
          <div key={key} className="toast" data-tone={colour} role={tone === 'error' ? 'alert' : undefined}>
            <Icon size={18} aria-hidden />
            <span>{text}</span>
            {action && (
              <Button
                size="compact-xs"
                variant="default"
                onClick={() => {
                  toastList.close(key);
                  action.run();
                }}
              >
                {action.text}
              </Button>
            )}
            <CloseButton size="sm" aria-label={t('ui.close')} onClick={() => toastList.close(key)} />
          </div>
        );
      })}
    </section>
  );
}
