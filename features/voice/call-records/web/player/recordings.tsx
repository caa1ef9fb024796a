import { ActionIcon } from '@mantine/core';
import { Download } from 'lucide-react';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { useCan, useViewer } from '#platform/web/viewer.ts';
import { callRecordsApi, type CallDetail, type Recording } from '../../contract.ts';
import { beginSaving } from './begin-saving.ts';
import type { KeyHolder } from './player-keys.ts';
import { RecordingPlayer } from './recording-player.tsx';

/** The recordings of a call: to hear for whoever may, else why not. */
export default function Recordings({ call, keys }: { call: CallDetail; keys: KeyHolder }) {
  const t = useText();
  const format = useFormat();
  const can = useCan();
  const me = useViewer()?.userId;
  const mine = call.agents.find(({ userId }) => userId === me);
  /** One's own conversations, and messages left for those who were rung or keep the box; the server decides. */
  const mayHear = ({ kind }: Recording) =>
    can('call-records.listen') ||
    (kind === 'voicemail' ? mine !== undefined || call.keepsMessage === true : mine?.result === 'talked');
  return (
    <div className="recordings">
      {call.recordings.map((recording) => {
        if (recording.deletedAt !== null)
          return (
            <p key={recording.recordingId} className="record-quiet">
              {t('call-records.player.expired', { when: format.date(recording.deletedAt) })}
            </p>
          );
        if (!mayHear(recording))
          return (
            <p key={recording.recordingId} className="record-quiet">
              {t('call-records.player.notYours')}
            </p>
          );
        return (
          <RecordingPlayer
            key={recording.recordingId}
            recording={recording}
            keys={keys}
            actions={can('call-records.download') && <SaveButton recordingId={recording.recordingId} />}
          />
        );
      })}
    </div>
  );
}

function SaveButton({ recordingId }: Pick<Recording, 'recordingId'>) {
  const t = useText();
  const save = useCommand(callRecordsApi.downloadTicket, { onDone: ({ url }) => beginSaving(url) });
  const name = t('call-records.player.download');
  return (
    <ActionIcon
      variant="default"
      aria-label={name}
      data-hint={name}
      loading={save.isPending}
      onClick={() => save.mutate({ recordingId })}
    >
      <Download size={16} aria-hidden />
    </ActionIcon>
  );
}
