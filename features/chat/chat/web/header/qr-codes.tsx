import { ActionIcon } from '@mantine/core';
import { QrCode as QrIcon } from 'lucide-react';
import { useMemo, useState } from 'react';
import { qrCode } from '../../core/qr-code.ts';
import { chatChannelsApi } from '#features/chat/chat-channels/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { Dropdown, useDropdown } from '#platform/web/ui/dropdown.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import './qr-codes.css';

const STALE_MS = 300_000;

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
                <Code text={address} />
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

const QUIET = 4;

function Code({ text }: { text: string }) {
  const modules = useMemo(() => qrCode(text), [text]);
  if (!modules) return null;
  const size = modules.length + QUIET * 2;
  const path = modules
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])))
    .join('');
  // Dark on light in both themes: many readers know no other way.
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width={136} height={136} shapeRendering="crispEdges" aria-hidden>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
