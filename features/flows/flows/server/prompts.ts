import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Flow } from '#core/flow/flow.ts';
import { deleteFile, storeFile } from '#features/office/files/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';

/** A sentence as one voice says it; `voice` is its timbre. */
export interface PromptKey {
  text: string;
  language: CustomerLanguage;
  voice: string;
}

const PROMPT_PURPOSE = 'prompt';
/** A sentence nobody was told for so long is forgotten. */
const KEPT_DAYS = 90;
const FORGET_AT_ONCE = 500;
const hashOf = (text: string): string => createHash('sha256').update(text.normalize('NFC').trim()).digest('hex');

/** The sentences a flow says that are the same for everybody, once each: what can be spoken before anybody calls. */
export function promptsOf(flow: Flow): { text: string; language: CustomerLanguage }[] {
  const found = new Map<string, { text: string; language: CustomerLanguage }>();
  const isSpoken = (language: string): language is CustomerLanguage =>
    (flow.languages as readonly string[]).includes(language);
  const look = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(look);
    if (typeof value !== 'object' || value === null) return;
    const { words, sounds } = value as { words?: unknown; sounds?: Record<string, unknown> };
    if (typeof words === 'object' && words !== null) {
      for (const [language, text] of Object.entries(words)) {
        // A sound is played in its place; one with values differs for everybody.
        if (
          typeof text === 'string' &&
          text.trim() !== '' &&
          !text.includes('{{') &&
          isSpoken(language) &&
          sounds?.[language] === undefined
        )
          found.set(`${language} ${text.trim()}`, { text: text.trim(), language });
      }
    }
    Object.values(value).forEach(look);
  };
  flow.nodes.forEach(({ settings }) => look(settings));
  return [...found.values()];
}

/** The file a sentence was kept in; null when it has to be spoken. */
export async function keptPrompt(tx: TenantTx, { text, language, voice }: PromptKey): Promise<number | null> {
  const { rows } = await sql<{ fileId: number; isOld: boolean }>`
    select p.file_id "fileId", p.used_at < now() - interval '1 day' "isOld" from flow_prompt p join stored_file f on f.id = p.file_id and f.deleted_at is null
    where p.hash = ${hashOf(text)} and p.language = ${language} and p.voice = ${voice}`.execute(tx.as());
  if (rows[0]?.isOld)
    await sql`update flow_prompt set used_at = now() where hash = ${hashOf(text)} and language = ${language} and voice = ${voice}`.execute(
      tx.as(),
    );
  return rows[0]?.fileId ?? null;
}

/** Keeps a sentence as a WAV file; answers the file. Spoken twice at once, the first one stays. */
export async function keepPrompt(
  world: Pick<World, 'db' | 'files'>,
  tenantId: number,
  key: PromptKey,
  wav: Uint8Array,
): Promise<number> {
  let kept = 0;
  await storeFile(
    world,
    { tenantId, userId: null },
    {
      purpose: PROMPT_PURPOSE,
      name: 'prompt.wav',
      mediaType: 'audio/wav',
      content: (async function* () {
        yield wav;
      })(),
      async within(tx, fileId) {
        const { rows } = await sql<{ fileId: number }>`
        insert into flow_prompt (hash, language, voice, file_id) values (${hashOf(key.text)}, ${key.language}, ${key.voice}, ${fileId})
        on conflict (tenant_id, hash, language, voice) do update set used_at = now() returning file_id "fileId"`.execute(
          tx.as(),
        );
        kept = rows[0]!.fileId;
        if (kept !== fileId) await deleteFile(tx, fileId);
      },
    },
  );
  return kept;
}

/** Forgets sentences nobody is told any more. */
export const forgetPromptsJob = ({ db }: Pick<World, 'db'>): Job => ({
  task: 'flows.forgetPrompts',
  cron: '50 3 * * *',
  async run() {
    const old = () =>
      db.everyTenant('sentences of all tenants grow old', (tx) =>
        sql<{
          tenantId: number;
          fileId: number;
        }>`select tenant_id "tenantId", file_id "fileId" from flow_prompt where used_at < now() - ${KEPT_DAYS} * interval '1 day' limit ${FORGET_AT_ONCE}`.execute(
          tx.as(),
        ),
      );
    for (let found = await old(); found.rows.length > 0; found = await old()) {
      for (const { tenantId, fileId } of found.rows) {
        await db.tenant({ tenantId }, async (tx) => {
          await sql`delete from flow_prompt where file_id = ${fileId}`.execute(tx.as());
          await deleteFile(tx, fileId);
        });
      }
    }
  },
});
