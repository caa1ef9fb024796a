import { sql } from 'kysely';
import type { SpeechProtocol, SpeechUse } from '#core/speech/protocols.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import type { SpeechChannel } from '#shared/codes/speech-channel.ts';

export interface ProviderRow {
  id: number;
  use: SpeechUse;
  channel: SpeechChannel;
  name: string;
  protocol: SpeechProtocol;
  address: string;
  model: string;
  languages: CustomerLanguage[];
  voices: { language: CustomerLanguage; voice: string }[];
  sealed: string;
  isOn: boolean;
  version: number;
}

const columns = sql`id, use, channel, name, protocol, address, model, languages, voices, sealed, is_on "isOn", version`;

/** Who recognises, speaks and answers for one tenant. */
export function providersRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  const voicesOf = ({ voices }: Pick<ProviderRow, 'voices'>) => sql`${JSON.stringify(voices)}::jsonb`;
  return {
    async all(): Promise<ProviderRow[]> {
      return (await sql<ProviderRow>`select ${columns} from speech_provider order by use, position, id`.execute(rows))
        .rows;
    },
    async find(id: number): Promise<ProviderRow | undefined> {
      return (await sql<ProviderRow>`select ${columns} from speech_provider where id = ${id}`.execute(rows)).rows[0];
    },
    async add(row: Omit<ProviderRow, 'id' | 'version'>): Promise<number> {
      const { use, channel, name, protocol, address, model, languages, sealed, isOn } = row;
      const { rows: added } = await sql<{
        id: number;
      }>`insert into speech_provider (use, channel, position, name, protocol, address, model, languages, voices, sealed, is_on)
        values (${use}, ${channel}, (select coalesce(max(position) + 1, 0) from speech_provider where use = ${use}), ${name}, ${protocol}, ${address}, ${model}, ${languages}, ${voicesOf(row)}, ${sealed}, ${isOn}) returning id`.execute(
        rows,
      );
      return added[0]!.id;
    },
    /** False when somebody else changed it meanwhile. */
    async update(
      id: number,
      version: number,
      row: Omit<ProviderRow, 'id' | 'version' | 'use' | 'channel'>,
    ): Promise<boolean> {
      const { name, protocol, address, model, languages, sealed, isOn } = row;
      const { rows: changed } =
        await sql`update speech_provider set name = ${name}, protocol = ${protocol}, address = ${address}, model = ${model}, languages = ${languages}, voices = ${voicesOf(row)}, sealed = ${sealed}, is_on = ${isOn}, version = version + 1
        where id = ${id} and version = ${version} returning id`.execute(rows);
      return changed.length > 0;
    },
    async remove(id: number): Promise<boolean> {
      return (await sql`delete from speech_provider where id = ${id} returning id`.execute(rows)).rows.length > 0;
    },
    async order(use: SpeechUse, ids: readonly number[]): Promise<void> {
      await sql`update speech_provider set position = array_position(${[...ids]}::bigint[], id) - 1 where use = ${use}`.execute(
        rows,
      );
    },
  };
}
