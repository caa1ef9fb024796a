import { sql } from 'kysely';
import { promisedSeats } from '#features/team/account/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { takeTurn } from '#platform/server/leases/turn.ts';
import { SeatType } from '#shared/codes/seat-type.ts';
import { Failure } from '#shared/errors.ts';
import { settingOf } from './settings.ts';

interface Seats {
  textSeat: boolean;
  voiceSeat: boolean;
}

interface Given {
  text: number;
  voice: number;
}

const NO_SEATS: Seats = { textSeat: false, voiceSeat: false };

/**
 * Call it after a change was written: refuses when a seat was given that is not there, and the change goes back with it.
 * Seats promised by open invitations count as given. A limit lowered below what is given takes nothing away.
 * Where seats come from the queue, more people may have one than work at the same time: the queue keeps the limit.
 */
export async function refuseBeyondSeats(tx: TenantTx, after: Seats, before: Seats = NO_SEATS): Promise<void> {
  const wanted = { text: after.textSeat && !before.textSeat, voice: after.voiceSeat && !before.voiceSeat };
  if (!wanted.text && !wanted.voice) return;
  if ((await settingOf(tx, 'SeatType')) === String(SeatType.queued)) return;
  const limits = {
    text: limitOf(await settingOf(tx, 'SeatLimitText')),
    voice: limitOf(await settingOf(tx, 'SeatLimitVoice')),
  };
  const given = await givenSeats(tx);
  for (const kind of ['text', 'voice'] as const)
    if (wanted[kind] && given[kind] > limits[kind]) throw new Failure('seatLimitReached');
}

/** How many voice seats can still be given; null where nothing limits them. */
export async function voiceSeatsLeft(tx: TenantTx): Promise<number | null> {
  if ((await settingOf(tx, 'SeatType')) === String(SeatType.queued)) return null;
  const limit = limitOf(await settingOf(tx, 'SeatLimitVoice'));
  return Number.isFinite(limit) ? Math.max(0, limit - (await givenSeats(tx)).voice) : null;
}

/** One change of seats at a time in a tenant. Take it before every other lock, so that nobody waits in a circle. */
export const lockSeats = (tx: TenantTx): Promise<void> => takeTurn(tx, 'seats');

const limitOf = (setting: string | null): number => (setting ? Number(setting) : Number.POSITIVE_INFINITY);

async function givenSeats(tx: TenantTx): Promise<Given> {
  const { rows } = await sql<Given>`
    select count(*) filter (where text_seat) as text, count(*) filter (where voice_seat) voice from (
      select text_seat, voice_seat from member where enabled
      union all
      ${promisedSeats}) seat`.execute(tx.as());
  return rows[0]!;
}
