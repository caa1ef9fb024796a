import type { DataOf } from '#platform/web/call.ts';
import type { accountApi } from '../../contract.ts';

/** A team of the viewer, with what they are in it. */
export type Team = DataOf<typeof accountApi.teams>[number];
