import { callsOfPerson } from '#features/voice/call-records/server/index.ts';
import type { PersonData } from '#platform/server/contributions.ts';
import { lostCallersRepo } from './lost-callers.repo.ts';

/** Who was lost is told by the calls; here are the words of whoever was done with them. */
export const lostPersonData: PersonData = {
  name: 'statistics',
  erase: async (tx, person) => lostCallersRepo(tx).forget(await callsOfPerson(tx, person)),
  export: async (tx, person) => lostCallersRepo(tx).notesOf(await callsOfPerson(tx, person)),
};
