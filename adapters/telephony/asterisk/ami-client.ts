import { connect, type Socket } from 'node:net';

export interface AmiPlace {
  host: string;
  port: number;
  user: string;
  secret: string;
}

type AmiAnswer = Readonly<Record<string, string>>;

const ASK_MS = 5_000;
const END = '\r\n\r\n';

interface AmiEars {
  onEvent(event: AmiAnswer): void;
  lost(): void;
}

/** AMI of one node, for what ARI lacks: recording a channel that talks. Connects when it is first asked, and again after a loss. */
export class AmiClient {
  readonly #place: AmiPlace;
  readonly #ears: AmiEars | null;
  readonly #waiting = new Map<string, (answer: AmiAnswer) => void>();
  #line: Promise<Socket> | null = null;
  #asked = 0;

  /** With ears it is told what the node tells of itself. */
  constructor(place: AmiPlace, ears: AmiEars | null = null) {
    this.#place = place;
    this.#ears = ears;
  }

  /** Throws where the node refuses. */
  async ask(action: string, fields: Readonly<Record<string, string>>): Promise<AmiAnswer> {
    this.#line ??= this.#connect();
    return this.#say(await this.#line, action, fields);
  }

  /** What the node answers one by one, until it says that this was all. */
  async list(action: string): Promise<AmiAnswer[]> {
    this.#line ??= this.#connect();
    const line = await this.#line;
    const found: AmiAnswer[] = [];
    await this.#say(line, action, {}, (answer) => {
      if (answer['Response'] === 'Error') return true;
      if (answer['EventList'] === 'Complete') return true;
      if (answer['Event'] !== undefined) found.push(answer);
      return false;
    });
    return found;
  }

  close(): void {
    void this.#line?.then((line) => line.destroy()).catch(() => {});
    this.#line = null;
  }

  async #connect(): Promise<Socket> {
    const { host, port, user, secret } = this.#place;
    const line = connect(port, host);
    let text = '';
    line.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      for (let end = text.indexOf(END); end >= 0; end = text.indexOf(END)) {
        const answer = readBlock(text.slice(0, end));
        text = text.slice(end + END.length);
        const waiting = this.#waiting.get(answer['ActionID'] ?? '');
        if (waiting) waiting(answer);
        else if (answer['Event'] !== undefined) this.#ears?.onEvent(answer);
      }
    });
    let isOpen = false;
    const lost = (): void => {
      this.#line = null;
      if (isOpen) this.#ears?.lost();
      isOpen = false;
    };
    line.on('close', lost);
    try {
      await new Promise<void>((resolve, reject) => {
        line.once('connect', resolve);
        line.once('error', reject);
      });
      line.on('error', () => {});
      await this.#say(line, 'Login', { Username: user, Secret: secret, Events: this.#ears ? 'system' : 'off' });
      isOpen = true;
    } catch (problem) {
      lost();
      line.destroy();
      throw problem;
    }
    return line;
  }

  #say(
    line: Socket,
    action: string,
    fields: Readonly<Record<string, string>>,
    /** Whether that was the last of its answers. */
    isAll: (answer: AmiAnswer) => boolean = () => true,
  ): Promise<AmiAnswer> {
    const id = `os-${++this.#asked}`;
    const words = Object.entries({ Action: action, ActionID: id, ...fields });
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => answered({ Response: 'Error', Message: 'no answer' }), ASK_MS);
      const answered = (answer: AmiAnswer): void => {
        if (!isAll(answer)) return;
        clearTimeout(timer);
        this.#waiting.delete(id);
        if (answer['Response'] === 'Success' || answer['EventList'] === 'Complete') resolve(answer);
        else reject(new Error(`${action}: ${answer['Message'] ?? 'refused'}`));
      };
      this.#waiting.set(id, answered);
      line.write(words.map(([name, value]) => `${name}: ${oneLine(value)}\r\n`).join('') + '\r\n');
    });
  }
}

const oneLine = (text: string): string => text.replaceAll(/[\r\n]/g, ' ');

const readBlock = (block: string): Record<string, string> =>
  Object.fromEntries(
    block
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)])
      .filter(([name]) => name !== ''),
  );
