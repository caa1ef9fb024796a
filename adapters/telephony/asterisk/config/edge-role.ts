import pg from 'pg';

const EDGE_ROLE = 'openseat_edge';

/**
 * Lets the edge into the database under its own role, which sees the schema `edge` alone; answers the address to come by. The role is
 * the same for every database of a server: a new password ends the one before.
 */
export async function letEdgeIn(ownerUrl: string, password: string): Promise<string> {
  if (!/^[\w-]{16,}$/.test(password))
    throw new Error('The password of the edge is letters and digits, sixteen at least.');
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name');
    await client.query(`alter role ${EDGE_ROLE} login password '${password}'`);
    await client.query(`alter role ${EDGE_ROLE} in database ${rows[0]!.name} set search_path = edge`);
  } finally {
    await client.end();
  }
  const { hostname, port, pathname } = new URL(ownerUrl);
  return `postgres://${EDGE_ROLE}:${password}@${hostname}:${port || 5_432}${pathname}`;
}
