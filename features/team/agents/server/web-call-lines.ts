import { sql } from 'kysely';
import { isDuplicate, type Tx } from '#platform/server/db/db.ts';
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
 * when the call came so, or when the installation says it is behind https (`PUBLIC_URL`) although its proxy talks plainly. An exchange
 * outside the product has sockets of its own.
 */
export function lineUrl(
  { publicUrl, exchange }: Pick<World, 'publicUrl' | 'exchange'>,
  site: string | undefined,
  { path }: Pick<WebCallLineRow, 'path'>,
): string {
  const home = new URL(publicUrl);
  const asked = site && URL.canParse(site) ? new URL(site) : home;
  const scheme = asked.protocol === 'https:' || home.protocol === 'https:' ? 'wss' : 'ws';
  const ours = `${scheme}://${asked.host || home.host}`;
  return `${exchange.phoneSockets?.(ours) ?? ours}/cc/sip/${path}`;
}

/** Lines the product came with: their names are texts of ours, and agents begin with the first. */
const BUILT_IN = 3;

/** Every line with how many agents have it. */
export async function linesInUse(
  world: Pick<World, 'db' | 'texts'>,
  language: Language,
): Promise<{ id: number; path: string; name: string; agents: number; isBuiltIn: boolean }[]> {
  const { rows } = await world.db.everyTenant('lines belong to the installation', (tx) =>
    sql<WebCallLineRow & { agents: number }>`
      select l.id, l.path, l.name, (select count(*)::int from agent a where a.line_id = l.id) agents from web_call_line l order by l.id`.execute(
      tx.as(),
    ),
  );
  return rows.map((line) => ({ ...line, name: lineName(world, language, line), isBuiltIn: line.id <= BUILT_IN }));
}

/** Throws `nameTaken` where there is one of this path. */
export async function addLine(tx: Tx, { path, name }: { path: string; name: string }): Promise<number> {
  try {
    const { rows } = await sql<{ id: number }>`
      insert into web_call_line (id, path, name) select greatest(max(id), ${BUILT_IN}) + 1, ${path}, ${name} from web_call_line returning id`.execute(
      tx.as(),
    );
    return rows[0]!.id;
  } catch (thrown) {
    throw isDuplicate(thrown) ? new Failure('nameTaken') : thrown;
  }
}

/** Answers what it was called. One of ours has the name of its texts. */
export async function renameLine(tx: Tx, id: number, name: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from web_call_line where id = ${id} for update`.execute(
    tx.as(),
  );
  if (!rows[0]) throw new Failure('notFound');
  if (id <= BUILT_IN) throw new Failure('conflict');
  await sql`update web_call_line set name = ${name} where id = ${id}`.execute(tx.as());
  return rows[0].name;
}

/** Whoever had it has the first one; answers its path. */
export async function removeLine(tx: Tx, id: number): Promise<string> {
  if (id <= BUILT_IN) throw new Failure('conflict');
  await sql`update agent set line_id = 1 where line_id = ${id}`.execute(tx.as());
  const { rows } = await sql<{ path: string }>`delete from web_call_line where id = ${id} returning path`.execute(
    tx.as(),
  );
  if (!rows[0]) throw new Failure('notFound');
  return rows[0].path;
}
