import { aCertificate } from '#adapters/telephony/trunk/certificate.fixture.ts';
import { findAsterisk } from '#adapters/telephony/asterisk/config/find-program.ts';
import { openAsterisk } from '../scripts/lib/interop/asterisk.ts';
import { cpuMsOf } from './cpu-time.ts';
import { freePort } from './product.ts';
import { HERE, TRUNK_SOUNDS, type TrunkSound } from './trunk-sound.ts';

/** Below what the system gives to whoever asks for any port. */
const RTP_PORTS = { first: 28_000, last: 29_998 };

export const benchLine = (sound: TrunkSound): string => `${sound}-callers`;
/** Who is called tells how the sound goes on. */
export const benchNumber = (sound: TrunkSound): string => `${TRUNK_SOUNDS.indexOf(sound) + 1}555100`;

/** Asterisk between the same two carriers; null where there is none. Nothing but forwarding is asked of it. */
export async function openAsteriskBridge(
  calleePort: number,
): Promise<{ port: number; cpuUs(): Promise<number>; close(): Promise<void> } | null> {
  const found = findAsterisk();
  if (!found) return null;
  const certificate = aCertificate('localhost');
  const port = await freePort();
  const asterisk = await openAsterisk(found, {
    port,
    tlsPort: await freePort(),
    expiredPort: await freePort(),
    certificates: { good: certificate, expired: certificate },
    rtpPorts: RTP_PORTS,
    lines: TRUNK_SOUNDS.flatMap((sound) =>
      [benchLine(sound), `${sound}-callees`].map((name) => ({
        name,
        address: HERE,
        settings: { allow: '!all,ulaw', ...(sound === 'srtp' && { media_encryption: 'sdes' }) },
      })),
    ),
  });
  for (const sound of TRUNK_SOUNDS)
    await asterisk.command(
      `dialplan add extension ${benchNumber(sound)},1,Dial(PJSIP/${sound}-callees/sip:${benchNumber(sound)}@${HERE}:${calleePort}) into carrier`,
    );
  await asterisk.command('pjsip set logger off');
  return { port, cpuUs: async () => cpuMsOf(asterisk.pid) * 1_000, close: () => asterisk.close() };
}
