import { legId, type CallOrigin, type TelephonyEvent } from '#core/telephony/telephony.port.ts';
import type { AriEvent } from './ari-client.ts';
import { endOfChannel, readAriEvent, type AriChannel } from './ari-events.ts';
import type { ChannelStarts } from './channel-starts.ts';
import { headerVariable, keptHeaders, LegVariable, StasisApplication } from './config/house-names.ts';
import type { ExchangeNode } from './exchange-node.ts';
import type { HearingOrders } from './hearing-orders.ts';
import type { LegBook } from './leg-book.ts';
import type { LegCustody } from './leg-custody.ts';
import type { IncomingLineCall, OwnLines } from './lines/own-lines.ts';
import { turnAway } from './leg-orders.ts';
import type { LegTeller } from './leg-teller.ts';
import type { Lobby } from './lobby.ts';

interface NewsDeskOptions {
  book: LegBook;
  teller: LegTeller;
  hearing: HearingOrders;
  custody: LegCustody;
  starts: ChannelStarts;
  ownLines: OwnLines | undefined;
  emit(event: TelephonyEvent): void;
  nowMs(): number;
  report(problem: unknown): void;
  /** Where calls for a tenant that nobody led wait to be led. */
  lobby: Lobby | undefined;
  /** Another process leads the application now. */
  replaced(application: string): void;
}

const GUEST = 'guest-';

/** What nodes tell, brought to the legs it is about. */
export class NewsDesk {
  readonly #options: NewsDeskOptions;

  constructor(options: NewsDeskOptions) {
    this.#options = options;
  }

  receive(application: string, node: ExchangeNode, event: AriEvent): void {
    const { book, teller, hearing, starts, replaced } = this.#options;
    const news = readAriEvent(event);
    if (!news) return;
    switch (news.is) {
      case 'offered':
        return this.#offered(application, node, news.channel, news.to);
      case 'started':
        return starts.done(news.channel.id);
      case 'soundOver':
        return hearing.soundOver(news.playback, news.failed);
      case 'replaced':
        return replaced(application);
    }
    const leg = book.ofChannel(news.channel);
    if (news.is === 'gone') starts.done(news.channel);
    if (!leg) return;
    switch (news.is) {
      case 'ringing':
        return teller.rings(leg);
      case 'early':
        return teller.speaksEarly(leg);
      case 'answered':
        return teller.answered(leg);
      case 'held':
        return teller.held(leg, news.held);
      case 'key':
        return leg.keys.isNew(news) ? teller.pressed(leg, news.key) : undefined;
      case 'transferAsked':
        return teller.asksTransfer(leg, news.to, news.replaces === null ? null : this.#legAt(news.replaces));
      case 'gone':
        return teller.ended(leg, endOfChannel(leg.made, leg.at === 'answered', news));
    }
  }

  #legAt = (channel: string) => this.#options.book.ofChannel(channel)?.id ?? legId(channel);

  #offered(application: string, node: ExchangeNode, channel: AriChannel, to: string): void {
    const { book, custody, emit, lobby, report, ownLines, teller } = this.#options;
    const known = book.ofChannel(channel.id);
    // Moved here from another application, or offered before.
    if (known && !(known.isFound && known.application === application && known.at === 'waiting')) return;
    const variables = channel.channelvars ?? {};
    const tenantId = Number(variables[LegVariable.tenant] || 0);
    if (lobby && tenantId > 0 && application === StasisApplication.lobby)
      return void lobby.receive(node, { channel: channel.id, to, tenantId });
    const account = variables[LegVariable.account] || null;
    const line = variables[LegVariable.line] || null;
    const incoming = account === null && line !== null ? (ownLines?.readIncoming(line, variables, to) ?? null) : null;
    if (typeof incoming === 'number')
      return void turnAway(node, channel.id, incoming)
        .then(() => known && teller.ended(known, refusedWith(incoming)))
        .catch(report);
    const leg = known ?? custody.take({ application, node, channel: channel.id, made: 'offered', account, line });
    leg.isFound = false;
    emit({
      type: 'legOffered',
      leg: leg.id,
      from: originOf(channel, incoming),
      to: incoming?.to ?? to,
      headers: Object.fromEntries(
        keptHeaders.flatMap((header) => {
          const value = variables[headerVariable(header)];
          return value ? [[header, value]] : [];
        }),
      ),
      sipCallId: variables[LegVariable.sipCallId] ?? '',
    });
    custody.follow(leg).catch(report);
  }
}

const refusedWith = (sipStatus: number) => ({ cause: 'refused', sipStatus, by: 'us' }) as const;

function originOf({ channelvars = {}, caller }: AriChannel, incoming: IncomingLineCall | null): CallOrigin {
  const account = channelvars[LegVariable.account];
  if (!account) {
    const { from, networkWord } = incoming ?? { from: caller.number, networkWord: null };
    return { line: channelvars[LegVariable.line] ?? '', from, ...(networkWord && { networkWord }) };
  }
  return account.startsWith(GUEST) ? { guest: account } : { account };
}
