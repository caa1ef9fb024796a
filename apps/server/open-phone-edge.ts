import { readFileSync } from 'node:fs';
import type { EmbeddedExchange, EmbeddedExchangeOptions } from '#adapters/telephony/embedded/embedded-exchange.ts';
import { openRtpPorts } from '#adapters/telephony/rtp/rtp-ports.ts';
import type { TlsIdentity } from '#adapters/telephony/sip-wires/wires.ts';
import type { PhoneWay } from '#core/telephony/exchange-facts.ts';
import { BadSetting } from './config.ts';
import { aliasesOf, type PhonePorts } from './phone-ports.ts';

/** What the exchange must know for phones that are no browsers: where their sound goes, and by what they call us. */
export const phoneMedia = (ports: PhonePorts | null): Pick<EmbeddedExchangeOptions['media'], 'rtp'> =>
  ports
    ? {
        rtp: { ports: openRtpPorts(ports.bindAddress, ports.rtpPorts), announcedAddress: ports.announcedAddress },
      }
    : {};

export const phoneAliases = (ports: PhonePorts | null): { aliases?: string[] } =>
  ports ? { aliases: aliasesOf(ports) } : {};

/** Opens the ports for desk phones and softphones of others; answers what to type into them. */
export async function openPhoneEdge(
  telephony: Pick<EmbeddedExchange, 'listen'>,
  ports: PhonePorts | null,
): Promise<readonly PhoneWay[]> {
  if (!ports) return [];
  const { bindAddress, announcedAddress, udpPort, tcpPort, tls, host } = ports;
  const opened = await telephony
    .listen({
      bindAddress,
      announcedAddress,
      ...(udpPort !== null && { udpPort }),
      ...(tcpPort !== null && { tcpPort }),
      ...(tls && { tls: readIdentity(tls) }),
    })
    .catch((cause: NodeJS.ErrnoException) => {
      if (cause instanceof BadSetting) throw cause;
      throw new BadSetting(
        `A port for phones cannot be opened (${cause.code ?? cause.message}): something else has it, or the address is not of this machine (SIP_PHONE_*_PORT, SIP_PHONE_BIND).`,
      );
    });
  return (['tls', 'tcp', 'udp'] as const).flatMap((transport) => {
    const port = opened[transport];
    return port === undefined ? [] : [{ transport, host, port }];
  });
}

function readIdentity({ port, cert, key }: NonNullable<PhonePorts['tls']>): TlsIdentity {
  try {
    return { port, own: { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') } };
  } catch {
    throw new BadSetting('Settings SIP_PHONE_TLS_CERT and SIP_PHONE_TLS_KEY must name files that can be read.');
  }
}
