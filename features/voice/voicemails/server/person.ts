import { callsOfPerson } from '#features/voice/call-records/server/index.ts';
import type { PersonData } from '#platform/server/contributions.ts';
import { voicemailsRepo } from './voicemails.repo.ts';

/** What is said goes with the recordings of calls; here go the remarks. */
export const voicemailPersonData: PersonData = {
  name: 'voicemails',
  erase: async (tx, person) => voicemailsRepo(tx).erase(await callsOfPerson(tx, person)),
  export: async (tx, person) => voicemailsRepo(tx).ofCalls(await callsOfPerson(tx, person)),
};
