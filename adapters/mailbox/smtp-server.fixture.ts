import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail as the server got it. */
export interface SentMail {
  from: string;
  to: string[];
  raw: string;
  /** The name they gave themselves. */
  greeted: string;
  mail: Email;
}

export interface SmtpServerOptions {
  password?: string;
  tls?: { cert: string; key: string; starts?: boolean };
}

/** A mail server of one test: keeps what it takes, and refuses as it is told. */
export async function smtpServer({ password = 'secret', tls }: SmtpServerOptions = {}) {
  const taken: SentMail[] = [];
  const state = { password, next: null as 'refuse' | 'busy' | 'hang' | 'cut' | 'noSuchPerson' | null };
  const waiting: (() => void)[] = [];
  const says = (words: string, responseCode: number) => Object.assign(new Error(words), { responseCode });
  const server = new SMTPServer({
    secure: tls !== undefined && !tls.starts,
    ...(tls ? { cert: tls.cert, key: tls.key } : {}),
    disabledCommands: tls?.starts ? [] : ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    logger: false,
    closeTimeout: 100,
    onAuth: (auth, _session, done) =>
      auth.password === state.password
        ? done(null, { user: auth.username ?? '' })
        : done(says('5.7.8 Wrong name or password', 535)),
    onRcptTo(_address, _session, done) {
      if (state.next !== 'noSuchPerson') return done();
      state.next = null;
      return done(says('5.1.1 No such person here', 550));
    },
    onData(stream, { envelope, hostNameAppearsAs }, done) {
      void buffer(stream).then(async (raw) => {
        const how = state.next;
        state.next = null;
        if (how === 'refuse') return done(says('5.7.1 We do not want this', 554));
        if (how === 'busy') return done(says('4.3.2 Come back later', 451));
        if (how === 'hang') return void waiting.push(done);
        if (how === 'cut') return cutAll();
        taken.push({
          from: (envelope.mailFrom as { address: string }).address,
          to: envelope.rcptTo.map(({ address }) => address),
          raw: raw.toString('latin1'),
          greeted: hostNameAppearsAs,
          mail: await PostalMime.parse(raw),
        });
        return done();
      });
    },
  });
  server.on('error', () => {});
  const sockets = new Set<{ destroy(): void }>();
  server.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const cutAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', () => ready()));
  return {
    port: (server.server.address() as AddressInfo).port,
    taken,
    state,
    async close(): Promise<void> {
      for (const done of waiting) done();
      await new Promise<void>((done) => void server.close(() => done()));
    },
  };
}

export type SmtpServer = Awaited<ReturnType<typeof smtpServer>>;
