import { maskNumbersIn } from '#core/privacy/name-mask.ts';
import type { TimelineSource } from '#platform/server/contributions.ts';
import { callsRepo } from './calls.repo.ts';

/** What agents wrote about calls with a customer. */
export const noteTimeline: TimelineSource = {
  kind: 'note',
  async read(tx, customerIds, before, size, { needsMasking }) {
    const notes = await callsRepo(tx).notesAbout(customerIds, before, size);
    return notes.map(({ id, createdAt, userName, author, callId, text }) => ({
      seq: id,
      at: createdAt,
      who: userName ?? author,
      body: { callId, text: needsMasking ? maskNumbersIn(text) : text },
    }));
  },
};
