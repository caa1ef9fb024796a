import pg from 'pg';
import type { DatabaseHost } from '#core/database/database-address.ts';
import type { DatabaseHosts } from './hosts.ts';
import { hostsOf, NoPrimary } from './open-hosts.ts';

/** What PostgreSQL tells of itself unasked, and what it says when writes are refused. */
const REFUSING = new Set(['in_hot_standby', 'default_transaction_read_only']);
/** Where the server, told to wait no longer for its synchronous standby, acknowledges all the same. */
const GAVE_UP_WAITING = 'SyncRepWaitForLSN';

/**
 * A connection to the host of the database that takes writes. Rules:
 * 1. Which of several that is, the process knows (`hosts.ts`), and every connection goes there.
 * 2. One that arrives at a host which takes no writes (a standby, one that was demoted) does not count as connected; one that hears of
 *    it later ends with its statement.
 * 3. What the server says was not replicated as it should be is not acknowledged: the statement fails, as its outcome is not certain.
 */
export class DatabaseClient extends pg.Client {
  readonly #hosts: DatabaseHosts;
  readonly #refusing = new Set<string>();
  #isConnected = false;

  constructor(options: pg.ClientConfig) {
    const hosts = hostsOf(options.connectionString ?? '');
    super({ ...options, connectionString: hosts.all[0].url });
    this.#hosts = hosts;
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (problem: Error) => void): void;
  override connect(callback?: (problem: Error) => void): Promise<pg.Client> | void {
    const connected = this.#find();
    if (!callback) return connected;
    const onConnected = callback as (problem: Error | null, client?: pg.Client) => void;
    connected.then(
      () => onConnected(null, this),
      (problem: Error) => onConnected(problem),
    );
  }

  async #find(): Promise<pg.Client> {
    const host = await this.#hosts.primary();
    // Whoever waited for us has given up meanwhile.
    if (this.connection.stream.destroyed) throw new Error('Connection terminated due to connection timeout');
    if (this.#hosts.all.length > 1) Object.assign(this, { host: host.host, port: host.port });
    this.connection.on('parameterStatus', (parameter: ParameterStatus) => this.#noteParameter(host, parameter));
    this.on('notice', ({ routine }) => {
      if (routine === GAVE_UP_WAITING) this.#refuseAnswer();
    });
    try {
      await super.connect();
    } catch (problem) {
      this.#hosts.lost(host);
      throw problem;
    }
    // It refuses writes, or another one took over while we were on our way.
    if (this.#refusing.size > 0 || (this.#hosts.current() ?? host) !== host) {
      await this.end();
      throw new NoPrimary(`${host.name} takes no writes`);
    }
    this.#isConnected = true;
    this.once(
      'end',
      this.#hosts.join(host, () => this.#cut()),
    );
    this.on('error', () => this.#hosts.suspect(host));
    return this;
  }

  #noteParameter(host: DatabaseHost, { parameterName, parameterValue }: ParameterStatus): void {
    if (!REFUSING.has(parameterName)) return;
    if (parameterValue !== 'on') return void this.#refusing.delete(parameterName);
    this.#refusing.add(parameterName);
    this.#hosts.lost(host);
    // What was answered just before is heard first.
    if (this.#isConnected) setImmediate(() => this.#cut());
  }

  /** The acknowledgement may lie beside the warning in what has arrived: nobody reads it any more. */
  #refuseAnswer(): void {
    this.connection.removeAllListeners('commandComplete').removeAllListeners('readyForQuery');
    this.#cut();
  }

  #cut(): void {
    this.connection.stream.destroy();
  }
}

interface ParameterStatus {
  parameterName: string;
  parameterValue: string;
}
