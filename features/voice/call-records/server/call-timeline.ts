import type { TimelineSource } from '#platform/server/contributions.ts';
import { callsWith } from './call-customers.ts';

export const callTimeline: TimelineSource = {
  kind: 'call',
  async read(tx, customerIds, before, size) {
    const calls = await callsWith(tx, customerIds, before, size);
    return calls.map(
      ({
        id,
        at,
        user_name: who,
        call_id: callId,
        direction,
        outcome,
        talk_sec: talkSec,
        has_recording: hasRecording,
        task_name: taskName,
      }) => ({ seq: id, at, who: who ?? '', body: { callId, direction, outcome, talkSec, hasRecording, taskName } }),
    );
  },
};
