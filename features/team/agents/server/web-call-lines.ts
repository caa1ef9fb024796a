import { sql } from 'kysely';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';

/** A way to reach the exchange. */
export interface WebCallLineRow {
  id: number;
  path: string;
  name: string;
}

export async function readLines({ db }: Pick<World, 'db'>): Promise<WebCallLineRow[]> {
  const { rows } = await db.everyTenant('lines belong to the installation', (tx) =>
    sql<WebCallLineRow>`select id, path, name from web_call_line order by id`.execute(tx.as()),
  );
  return rows;
}

export async function lineOf(world: Pick<World, 'db'>, id: number): Promise<WebCallLineRow> {
  const line = (await readLines(world)).find((one) => one.id === id);
  if (!line) throw new Failure('notFound');
  return line;
}

/** Lines of ours are named in the reader's language; one that somebody added keeps its name. */
export const lineName = (
  { texts }: Pick<World, 'texts'>,
  language: Language,
  { path, name }: WebCallLineRow,
): string => {
  const key = `agents.line.${path}`;
  return texts.has(language, key) ? texts.say(language, key) : name;
};

/**
 * The websocket of a line, at the host the caller itself used: a phone on another machine then finds it too. Encrypted
 * when the call came so, or when the installation says it is behind https (`PUBLIC_URL`) although its proxy talks plainly.
 */
export function lineUrl(publicUrl: string, site: string | undefined, { path }: Pick<WebCallLineRow, 'path'>): string {
  const home = new URL(publicUrl);
  const asked = site && URL.canParse(site) ? new URL(site) : home;
  const scheme = asked.protocol === 'https:' || home.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${asked.host || home.host}/cc/sip/${path}`;
}
