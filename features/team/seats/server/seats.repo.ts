import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { SeatKind } from '#shared/codes/seat-kind.ts';
import { SeatOnline } from '#shared/codes/seat-online.ts';
import { SeatType } from '#shared/codes/seat-type.ts';
import type { SeatState, SeatUser } from '../contract.ts';

interface SeatRow {
  id: number;
  name: string;
  email: string;
  textSeat: boolean;
  voiceSeat: boolean;
  online: boolean | null;
  seat_in_use: SeatKind | null;
}

/** Seats and who works on them, of one tenant. */
export function seatsRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  const people = async (where: ReturnType<typeof sql>): Promise<SeatRow[]> => {
    const found = await sql<SeatRow>`
      select m.user_id id, m.nick_name name, a.email, m.text_seat "textSeat", m.voice_seat "voiceSeat", p.online, p.seat_in_use
      from member m join member_account a on a.user_id = m.user_id left join seat_presence p on p.user_id = m.user_id
      where ${where} order by m.nick_name, m.user_id`.execute(rows);
    return found.rows;
  };

  return {
    withSeats: () => people(sql`m.enabled and (m.text_seat or m.voice_seat)`),
    async find(userId: number): Promise<SeatRow | undefined> {
      const [row] = await people(sql`m.user_id = ${userId}`);
      return row;
    },
    async tenantName(): Promise<string> {
      const found = await sql<{ name: string }>`select name from tenant`.execute(rows);
      return found.rows[0]!.name;
    },
    /** Call `lock` first: two switches at the same moment then come one after the other. */
    async keep(userId: number, { online, seatInUse }: { online: boolean; seatInUse: SeatKind | null }): Promise<void> {
      await sql`insert into seat_presence (user_id, online, seat_in_use) values (${userId}, ${online}, ${seatInUse})
        on conflict (tenant_id, user_id) do update set online = excluded.online, seat_in_use = excluded.seat_in_use, changed_at = now()`.execute(
        rows,
      );
    },
    async lock(userId: number): Promise<void> {
      await sql`select 1 from member where user_id = ${userId} for update`.execute(rows);
    },
    async used(): Promise<{ text: number; voice: number }> {
      const found = await sql<{
        text: number;
        voice: number;
      }>`select count(*) filter (where text_seat) as text, count(*) filter (where voice_seat) voice from member where enabled`.execute(
        rows,
      );
      return found.rows[0]!;
    },
    async setting(name: string): Promise<string | null> {
      const found = await sql<{ value: string }>`select value from tenant_setting where name = ${name}`.execute(rows);
      return found.rows[0]?.value ?? null;
    },
  };
}

export const isOnline = ({ textSeat, online }: SeatRow): boolean => textSeat && Boolean(online);

/** The seat chosen last if it is still theirs, else the voice seat before the text seat. */
export function seatInUse({ textSeat, voiceSeat, seat_in_use: chosen }: SeatRow): SeatKind | null {
  if (chosen === 'text' && textSeat) return 'text';
  if (voiceSeat) return 'voice';
  return textSeat ? 'text' : null;
}

export const stateOf = (row: SeatRow): SeatState => ({
  online_status: isOnline(row) ? SeatOnline.online : SeatOnline.offline,
  seatInUse: seatInUse(row),
});

export const userOf = (row: SeatRow): SeatUser => {
  const { id, name, email, textSeat, voiceSeat } = row;
  return { id, name, email, textSeat, voiceSeat, onlineStatus: isOnline(row) ? SeatOnline.online : SeatOnline.offline };
};

export const seatTypeOf = (setting: string | null): SeatType =>
  setting === String(SeatType.queued) ? SeatType.queued : SeatType.own;

/** A limit somebody set, or none. */
export const limitOf = (setting: string | null): number | null =>
  setting !== null && /^\d{1,9}$/.test(setting) ? Number(setting) : null;
