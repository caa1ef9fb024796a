import { WebSocket } from 'ws';

/** How to reach the ARI of one node. */
export interface AriPlace {
  name: string;
  /** `http://address:port/ari` */
  url: string;
  user: string;
  secret: string;
}

/** What ARI tells; every kind carries more than its type. */
export interface AriEvent {
  type: string;
  [more: string]: unknown;
}

export class AriFailure extends Error {
  readonly status: number;
  constructor(status: number, text: string) {
    super(text);
    this.status = status;
  }
}

/** A channel, a bridge or a sound that is not there any more, or left Stasis meanwhile: whoever asked came too late. */
export const isTooLate = (problem: unknown): boolean =>
  problem instanceof AriFailure &&
  ([404, 409, 412, 422].includes(problem.status) || (problem.status === 400 && problem.message.includes('not found')));

export type AriQuery = Readonly<Record<string, string | number | undefined>>;

/** Told by what a process must not be flooded with. */
const UNHEARD = ['ChannelVarset', 'ChannelDialplan', 'ChannelCallerId', 'ChannelConnectedLine', 'ChannelUserevent'];
const ASK_MS = 8_000;
const CONNECT_MS = 2_000;

/** REST of one node, and the websockets of its applications. */
export class AriClient {
  readonly node: string;
  readonly #place: AriPlace;
  readonly #authorization: string;

  constructor(place: AriPlace) {
    this.#place = place;
    this.node = place.name;
    this.#authorization = `Basic ${Buffer.from(`${place.user}:${place.secret}`).toString('base64')}`;
  }

  get<T>(path: string, query?: AriQuery): Promise<T> {
    return this.#json('GET', path, query) as Promise<T>;
  }

  async post<T = void>(path: string, query?: AriQuery, body?: unknown): Promise<T> {
    return (await this.#json('POST', path, query, body)) as T;
  }

  async put(path: string, body: unknown): Promise<void> {
    await this.#json('PUT', path, {}, body);
  }

  async delete(path: string, query?: AriQuery): Promise<void> {
    await this.#json('DELETE', path, query);
  }

  /** A file as it lies there; null where there is none. */
  async file(path: string): Promise<Buffer | null> {
    const answer = await this.#ask('GET', path, {});
    if (answer.status === 404) {
      await answer.body?.cancel();
      return null;
    }
    if (!answer.ok) throw new AriFailure(answer.status, `GET ${path} ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  }

  /** Opens the applications' websocket. Resolves when it is open; `onEvent` may be called before. */
  async listen(
    application: string,
    onEvent: (event: AriEvent) => void,
    closed: () => void,
  ): Promise<{ close(): void }> {
    const { url, user, secret } = this.#place;
    const query = new URLSearchParams({ app: application, api_key: `${user}:${secret}` });
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/events?${query}`, { handshakeTimeout: CONNECT_MS });
    socket.on('message', (data) => onEvent(JSON.parse(String(data)) as AriEvent));
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    let isOurs = false;
    socket.on('error', () => {});
    socket.on('close', () => {
      if (!isOurs) closed();
    });
    const close = (): void => {
      isOurs = true;
      socket.close();
    };
    try {
      await this.put(`/applications/${application}/eventFilter`, { disallowed: UNHEARD.map((type) => ({ type })) });
    } catch (problem) {
      close();
      throw problem;
    }
    return { close };
  }

  async #json(method: string, path: string, query: AriQuery = {}, body?: unknown): Promise<unknown> {
    const answer = await this.#ask(method, path, query, body);
    const text = await answer.text();
    if (!answer.ok) throw new AriFailure(answer.status, `${method} ${path} ${answer.status} ${text.slice(0, 200)}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  #ask(method: string, path: string, query: AriQuery, body?: unknown): Promise<Response> {
    const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    );
    const words = given.length > 0 ? `?${new URLSearchParams(given)}` : '';
    return fetch(`${this.#place.url}${path}${words}`, {
      method,
      headers: { authorization: this.#authorization, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ASK_MS),
    });
  }
}
