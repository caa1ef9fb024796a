import pg from 'pg';
import { Server } from 'socket.io';

/*
 * The least a chat needs: no sessions, tenants, rights or unread counts, and whoever was away has missed what was said.
 * A message is stored before it is acknowledged: the conversation's row is locked, the number is the next one, one statement.
 */
const [url, count] = process.argv.slice(2) as [string, string];
const pool = new pg.Pool({ connectionString: url, max: 20 });
await pool.query(`
  create table bench_talk (id int primary key, last_no int not null default 0, last_text text not null default '', last_at timestamptz not null default now());
  create table bench_message (id bigint generated always as identity primary key, talk_id int not null references bench_talk, no int not null, client_id uuid not null, author text not null, text text not null,
    created_at timestamptz not null default now(), unique (talk_id, no), unique (talk_id, client_id));`);
await pool.query('insert into bench_talk (id) select generate_series(0, $1::int - 1)', [count]);

const STORE = {
  name: 'store',
  text: `with talk as (update bench_talk set last_no = last_no + 1, last_text = left($4, 200), last_at = now() where id = $1 returning id, last_no)
    insert into bench_message (talk_id, no, client_id, author, text) select id, last_no, $2, $3, $4 from talk returning id, no, created_at`,
};

interface Wish {
  talk: number;
  client: string;
  author: string;
  text: string;
}

const io = new Server({ transports: ['websocket'], perMessageDeflate: false, serveClient: false });
io.on('connection', (socket) => {
  void socket.join((socket.handshake.auth as { talks: number[] }).talks.map((talk) => `talk ${talk}`));
  socket.on('send', async ({ talk, client, author, text }: Wish, acknowledge: (stored: object) => void) => {
    const { rows } = await pool.query<{ id: number; no: number; created_at: Date }>({
      ...STORE,
      values: [talk, client, author, text],
    });
    const stored = { ...rows[0]!, talk, client, author, text };
    socket.to(`talk ${talk}`).emit('message', stored);
    acknowledge(stored);
  });
});
io.listen(0);
process.send!((io.httpServer.address() as { port: number }).port);
process.on('disconnect', () => process.exit());
