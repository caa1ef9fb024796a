import type { Rehearsal } from '#core/rehearsal/rehearsal.port.ts';
import type { Carrier } from '../carrier.ts';

export type RehearsalCarrier = Carrier & Rehearsal & { counts(): { parties: number } };
