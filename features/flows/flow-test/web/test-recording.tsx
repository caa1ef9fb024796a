import { Suspense } from 'react';
import { callRecords, soundPlayer } from '#features/voice/call-records/web/index.ts';
import { call } from '#platform/web/call.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { lazily } from '#platform/web/feature.ts';
import { useText } from '#platform/web/i18n.ts';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import { useCan } from '#platform/web/viewer.ts';
import { flowTestApi } from '../contract.ts';

const SoundPlayer = lazily(callRecords, soundPlayer);

export interface TestRecordingProps {
  talkId: string;
  durationMs: number;
  bytes: number;
  /** The reader made this test. */
  isMine: boolean;
}

/** The recording of a test by voice: to hear and to save for whoever may, else why not. */
export default function TestRecording({ talkId, durationMs, bytes, isMine }: TestRecordingProps) {
  const t = useText();
  const can = useCan();
  const url = async (saves: boolean, signal?: AbortSignal): Promise<string> =>
    (await call(flowTestApi.recordingTicket, { talkId, saves }, signal ? { signal } : {})).url;
  const saveLink = () =>
    url(true).catch((problem: unknown) => {
      handleFailure(problem);
      return null;
    });
  if (!can('flow-test.listen') && !(isMine && can('flow-test.run')))
    return <p className="flow-test-hint">{t('flow-test.recordingNotYours')}</p>;
  return (
    <Suspense fallback={<LoadingLines lines={4} />}>
      <SoundPlayer
        bytes={bytes}
        durationMs={durationMs}
        link={(signal) => url(false, signal)}
        saveLink={saveLink}
        name={(length) => t('flow-test.recording', { length })}
        sideNames={{ customer: t('flow-test.contact'), agent: t('flow-test.agent') }}
      />
    </Suspense>
  );
}
