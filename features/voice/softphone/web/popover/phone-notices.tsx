import { Button } from '@mantine/core';
import { LoaderCircle, MicOff, PhoneOff, VolumeX } from 'lucide-react';
import type { ReactNode } from 'react';
import { passwordWanted, ringsElsewhere } from '#core/phone/phone-codes.ts';
import { BlockedMedia } from '#shared/codes/blocked-media.ts';
import { phoneRefusals } from '#shared/phone-refusals.ts';
import { useText } from '#platform/web/i18n.ts';
import { shellDialogs } from '#platform/web/shell-dialogs.ts';
import { usePhoneDesk, type PhoneView } from '../desk/phone-desk.ts';
import { PhonePassword } from './phone-password.tsx';

/** What keeps the phone from being heard, one line each, with what can be done about it. */
export function PhoneNotices({ view: { phone, sound } }: { view: PhoneView }) {
  const t = useText();
  const desk = usePhoneDesk();
  const { account } = phone;
  const wanted = passwordWanted(phone);
  const isElsewhere = ringsElsewhere(phone);
  const ask = async () => {
    const answer = await desk?.sound.askPermission();
    // What is blocked in the browser is unblocked there.
    if (answer === 'denied') shellDialogs.show({ kind: 'permission', blocked: BlockedMedia.microphone });
  };
  return (
    <>
      {wanted && <PhonePassword tip={wanted.tip} />}
      {account.is === 'refused' && (
        <Notice icon={<PhoneOff size={15} aria-hidden />} text={account.tip}>
          {account.code === phoneRefusals.inUseElsewhere && (
            <Button size="xs" variant="default" onClick={() => desk?.takeOver()}>
              {t('softphone.pill.useHere')}
            </Button>
          )}
        </Notice>
      )}
      {sound.permission !== 'granted' && !isElsewhere && (
        <Notice icon={<MicOff size={15} aria-hidden />} text={t(`softphone.microphone.${sound.permission}`)}>
          {(sound.permission === 'prompt' || sound.permission === 'denied') && (
            <Button size="xs" variant="default" onClick={() => void ask()}>
              {t('softphone.microphone.allow')}
            </Button>
          )}
        </Notice>
      )}
      {sound.needsGesture && !isElsewhere && (
        <Notice icon={<VolumeX size={15} aria-hidden />} text={t('softphone.silent')}>
          <Button size="xs" variant="default" onClick={() => void desk?.sound.enable()}>
            {t('softphone.silentEnd')}
          </Button>
        </Notice>
      )}
      {phone.next && (
        <Notice icon={<LoaderCircle size={15} aria-hidden />} text={t('softphone.dial.waits')}>
          <Button size="xs" variant="default" onClick={() => desk?.press({ type: 'hangUpPressed' })}>
            {t('softphone.dial.waitsNot')}
          </Button>
        </Notice>
      )}
    </>
  );
}

const Notice = ({ icon, text, children }: { icon: ReactNode; text: string; children?: ReactNode }) => (
  <div className="phone-notice">
    {icon}
    <p>{text}</p>
    {children}
  </div>
);
