import { UserAgent, type Session, type UserAgentDelegate } from 'sip.js';
import type { LineAccount } from '#core/phone/phone-line.port.ts';
import { describing } from './line-description.ts';
import type { SipLineOptions } from './sip-line.ts';

/** W9. */
const TRANSPORT_TIMEOUT_SEC = 5;
const KEEP_ALIVE_SEC = 20;
const UNANSWERED_SEC = 60;

/** SIP.js as we want it, for one account. Throws for an address nobody can call. */
export function buildAgent(
  { number, domain, ha1, url, iceServers }: LineAccount,
  { transport, trackOf, delegate }: AgentWorld,
): UserAgent {
  return new UserAgent({
    uri: UserAgent.makeURI(`sip:${number}@${domain}`)!,
    authorizationUsername: number,
    authorizationHa1: ha1,
    contactName: number,
    // What it logs are numbers and names of people.
    logBuiltinEnabled: false,
    logConfiguration: false,
    noAnswerTimeout: UNANSWERED_SEC,
    ...(transport ? { transportConstructor: transport } : {}),
    transportOptions: {
      server: url,
      connectionTimeout: TRANSPORT_TIMEOUT_SEC,
      keepAliveInterval: KEEP_ALIVE_SEC,
      traceSip: false,
    },
    sessionDescriptionHandlerFactory: describing(
      trackOf,
      iceServers.map(({ urls, username, credential }) => ({
        urls: [...urls],
        ...(username ? { username } : {}),
        ...(credential ? { credential } : {}),
      })),
    ),
    delegate,
  });
}

interface AgentWorld {
  transport: SipLineOptions['transport'];
  /** The microphone of a call. */
  trackOf(session: Session): MediaStreamTrack;
  delegate: UserAgentDelegate;
}
