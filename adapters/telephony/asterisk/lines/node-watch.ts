import { setTimeout as pause } from 'node:timers/promises';
import { AmiClient, type AmiPlace } from '../ami-client.ts';

/** How a registration stands at a node. */
export interface SeenRegistration {
  status: 'registered' | 'refused' | 'waiting';
  /** Until it is renewed or tried again. */
  nextSec: number;
}

export interface NodeWatchEvents {
  /** The node is there: for the first time, or after it was away and may have forgotten everything. */
  up(): void;
  /** It tells us nothing; said again whenever it was asked in vain. */
  down(): void;
  registrations(found: ReadonlyMap<string, SeenRegistration>): void;
  /** A gateway of a line answered, or did not; null where that is not known. */
  gateway(line: string, uri: string, roundTripMs: number | null, isUp: boolean): void;
  report(problem: unknown): void;
}

const AGAIN_MS = 1_000;
/** One that takes longer is there when it says so. */
const BOOT_MS = 3_000;
/** As long as a node waits for a gateway. */
const ANSWER_MS = 4_500;
const STATUSES: Readonly<Record<string, SeenRegistration['status']>> = {
  Registered: 'registered',
  Rejected: 'refused',
};
const UP: Readonly<Record<string, boolean>> = { Reachable: true, Unreachable: false };

/** What a node tells of its trunks, over a connection of its own that is opened again when it is lost. */
export class NodeWatch {
  readonly #ami: AmiClient;
  readonly #events: NodeWatchEvents;
  #again: NodeJS.Timeout | undefined;
  #looking: Promise<void> | null = null;
  #lines: ReadonlySet<string> = new Set();
  #isOld = false;
  #isStopped = false;
  #booted: () => void = () => {};
  readonly #waiting = new Set<{ news: string; done(): void }>();

  constructor(place: AmiPlace, events: NodeWatchEvents) {
    this.#events = events;
    this.#ami = new AmiClient(place, {
      onEvent: (event) => this.#receive(event),
      lost: () => {
        events.down();
        this.#later();
      },
    });
  }

  /** Resolves once it was asked for the first time, whether it is there or not. */
  async open(): Promise<void> {
    if (this.#isStopped) return;
    const booted = new Promise<void>((done) => void (this.#booted = done));
    try {
      await this.#ami.ask('Ping', {});
    } catch {
      this.#events.down();
      return this.#later();
    }
    await Promise.race([booted, pause(BOOT_MS, undefined, { ref: false })]);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#again);
    this.#ami.close();
  }

  /** Registers now; done when the carrier answered, or nobody did. */
  register(line: string): Promise<void> {
    return this.#askedFor('Registry', 'PJSIPRegister', { Registration: line });
  }

  /** Asks its gateways whether they live; done when the node knows. */
  qualify(line: string): Promise<void> {
    return this.#askedFor('ContactStatus', 'PJSIPQualify', { Endpoint: line });
  }

  /** What follows is told where it is news; where it is not, nobody waits for ever. */
  async #askedFor(news: string, action: string, fields: Readonly<Record<string, string>>): Promise<void> {
    const arrival = new Promise<void>((done) => void this.#waiting.add({ news, done }));
    await this.#ami.ask(action, fields).catch(() => {});
    await Promise.race([arrival, pause(ANSWER_MS, undefined, { ref: false })]);
    await this.look();
  }

  /** Whether it has a registration of this line. */
  async has(line: string): Promise<boolean> {
    await this.look();
    return this.#lines.has(line);
  }

  /** Asks how registrations stand, once for everybody who wants to know at the same time. */
  look(): Promise<void> {
    this.#isOld = true;
    this.#looking ??= this.#lookNow().finally(() => (this.#looking = null));
    return this.#looking;
  }

  async #lookNow(): Promise<void> {
    while (this.#isOld && !this.#isStopped) {
      this.#isOld = false;
      try {
        const listed = await this.#ami.list('PJSIPShowRegistrationsOutbound');
        const found = new Map(listed.flatMap(registrationIn));
        this.#lines = new Set(found.keys());
        this.#events.registrations(found);
        for (const contact of await this.#ami.list('PJSIPShowContacts'))
          this.#contact(contact['ObjectName'] ?? '', contact);
      } catch (problem) {
        // One that is away tells so by its connection.
        if (
          !this.#isStopped &&
          !/no answer|ECONN|No .* found|Unable to list|No Contacts|no outbound/i.test(String(problem))
        )
          this.#events.report(problem);
      }
    }
  }

  /** It answers before all of it is there, and says when it is. */
  async #isBooted(): Promise<void> {
    this.#events.up();
    await this.look();
    this.#booted();
  }

  #receive(event: Readonly<Record<string, string>>): void {
    for (const one of this.#waiting) {
      if (one.news !== event['Event']) continue;
      this.#waiting.delete(one);
      one.done();
    }
    if (event['Event'] === 'FullyBooted') void this.#isBooted();
    else if (event['Event'] === 'Registry') void this.look();
    else if (event['Event'] === 'ContactStatus') this.#contact(`${event['AOR']}/${event['URI']}`, event);
  }

  /** The name of a contact begins with that of its line. */
  #contact(name: string, event: Readonly<Record<string, string>>): void {
    const [line = ''] = /^[^/@;]*/.exec(name) ?? [];
    const uri = event['URI'] ?? '';
    const isUp = UP[event['ContactStatus'] ?? event['Status'] ?? ''];
    const microseconds = Number(event['RoundtripUsec'] || 0);
    if (isUp === undefined) return;
    this.#events.gateway(line, uri, microseconds > 0 ? Math.round(microseconds / 1_000) : null, isUp);
  }

  #later(): void {
    if (this.#isStopped) return;
    clearTimeout(this.#again);
    this.#again = setTimeout(() => void this.open(), AGAIN_MS);
    this.#again.unref();
  }
}

function registrationIn(event: Readonly<Record<string, string>>): [string, SeenRegistration][] {
  if (event['Event'] !== 'OutboundRegistrationDetail') return [];
  const status = STATUSES[event['Status'] ?? ''] ?? 'waiting';
  return [[event['ObjectName'] ?? '', { status, nextSec: Number(event['NextReg'] || 0) }]];
}
