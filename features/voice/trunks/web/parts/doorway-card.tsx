import { useText } from '#platform/web/i18n.ts';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import type { TrunkDoorway } from '../../contract.ts';
import '#platform/web/ui/fact-list.css';

/** What is entered at the carrier: where calls and sound reach us. */
export function DoorwayCard({ doorway: { address, ports, rtpPorts } }: { doorway: TrunkDoorway }) {
  const t = useText();
  const opened = (['udp', 'tcp', 'tls'] as const).filter((transport) => ports[transport] !== null);
  return (
    <Card title={t('trunks.doorway.title')}>
      <p className="trunk-doorway-lead">{t('trunks.doorway.lead')}</p>
      <dl className="fact-list">
        <div>
          <dt>{t('trunks.doorway.address')}</dt>
          <dd>
            {address ? (
              <>
                <span className="figures">{address}</span>{' '}
                <CopyButton value={address} label={t('trunks.doorway.copy')} />
              </>
            ) : (
              t('trunks.doorway.addressOwn')
            )}
          </dd>
        </div>
        <div>
          <dt>{t('trunks.doorway.ports')}</dt>
          <dd className="figures">
            {opened.length === 0
              ? t('trunks.doorway.portsFree')
              : opened.map((transport) => `${transport.toUpperCase()} ${ports[transport]}`).join(', ')}
          </dd>
        </div>
        <div>
          <dt>{t('trunks.doorway.sound')}</dt>
          <dd className="figures">
            {rtpPorts ? `UDP ${rtpPorts.first}–${rtpPorts.last}` : t('trunks.doorway.portsFree')}
          </dd>
        </div>
      </dl>
    </Card>
  );
}
