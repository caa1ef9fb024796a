import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createSecureContext, createServer as createTlsServer, TLSSocket } from 'node:tls';

/** A mail as the server keeps it. */
export interface KeptMail {
  uid: number;
  raw: Buffer;
  arrived: Date;
  flags: Set<string>;
}

export interface ImapServerOptions {
  user?: string;
  password?: string;
  /** Certificate and key in PEM form: then TLS from the first byte on, or after STARTTLS. */
  tls?: { cert: string; key: string; starts?: boolean };
  hasIdle?: boolean;
  /** Promises to tell of mails, and does not. */
  refusesIdle?: boolean;
}

/**
 * A mail server that speaks as much of IMAP4rev1 (RFC 3501) and IDLE (RFC 2177) as a reader of one folder needs. Tests deliver mails,
 * number them anew, and cut connections where it hurts.
 */
export async function imapServer({
  user = 'help',
  password = 'secret',
  tls,
  hasIdle = true,
  refusesIdle = false,
}: ImapServerOptions = {}) {
  const state = {
    uidValidity: 1_001,
    uidNext: 1,
    mails: [] as KeptMail[],
    password,
    hasIdle,
    /** Tells of new mails whenever somebody listens. */ babbles: false,
  };
  const lines = new Set<Line>();
  const commands: string[] = [];
  /** How many bytes of the next mail leave before the connection is cut. */
  let cutFetchAfter: number | null = null;
  let isSilent = false;

  interface Line {
    socket: Socket;
    idleTag: string | null;
    reportedCount: number;
  }

  function serve(first: Socket): void {
    const line: Line = { socket: first, idleTag: null, reportedCount: 0 };
    lines.add(line);
    let buffer = Buffer.alloc(0);
    let partial = '';
    let wanted = 0;
    let plainTag: string | null = null;
    const send = (text: string | Buffer): void => void (!line.socket.destroyed && line.socket.write(text));
    const isSecure = (): boolean => line.socket instanceof TLSSocket;

    function attach(socket: Socket): void {
      line.socket = socket;
      socket.setNoDelay(true);
      socket.on('data', (part: Buffer) => {
        buffer = Buffer.concat([buffer, part]);
        pump();
      });
      socket.on('error', () => {});
      socket.on('close', () => lines.delete(line));
    }

    function pump(): void {
      for (;;) {
        if (wanted > 0) {
          if (buffer.length < wanted) return;
          partial += JSON.stringify(buffer.subarray(0, wanted).toString('utf8'));
          buffer = buffer.subarray(wanted);
          wanted = 0;
        }
        const end = buffer.indexOf('\r\n');
        if (end === -1) return;
        const text = buffer.subarray(0, end).toString('utf8');
        buffer = buffer.subarray(end + 2);
        const literal = /\{(\d+)(\+?)\}$/.exec(text);
        if (literal) {
          partial += text.slice(0, literal.index);
          wanted = Number(literal[1]);
          if (literal[2] === '') send('+ go on\r\n');
          continue;
        }
        const whole = partial + text;
        partial = '';
        if (!isSilent) obey(whole);
      }
    }

    function obey(text: string): void {
      if (line.idleTag !== null) {
        if (text.toUpperCase() === 'DONE') send(`${line.idleTag} OK idle is over\r\n`);
        line.idleTag = null;
        return;
      }
      if (plainTag !== null) {
        login(plainTag, text);
        plainTag = null;
        return;
      }
      const [, tag = '*', name = '', rest = ''] = /^(\S+) (UID \S+|\S+) ?(.*)$/is.exec(text) ?? [];
      const command = name.toUpperCase();
      commands.push(/^(LOGIN|AUTHENTICATE)/.test(command) ? command : `${command} ${rest}`.trim());
      const ok = (words = 'done'): void => send(`${tag} OK ${words}\r\n`);
      switch (command) {
        case 'CAPABILITY':
          send(`* CAPABILITY ${capabilities()}\r\n`);
          return ok();
        case 'STARTTLS': {
          ok('go on');
          line.socket.removeAllListeners('data');
          return attach(
            new TLSSocket(line.socket, {
              isServer: true,
              secureContext: createSecureContext({ cert: tls!.cert, key: tls!.key }),
            }),
          );
        }
        case 'LOGIN': {
          const [name = '', secret = ''] = words(rest);
          return name === user && secret === state.password
            ? ok()
            : send(`${tag} NO [AUTHENTICATIONFAILED] wrong name or password\r\n`);
        }
        case 'AUTHENTICATE': {
          const given = rest.split(' ')[1];
          if (given === undefined) {
            plainTag = tag;
            return send('+ \r\n');
          }
          return login(tag, given);
        }
        case 'SELECT':
        case 'EXAMINE':
          if ((words(rest)[0] ?? '').toUpperCase() !== 'INBOX') return send(`${tag} NO there is no such folder\r\n`);
          line.reportedCount = state.mails.length;
          send(
            `* FLAGS (\\Seen \\Answered)\r\n* ${state.mails.length} EXISTS\r\n* 0 RECENT\r\n* OK [UIDVALIDITY ${state.uidValidity}] numbering\r\n* OK [UIDNEXT ${state.uidNext}] next\r\n* OK [PERMANENTFLAGS (\\Seen \\Answered \\*)] kept\r\n`,
          );
          return ok(command === 'SELECT' ? '[READ-WRITE] done' : '[READ-ONLY] done');
        case 'UID SEARCH':
          send(
            `* SEARCH${state.mails
              .filter(searched(rest))
              .map(({ uid }) => ` ${uid}`)
              .join('')}\r\n`,
          );
          return ok();
        case 'UID FETCH':
          return void (fetched(rest) && ok());
        case 'UID STORE': {
          const [range = '', , flags = ''] = /^(\S+) (\S+) \((.*)\)$/.exec(rest)?.slice(1) ?? [];
          for (const mail of inRange(range)) for (const flag of flags.split(' ')) mail.flags.add(flag);
          return ok();
        }
        case 'IDLE':
          if (!state.hasIdle || refusesIdle) return send(`${tag} BAD what is that\r\n`);
          line.idleTag = tag;
          send('+ idling\r\n');
          if (state.babbles) send(`* ${(line.reportedCount += 1)} EXISTS\r\n`);
          if (state.babbles) return;
          return sendExists(line);
        case 'LIST':
          send('* LIST (\\HasNoChildren) "/" "INBOX"\r\n');
          return ok();
        case 'NAMESPACE':
          send('* NAMESPACE (("" "/")) NIL NIL\r\n');
          return ok();
        case 'ID':
          send('* ID NIL\r\n');
          return ok();
        case 'NOOP':
          sendExists(line);
          return ok();
        case 'LOGOUT':
          send('* BYE\r\n');
          ok();
          return void line.socket.end();
        default:
          return send(`${tag} BAD unknown\r\n`);
      }
    }

    function login(tag: string, base64: string): void {
      const [, name, secret] = Buffer.from(base64, 'base64').toString('utf8').split('\0');
      send(
        name === user && secret === state.password
          ? `${tag} OK in\r\n`
          : `${tag} NO [AUTHENTICATIONFAILED] wrong name or password\r\n`,
      );
    }

    /** False: the connection was cut on the way. */
    function fetched(rest: string): boolean {
      const [, range = '', items = ''] = /^(\S+) \((.*)\)$/.exec(rest) ?? [];
      for (const mail of inRange(range)) {
        const parts: (string | Buffer)[] = [`* ${state.mails.indexOf(mail) + 1} FETCH (UID ${mail.uid}`];
        if (items.includes('FLAGS')) parts.push(` FLAGS (${[...mail.flags].join(' ')})`);
        if (items.includes('RFC822.SIZE')) parts.push(` RFC822.SIZE ${mail.raw.length}`);
        if (items.includes('INTERNALDATE'))
          parts.push(` INTERNALDATE "${imapDate(mail.arrived)} ${mail.arrived.toISOString().slice(11, 19)} +0000"`);
        const fields = /BODY\.PEEK\[HEADER\.FIELDS \(([^)]*)\)\]/i.exec(items);
        if (fields) {
          const head = Buffer.from(headOf(mail.raw, fields[1]!.toLowerCase().replaceAll('"', '').split(' ')));
          parts.push(` BODY[HEADER.FIELDS (${fields[1]})] {${head.length}}\r\n`, head);
        }
        const body = /BODY\.PEEK\[\](?:<(\d+)\.(\d+)>)?/i.exec(items);
        if (body) {
          const content =
            body[1] === undefined ? mail.raw : mail.raw.subarray(Number(body[1]), Number(body[1]) + Number(body[2]));
          parts.push(` BODY[]${body[1] === undefined ? '' : `<${body[1]}>`} {${content.length}}\r\n`);
          if (cutFetchAfter !== null) {
            for (const part of [...parts, content.subarray(0, cutFetchAfter)]) send(part);
            cutFetchAfter = null;
            line.socket.end();
            return false;
          }
          parts.push(content);
        }
        for (const part of [...parts, ')\r\n']) send(part);
      }
      return true;
    }

    const capabilities = (): string =>
      `IMAP4rev1 AUTH=PLAIN ID NAMESPACE${state.hasIdle ? ' IDLE' : ''}${tls?.starts && !isSecure() ? ' STARTTLS' : ''}`;
    attach(first);
    send(`* OK [CAPABILITY ${capabilities()}] here\r\n`);
  }

  function sendExists(line: Line): void {
    if (line.reportedCount === state.mails.length) return;
    line.reportedCount = state.mails.length;
    line.socket.write(`* ${state.mails.length} EXISTS\r\n`);
  }

  function inRange(range: string): KeptMail[] {
    const last = state.mails.at(-1)?.uid ?? 0;
    const bounds = range.split(',').map((part) => part.split(':').map((end) => (end === '*' ? last : Number(end))));
    return state.mails.filter(({ uid }) =>
      bounds.some(([one = 0, other = one]) => uid >= Math.min(one, other) && uid <= Math.max(one, other)),
    );
  }

  function searched(query: string): (mail: KeptMail) => boolean {
    const uids = /UID (\S+)/i.exec(query)?.[1];
    const within = uids === undefined ? null : new Set(inRange(uids));
    const since = /SINCE "?([\w-]+)"?/i.exec(query)?.[1];
    return (mail) =>
      (within === null || within.has(mail)) &&
      (since === undefined || mail.arrived.getTime() >= Date.parse(`${since} UTC`));
  }

  const server: Server =
    tls && !tls.starts ? createTlsServer({ cert: tls.cert, key: tls.key }, serve) : createServer(serve);
  server.on('tlsClientError', () => {});
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));

  return {
    port: (server.address() as AddressInfo).port,
    state,
    commands,
    deliver(raw: string | Buffer, arrived = new Date()): KeptMail {
      const mail: KeptMail = {
        uid: state.uidNext,
        raw: Buffer.isBuffer(raw) ? raw : Buffer.from(raw.replace(/\r?\n/g, '\r\n')),
        arrived,
        flags: new Set(),
      };
      state.uidNext += 1;
      state.mails.push(mail);
      for (const line of lines) if (line.idleTag !== null) sendExists(line);
      return mail;
    },
    /** As after the folder was restored from a backup. */
    renumber(): void {
      state.uidValidity += 1;
      state.mails.reverse();
      for (const [place, mail] of state.mails.entries()) mail.uid = place + 1;
      state.uidNext = state.mails.length + 1;
    },
    cutInNextFetch: (afterBytes: number): void => void (cutFetchAfter = afterBytes),
    /** Nobody answers any more, and nobody hangs up. */
    fallSilent: (): void => void (isSilent = true),
    cutAll(): void {
      for (const line of lines) line.socket.destroy();
    },
    isIdling: (): boolean => [...lines].some(({ idleTag }) => idleTag !== null),
    connections: (): number => lines.size,
    async close(): Promise<void> {
      for (const line of lines) line.socket.destroy();
      await new Promise<void>((done) => void server.close(() => done()));
    },
  };
}

export type ImapServer = Awaited<ReturnType<typeof imapServer>>;

/** Words of a command: in quotes or bare. */
const words = (text: string): string[] =>
  [...text.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, bare]) =>
    quoted === undefined ? bare! : quoted.replace(/\\(.)/g, '$1'),
  );

const imapDate = (date: Date): string =>
  `${String(date.getUTCDate()).padStart(2, '0')}-${['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'][date.getUTCMonth()]}-${date.getUTCFullYear()}`;

function headOf(raw: Buffer, names: readonly string[]): string {
  const head = raw
    .subarray(0, raw.indexOf('\r\n\r\n'))
    .toString('latin1')
    .split(/\r\n(?![ \t])/);
  return `${head
    .filter((line) => names.includes(line.slice(0, line.indexOf(':')).toLowerCase()))
    .map((line) => `${line}\r\n`)
    .join('')}\r\n`;
}
