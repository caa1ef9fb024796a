import type { TelephonyEvent } from '#core/telephony/telephony.port.ts';
import type { EdgeOrders } from './edge-orders.ts';
import type { AriLeg, LegBook } from './leg-book.ts';
import type { LegTeller } from './leg-teller.ts';
import { RegisteredPhones, type PhoneNews, type PhonesTable } from './registered-phones.ts';

interface PhoneCareOptions {
  table: PhonesTable;
  edge: EdgeOrders;
  book: LegBook;
  teller: LegTeller;
  emit(event: TelephonyEvent): void;
  hangUp(leg: AriLeg): Promise<void>;
  report(problem: unknown): void;
}

/** Phones that come and go, and what it means for the legs at them. */
export class PhoneCare {
  readonly #options: PhoneCareOptions;
  readonly #phones: RegisteredPhones;
  /** What a leg's phone calls itself: after a reconnect it is the same one, a page loaded anew is another. */
  readonly #instances = new WeakMap<AriLeg, string | null>();
  /** Signed out: their conversations last, nothing is lost. */
  readonly #retired = new Set<string>();

  constructor(options: PhoneCareOptions) {
    this.#options = options;
    this.#phones = new RegisteredPhones(options.table, (news) => this.#happened(news), options.report);
  }

  open = (): Promise<void> => this.#phones.open();
  close = (): Promise<void> => this.#phones.close();
  count = (): number => this.#phones.count();
  isRegistered = (account: string): boolean => this.#phones.isRegistered(account);

  async forget(account: string): Promise<void> {
    const phones = this.#phones.of(account);
    this.#retired.add(account);
    await this.#options.edge.forget(account);
    await this.#phones.look(account);
    await Promise.all(this.#legsOf(account).map((leg) => this.#options.hangUp(leg)));
    for (const phone of phones) await this.#options.edge.close(phone);
  }

  async retire(account: string): Promise<void> {
    this.#retired.add(account);
    await this.#options.edge.forget(account);
    await this.#phones.look(account);
    await this.#endUnanswered(account);
  }

  async cutOff(account: string): Promise<void> {
    const phones = this.#phones.of(account);
    await this.#options.edge.forget(account);
    for (const phone of phones) await this.#options.edge.close(phone);
    await this.#endUnanswered(account);
    await this.#phones.look(account);
  }

  async #endUnanswered(account: string): Promise<void> {
    const unanswered = this.#legsOf(account).filter(({ at }) => at === 'waiting');
    await Promise.all(unanswered.map((leg) => this.#options.hangUp(leg)));
  }

  #legsOf = (account: string): AriLeg[] => this.#options.book.all().filter((leg) => leg.account === account);

  #happened(news: PhoneNews): void {
    const { emit, teller } = this.#options;
    const { account } = news;
    switch (news.is) {
      case 'unregistered':
        emit({ type: 'accountUnregistered', account });
        if (this.#retired.delete(account)) return;
        for (const leg of this.#legsOf(account)) teller.away(leg, true);
        return;
      case 'replaced':
        return emit({ type: 'accountReplaced', account, address: news.address });
      case 'registered':
        this.#retired.delete(account);
        // A page that was loaded anew takes the place of the old one: whose leg that leaves alone is to be known when it is there.
        for (const leg of this.#legsOf(account)) if (!this.#isAt(leg, news.instances)) teller.away(leg, true);
        emit({ type: 'accountRegistered', account, contacts: news.contacts });
        for (const leg of this.#legsOf(account)) if (this.#isAt(leg, news.instances)) teller.away(leg, false);
    }
  }

  #isAt(leg: AriLeg, instances: readonly (string | null)[]): boolean {
    const instance = this.#instances.get(leg);
    return instance === undefined || instances.includes(instance);
  }

  /** A leg begins at whatever phone the account has now. */
  begins(leg: AriLeg): void {
    if (leg.account !== null) this.#instances.set(leg, this.#phones.of(leg.account)[0]?.instance ?? null);
  }
}
