import { callsOfPerson } from '#features/voice/call-records/server/index.ts';
import { registerPersonData } from '#features/customers/customers/server/index.ts';
import { voicemailsRepo } from './voicemails.repo.ts';

/** What is said goes with the recordings of calls; here go the remarks. */
registerPersonData({
  name: 'voicemails',
  erase: async (tx, person) => voicemailsRepo(tx).erase(await callsOfPerson(tx, person)),
  export: async (tx, person) => voicemailsRepo(tx).ofCalls(await callsOfPerson(tx, person)),
});
