import { Button } from '@mantine/core';
import { useFormat } from '#platform/web/format.ts';
import { useText, type TextKey } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { QrPicture } from '#platform/web/ui/qr-picture.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { equipmentCheckApi, type Reach } from '../../../contract.ts';
import { CHECK_ADDRESS, openEquipmentCheck } from '../check-window.ts';
import '../equipment.css';

/** How browsers reach the server, as far as it knows, and the way to try it from another computer. */
export default function ReachPart() {
  const t = useText();
  const format = useFormat();
  const hasPhone = useViewer()?.voiceSeat ?? false;
  const { data } = useEndpoint(equipmentCheckApi.reach, {}, { handlesFailures: true });
  if (!data) return null;
  const address = `${data.isUrlGuessed ? window.location.origin : data.url.replace(/\/$/, '')}${CHECK_ADDRESS}`;
  const until = data.certificateUntil && format.date(data.certificateUntil);
  return (
    <>
      <ul className="equipment-reach">
        {factsOf(data).map(({ key, isFine }) => (
          <li key={key}>
            <Badge tone={isFine ? 'green' : 'warning'}>
              {t(isFine ? 'equipment-check.reach.fine' : 'equipment-check.reach.look')}
            </Badge>
            <span>
              {t(key, {
                url: data.url,
                until: until ?? '',
                port: data.sound?.udpPort ?? 0,
                address: data.sound?.address ?? '',
              })}
            </span>
          </li>
        ))}
      </ul>
      <p>{t('equipment-check.reach.elsewhere')}</p>
      <div className="equipment-elsewhere">
        <QrPicture text={address} label={t('equipment-check.reach.picture')} />
        <span>
          <code>{address}</code>
          <CopyButton value={address} />
        </span>
      </div>
      {hasPhone && (
        <Button size="xs" onClick={openEquipmentCheck}>
          {t('equipment-check.reach.here')}
        </Button>
      )}
    </>
  );
}

/** What is told, and whether it will do for people who are not at the server. */
function factsOf({ isSecure, isUrlGuessed, certificateUntil, sound }: Reach): { key: TextKey; isFine: boolean }[] {
  return [
    isUrlGuessed
      ? { key: 'equipment-check.reach.guessed', isFine: false }
      : isSecure
        ? { key: 'equipment-check.reach.secure', isFine: true }
        : { key: 'equipment-check.reach.insecure', isFine: false },
    certificateUntil === null
      ? { key: 'equipment-check.reach.noCertificate', isFine: isSecure }
      : { key: 'equipment-check.reach.certificate', isFine: true },
    ...(sound === null
      ? []
      : ([
          { key: `equipment-check.reach.${sound.isPortFixed ? 'port' : 'anyPort'}`, isFine: sound.isPortFixed },
          { key: `equipment-check.reach.${sound.address === null ? 'ownAddress' : 'address'}`, isFine: true },
          { key: `equipment-check.reach.${sound.hasTurn ? 'relay' : 'noRelay'}`, isFine: sound.hasTurn },
        ] as const)),
  ];
}
