/** A phone as the edge's table has it. */
export interface LocatedPhone {
  account: string;
  /** Which edge has its websocket, and under which number. */
  serverId: number;
  connectionId: number;
  /** What the phone calls itself, the same after a reconnect; null where it has no such name. */
  instance: string | null;
  /** Where it came from. */
  address: string;
}

/** The edge's table of phones, and its word when one comes or goes. */
export interface PhonesTable {
  all(): Promise<LocatedPhone[]>;
  of(account: string): Promise<LocatedPhone[]>;
  /** Told the account. Also told, with null, after the line to the database was lost: anything may have happened. */
  listen(onChange: (account: string | null) => void): Promise<void>;
  close(): Promise<void>;
}

export type PhoneNews =
  | { is: 'registered'; account: string; contacts: number; instances: (string | null)[] }
  | { is: 'unregistered'; account: string }
  | { is: 'replaced'; account: string; address: string };

/** Who is registered, as a map of this process. */
export class RegisteredPhones {
  readonly #table: PhonesTable;
  readonly #emit: (news: PhoneNews) => void;
  readonly #report: (problem: unknown) => void;
  #phones = new Map<string, LocatedPhone[]>();
  #turn: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(table: PhonesTable, onNews: (news: PhoneNews) => void, report: (problem: unknown) => void) {
    this.#table = table;
    this.#emit = onNews;
    this.#report = report;
  }

  async open(): Promise<void> {
    await this.#table.listen((account) => void (account === null ? this.#all() : this.look(account)));
    await this.#all();
  }

  /** After what is asked just now is answered. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#turn;
    await this.#table.close();
  }

  count = (): number => this.#phones.size;
  isRegistered = (account: string): boolean => this.#phones.has(account);
  of = (account: string): readonly LocatedPhone[] => this.#phones.get(account) ?? [];

  /** Asks the table how it stands with an account now. */
  look(account: string): Promise<void> {
    return this.#inTurn(async () => this.#now(account, await this.#table.of(account)));
  }

  #all(): Promise<void> {
    return this.#inTurn(async () => {
      const now = Map.groupBy(await this.#table.all(), ({ account }) => account);
      for (const account of this.#phones.keys()) if (!now.has(account)) this.#now(account, []);
      for (const [account, rows] of now) this.#now(account, rows);
    });
  }

  #now(account: string, all: readonly LocatedPhone[]): void {
    const before = this.#phones.get(account) ?? [];
    // The edge lets a newer phone in before it strikes the older one off: between the two both are there.
    const rows = all.slice(-1);
    if (rows.length === 0) {
      if (this.#phones.delete(account)) this.#emit({ is: 'unregistered', account });
      return;
    }
    this.#phones.set(account, rows);
    const news = rows.filter((row) => !before.some((had) => isSame(had, row)));
    if (news.length === 0) return;
    const newcomer = news.find(({ instance }) => before.length > 0 && !before.some((had) => had.instance === instance));
    if (newcomer) this.#emit({ is: 'replaced', account, address: newcomer.address });
    this.#emit({
      is: 'registered',
      account,
      contacts: rows.length,
      instances: rows.map(({ instance }) => instance),
    });
  }

  #inTurn(act: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(() => (this.#isClosed ? undefined : act())).catch(this.#report);
    return this.#turn;
  }
}

const isSame = (one: LocatedPhone, other: LocatedPhone): boolean =>
  one.serverId === other.serverId && one.connectionId === other.connectionId && one.instance === other.instance;
