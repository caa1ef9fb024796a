import { WifiOff } from 'lucide-react';
import { textOf, useText } from '#platform/web/i18n.ts';
import { reconnectNow, useConnectionState } from './realtime.ts';

/** Says that what is on the page may be old, while the channel of events is down. */
export function ConnectionBanner() {
  const t = useText();
  const line = useConnectionState();
  return (
    <output className="banner-said">
      {(line === 'broken' || line === 'lost') && (
        <div className="banner">
          <WifiOff size={15} aria-hidden />
          <span>{line === 'lost' ? t('shell.connection.lost') : textOf('notice.networkReconnecting')}</span>
          <button type="button" onClick={reconnectNow}>
            {t('shell.connection.retry')}
          </button>
        </div>
      )}
    </output>
  );
}
