import { Button } from '@mantine/core';
import { Stethoscope } from 'lucide-react';
import { libraryState } from '#core/phone/phone-codes.ts';
import type { Tone } from '#shared/codes.ts';
import { PhoneLibraryState } from '#shared/codes/phone-library-state.ts';
import { textOf, useText } from '#platform/web/i18n.ts';
import { Card, Page } from '#platform/web/ui/page.tsx';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import { useWindow } from '#platform/web/windows.ts';
import { usePhoneDesk, usePhoneView } from '../desk/phone-desk.ts';
import { CallsCard } from './calls-card.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { OwnDeviceCard } from './device-card.tsx';
import { LinksCard } from './links-card.tsx';
import { MicrophoneCard } from './microphone-card.tsx';
import { NoticeCard } from './notice-card.tsx';
import { RingerCard } from './ringer-card.tsx';
import { SpeakerCard } from './speaker-card.tsx';
import { StateLine } from './state-line.tsx';
import './settings.css';

const badTones: readonly Tone[] = ['red', 'warning'];

/** Everything about the phone that a person sets for themselves; every change holds at once. */
export default function PhonePage() {
  const t = useText();
  const desk = usePhoneDesk();
  const view = usePhoneView();
  const checkEquipment = useWindow('equipmentCheck');
  if (!desk || !view)
    return (
      <Page narrow>
        <Card title={t('softphone.device.microphone')}>
          <LoadingLines lines={4} />
        </Card>
      </Page>
    );
  const phoneState = PhoneLibraryState.row(libraryState(view.phone));
  return (
    <Page narrow>
      <div className="phone-settings">
        <p className="phone-settings-note">{t('softphone.settings.where')}</p>
        <StateLine
          isGood={!badTones.includes(phoneState.tone)}
          text={t('softphone.settings.state', { state: textOf(phoneState.key) })}
        />
        {checkEquipment && (
          <Button
            className="phone-settings-check"
            variant="default"
            size="xs"
            leftSection={<Stethoscope size={14} aria-hidden />}
            onClick={checkEquipment}
          >
            {t('softphone.settings.check')}
          </Button>
        )}
        <MicrophoneCard desk={desk} permission={view.sound.permission} />
        <SpeakerCard desk={desk} />
        <RingerCard desk={desk} volume={view.sound.volumes.ring} />
        <CallsCard />
        <OwnDeviceCard />
        <ConnectionCard desk={desk} phone={view.phone} />
        <NoticeCard notice={desk.notice} />
        <LinksCard />
      </div>
    </Page>
  );
}
