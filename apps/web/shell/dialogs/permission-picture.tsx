import { Bell, Mic, SlidersHorizontal, Volume2 } from 'lucide-react';
import { useText } from '#platform/web/i18n.ts';

const rows = {
  audio: { icon: Volume2, name: 'shell.permission.sound' },
  microphone: { icon: Mic, name: 'shell.permission.mic' },
  notification: { icon: Bell, name: 'shell.permission.notices' },
} as const;

/** A drawing of an address bar with its site menu open, and the switches in question. */
export function PermissionPicture({ media }: { media: readonly (keyof typeof rows)[] }) {
  const t = useText();
  return (
    <figure className="permission-picture" aria-label={t('shell.permission.picture')}>
      <div className="permission-bar">
        <span className="permission-site">
          <SlidersHorizontal size={13} />
        </span>
        <span>{window.location.host}</span>
      </div>
      <div className="permission-menu">
        {media.map((one) => {
          const { icon: Icon, name } = rows[one];
          return (
            <div key={one}>
              <Icon size={15} />
              <span>{t(name)}</span>
              <em>{t('shell.permission.allow')}</em>
              <i />
            </div>
          );
        })}
      </div>
    </figure>
  );
}
