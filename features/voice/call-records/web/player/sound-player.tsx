import { ActionIcon } from '@mantine/core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { beginSaving } from './begin-saving.ts';
import { keyHolder } from './player-keys.ts';
import { VoicesPlayer, type VoicesPlayerProps } from './recording-player.tsx';

export interface SoundPlayerProps extends Omit<VoicesPlayerProps, 'keys' | 'actions'> {
  /** A link to save it; a refusal is told by whoever asks. Null: it could not be had. */
  saveLink(): Promise<string | null>;
}

/** Two voices to listen to and to save, for pages of other capabilities. */
export default function SoundPlayer({ saveLink, ...sound }: SoundPlayerProps) {
  const t = useText();
  const [keys] = useState(keyHolder);
  const [isAsking, setAsking] = useState(false);
  const label = t('call-records.player.download');
  async function save(): Promise<void> {
    setAsking(true);
    const url = await saveLink().finally(() => setAsking(false));
    if (url !== null) beginSaving(url);
  }
  return (
    <VoicesPlayer
      {...sound}
      keys={keys}
      actions={
        <ActionIcon
          variant="default"
          aria-label={label}
          data-hint={label}
          loading={isAsking}
          onClick={() => void save()}
        >
          <Download size={16} aria-hidden />
        </ActionIcon>
      }
    />
  );
}
