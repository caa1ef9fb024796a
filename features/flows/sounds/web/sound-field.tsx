import { ActionIcon, Select } from '@mantine/core';
import { Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { fetchFile } from '#platform/web/download.ts';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { soundsApi } from '../contract.ts';
import { openPlayer, usePlaying } from './player.ts';
import type { SoundFieldProps } from './sound-field-props.ts';
import './sound-field.css';

/** One of the team's sounds, chosen by its name and listened to before it is kept. */
export default function SoundField({ label, hint, none, value, error, onChange }: SoundFieldProps) {
  const t = useText();
  const [player] = useState(() =>
    openPlayer(() => toast({ tone: 'error', text: t('sounds.trouble'), id: 'sounds.trouble' })),
  );
  const isPlaying = usePlaying(player) !== null;
  useEffect(() => () => player.stop(), [player]);
  const { data } = useEndpoint(soundsApi.list, { page: 1, size: 200 }, { handlesFailures: true });
  const sounds = data?.list ?? [];
  const chosen = sounds.find(({ id }) => id === value);
  return (
    <div className="sound-field">
      <Select
        label={label}
        description={hint}
        error={error}
        placeholder={none}
        clearable
        searchable
        nothingFoundMessage={t('sounds.empty')}
        data={[
          ...sounds.map(({ id, name }) => ({ value: String(id), label: name })),
          // One beyond the first two hundred stays what it is.
          ...(value !== null && !chosen ? [{ value: String(value), label: t('sounds.chosen') }] : []),
        ]}
        value={value === null ? null : String(value)}
        onChange={(next) => {
          player.stop();
          onChange(next === null ? null : Number(next));
        }}
      />
      {value !== null && (
        <ActionIcon
          variant="light"
          size="lg"
          aria-label={t(isPlaying ? 'sounds.pauseNamed' : 'sounds.listenNamed', {
            name: chosen?.name ?? t('sounds.chosen'),
          })}
          onClick={() =>
            void player.toggle(String(value), async () => (await fetchFile(soundsApi.listen, { id: value })).bytes)
          }
        >
          {isPlaying ? <Pause size={15} aria-hidden /> : <Play size={15} aria-hidden />}
        </ActionIcon>
      )}
    </div>
  );
}
