import { sql } from 'kysely';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { chatApi } from '../contract.ts';
import type { ChatRoutesWorld } from './chat-caller.ts';

type Settings = { message_sound: boolean; message_flashing: boolean };

type ChatSettingsHandlers = Pick<Handlers<typeof chatApi>, 'settings' | 'saveSettings'>;

/** How an agent wants to be told of messages. */
export function chatSettingsHandlers({ db }: ChatRoutesWorld): ChatSettingsHandlers {
  return {
    settings: (caller) =>
      db.tenant(caller, async (tx) => {
        const { rows } =
          await sql<Settings>`select message_sound, message_flashing from chat_agent where user_id = ${caller.userId}`.execute(
            tx.as(),
          );
        return rows[0] ?? { message_sound: true, message_flashing: true };
      }),

    saveSettings: (caller, { message_sound, message_flashing }) =>
      db.tenant(caller, async (tx) => {
        const { rows } = await sql<Settings>`
          insert into chat_agent as a (user_id, message_sound, message_flashing) values (${caller.userId}, ${message_sound ?? true}, ${message_flashing ?? true})
          on conflict (tenant_id, user_id) do update set message_sound = coalesce(${message_sound ?? null}::boolean, a.message_sound), message_flashing = coalesce(${message_flashing ?? null}::boolean, a.message_flashing)
          returning message_sound, message_flashing`.execute(tx.as());
        caller.operation.note(caller.name, { after: rows[0]! });
        return rows[0]!;
      }),
  };
}
