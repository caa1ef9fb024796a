import { Inviter, UserAgent, type Invitation } from 'sip.js';
import type { SuiteCall, SuiteOutside } from '#core/telephony/suite/rehearsed-exchange.fixture.ts';
import { DeskSound } from './desk-sound.ts';
import { DeskTransport, type DeskWay } from './desk-transport.ts';
import { RegistrarTransport, type TestRegistrar } from './registrar-transport.ts';
import { callOf } from './sip-phone.ts';

const NUMBER = '5557777';
/** What our exchange on Asterisk has instead of a name of the call: Asterisk gives its own. */
const NAME_HEADER = 'X-Line-Call-Id';

export interface OutsideCarrier {
  outside: SuiteOutside;
  calls: readonly SuiteCall[];
  hangUpAll(): Promise<void>;
  /** Its connections end; calls go on. */
  cut(): void;
  close(): Promise<void>;
}

/** Says in its contacts which port it has: SIP.js knows none. */
class CarrierTransport extends DeskTransport {
  readonly #port: number;

  constructor(...[logger, options]: ConstructorParameters<typeof DeskTransport>) {
    super(logger, options);
    this.#port = options.server.fromPort!;
  }

  override send(message: string): Promise<void> {
    return super.send(message.replace(/^(Contact: <sip:[^@>]+@[^;>:]+)/im, `$1:${this.#port}`));
  }
}

/** A carrier by SIP, and people behind it who say tones: it is known by its address and port. */
export async function openOutsideCarrier(
  line: string,
  /** The edge may move. */
  {
    address,
    port,
    edge,
    registrar,
    transport = 'udp',
    saysTransport = true,
    isSecured = false,
    certificate,
  }: {
    address: string;
    port: number;
    edge: { address: string; port: number };
    /** Others register here, and are called at what they registered. */
    registrar?: TestRegistrar;
    transport?: DeskWay['transport'];
    /** Whether its contacts name it. */
    saysTransport?: boolean;
    isSecured?: boolean;
    /** What it shows where it is called by TLS. */
    certificate?: { cert: string; key: string };
  },
): Promise<OutsideCarrier> {
  const calls: SuiteCall[] = [];
  const uriOf = (user: string) => UserAgent.makeURI(`sip:${user}@${address}`)!;
  const way: DeskWay = {
    transport,
    from: address,
    fromPort: port,
    isSecured,
    ...(certificate && { certificate }),
    get address() {
      return edge.address;
    },
    get port() {
      return edge.port;
    },
  };
  const hangUpAll = async (): Promise<void> => {
    for (const call of calls) if (call.at() !== 'over') await call.hangUp().catch(() => {});
  };
  const agent = new UserAgent({
    uri: uriOf(NUMBER),
    viaHost: address,
    forceRport: true,
    logBuiltinEnabled: false,
    // A person decides when it rings.
    sendInitialProvisionalResponse: false,
    ...(registrar
      ? { transportConstructor: RegistrarTransport, transportOptions: { server: way, registrar } }
      : { transportConstructor: CarrierTransport, transportOptions: { server: way } }),
    contactParams: saysTransport ? { transport } : {},
    sessionDescriptionHandlerFactory: () => new DeskSound(way, pcmuAlone),
    delegate: { onInvite: (invitation) => void calls.push(rungBy(invitation, uriOf)) },
  });
  await agent.start();
  return {
    calls,
    outside: {
      line,
      number: NUMBER,
      callIn(did, from) {
        const registered = registrar?.contact();
        const target = registered ? UserAgent.makeURI(registered)! : uriOf(did);
        const params = { fromUri: uriOf(from), toUri: uriOf(did) };
        const inviter = new Inviter(agent, target, { earlyMedia: true, params });
        const call = callOf(inviter, uriOf);
        calls.push(call);
        return call;
      },
      rung: () => calls.findLast((call) => call.at() === 'ringing'),
    },
    hangUpAll,
    cut: () => (agent.transport as RegistrarTransport).cut(),
    async close() {
      await hangUpAll();
      await agent.stop().catch(() => {});
    },
  };
}

function rungBy(invitation: Invitation, uriOf: Parameters<typeof callOf>[1]): SuiteCall {
  const call = callOf(invitation, uriOf);
  return {
    ...call,
    sipCallId: () => invitation.request.getHeader(NAME_HEADER) ?? null,
    ring: () => void invitation.progress({ statusCode: 180 }).catch(() => {}),
    speakEarly: () => void invitation.progress({ statusCode: 183 }).catch(() => {}),
  };
}

/** Who answers with two codecs may be sent either at any time. */
const pcmuAlone = (description: string): string =>
  description.replace(/^(m=audio \d+ \S+ 0) 8/m, '$1').replace(/^a=rtpmap:8 .*\r?\n/m, '');
