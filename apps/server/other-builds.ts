import type pg from 'pg';

/** A process that lives and runs something else than whoever asks. */
export interface OtherBuild {
  name: string;
  version: string;
  build: string;
}

/**
 * Processes that still run something else. Versions are the same until somebody counts them up: what counts is what each really runs, and one
 * of before it told that has said nothing.
 */
export async function otherBuilds(
  client: Pick<pg.ClientBase, 'query'>,
  own: { version: string; build: string },
): Promise<OtherBuild[]> {
  const { rows: there } = await client.query<{ there: boolean }>(
    `select exists (select from information_schema.columns where table_schema = 'public' and table_name = 'node' and column_name = 'build') there`,
  );
  const build = there[0]!.there ? 'build' : `''`;
  const { rows } = await client.query<OtherBuild>(
    `select name, version, ${build} build from node
     where (version <> $1 or ${build} <> $2) and heard_at > now() - interval '8 seconds' order by name`,
    [own.version, own.build],
  );
  return rows;
}
