import { UserAgent, type Session, type UserAgentDelegate } from 'sip.js';
import { PHONE } from '#core/phone/phone-constants.ts';
import type { LineAccount } from '#core/phone/phone-line.port.ts';
import { describing } from './line-description.ts';
import type { SipLineOptions } from './sip-line.ts';

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
    // A registrar that knows the phone by it finds its newest connection within a call.
    instanceIdAlwaysAdded: true,
    // What it logs are numbers and names of people.
    logBuiltinEnabled: false,
    logConfiguration: false,
    noAnswerTimeout: PHONE.unansweredMs / 1_000,
    ...(transport ? { transportConstructor: transport } : {}),
    transportOptions: {
      server: url,
      connectionTimeout: PHONE.transportTimeoutMs / 1_000,
      keepAliveInterval: PHONE.keepAliveSec,
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
