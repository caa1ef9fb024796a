import { ActionIcon } from '@mantine/core';
import { QrCode as QrIcon } from 'lucide-react';
import { Suspense, useState } from 'react';
import { chatChannelsApi } from '#features/chat/chat-channels/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { lazy } from '#platform/web/lazy-part.ts';
import { Dropdown, useDropdown } from '#platform/web/ui/dropdown.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import './qr-codes.css';

const STALE_MS = 300_000;
/** Drawn when somebody looks: few do, and the button is on every page. */
const Picture = lazy(() => import('./qr-picture.tsx'));

/** [SHELL-16] Two codes that start a conversation with us on a phone; absent while nothing is set up. */
export default function QrCodes() {
  const t = useText();
  const [opened, setOpened] = useState(false);
  const { button, opening } = useDropdown('dialog', opened, setOpened);
  const { data } = useEndpoint(chatChannelsApi.entries, {}, { staleMs: STALE_MS, handlesFailures: true });
  if (!data || data.length === 0) return null;
  return (
    <>
      <ActionIcon
        {...button}
        className="qr-button"
        aria-label={t('chat.qr')}
        data-hint={opened ? undefined : t('chat.qr')}
      >
        <QrIcon size={17} aria-hidden />
      </ActionIcon>
      <Dropdown opening={opening} label={t('chat.qr')} width={320}>
        <div className="qr-codes">
          {data.map(({ kind, name, address }) => (
            <figure key={`${kind} ${address}`}>
              <a href={address} target="_blank" rel="noopener noreferrer" aria-label={t('chat.qrOf', { name })}>
                <Suspense fallback={<span className="qr-place" />}>
                  <Picture text={address} />
                </Suspense>
              </a>
              <figcaption>
                <b>{name}</b>
                <small>{t(`chat.qr.${kind}`)}</small>
              </figcaption>
            </figure>
          ))}
        </div>
      </Dropdown>
    </>
  );
}
