import { Mic, SlidersHorizontal, Volume2 } from 'lucide-react';
import { useText } from '#platform/web/i18n.ts';
import { BlockedMedia } from '#shared/codes/blocked-media.ts';

/** A drawing of an address bar with its site menu open, and the switches in question. */
export function PermissionPicture({ blocked }: { blocked: BlockedMedia }) {
  const t = useText();
  const rows = [
    ...(blocked === BlockedMedia.microphone ? [] : [{ icon: Volume2, name: t('shell.permission.sound') }]),
    ...(blocked === BlockedMedia.audio ? [] : [{ icon: Mic, name: t('shell.permission.mic') }]),
  ];
  return (
    <figure className="permission-picture" aria-label={t('shell.permission.picture')}>
      <div className="permission-bar"><span className="permission-site"><SlidersHorizontal size={13} /></span><span>{window.location.host}</span></div>
      <div className="permission-menu">
        {rows.map(({ icon: Icon, name }) => (
          <div key={name}><Icon size={15} /><span>{name}</span><em>{t('shell.permission.allow')}</em><i /></div>
        ))}
      </div>
    </figure>
  );
}
