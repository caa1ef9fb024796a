import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedExchange } from '#adapters/telephony/embedded/open-embedded-exchange.ts';
import { openMetronome } from '#adapters/telephony/embedded/sound/open-metronome.ts';
import { openTrunkCarrier } from '#adapters/telephony/trunk/open-trunk-carrier.ts';
import { openTrunkEdge } from '#adapters/telephony/trunk/open-trunk-edge.ts';
import { legId, type LegId } from '#core/telephony/telephony.port.ts';
import { systemClock } from '#platform/server/clock.ts';
import { HERE, loopbackTrunk, type TrunkSound } from './trunk-sound.ts';

/** The embedded exchange with two trunks: whoever calls through the one is called on through the other. */
const [sound, callerPort, calleePort] = process.argv.slice(2) as [TrunkSound, string, string];
const ANSWER_MS = 30_000;

const metronome = openMetronome();
const log = { error: (fields: object, text: string): void => console.error(text, fields) };
const recordingsFolder = mkdtempSync(join(tmpdir(), 'openseat-trunk-'));
// An edge for each: both carriers have one address here, and only that tells whose a call is.
const open = () => openTrunkEdge({ bindAddress: HERE, udpPort: 0, metronome, clock: systemClock, log });
const [callers, callees] = [await open(), await open()];
const exchange = openEmbeddedExchange({
  domain: 'trunk.test',
  accounts: { find: async () => null },
  carriers: {
    callers: openTrunkCarrier(callers, loopbackTrunk(Number(callerPort), sound)),
    callees: openTrunkCarrier(callees, loopbackTrunk(Number(calleePort), sound)),
  },
  recordingsFolder,
  media: { bindAddress: HERE },
  clock: systemClock,
  log,
  metronome,
});

const callerOf = new Map<LegId, LegId>();
const calleeOf = new Map<LegId, LegId>();
exchange.onEvent((event) => {
  if (event.type === 'legOffered') {
    const callee = legId(randomUUID());
    callerOf.set(callee, event.leg);
    calleeOf.set(event.leg, callee);
    const ringing = { tenantId: 1, callerId: '+4930111', timeoutMs: ANSWER_MS };
    exchange.ring(callee, { number: event.to, line: 'callees' }, ringing).catch(console.error);
  }
  if (event.type === 'legAnswered') {
    const [caller, callee] = [callerOf.get(event.leg), calleeOf.get(event.leg)];
    if (caller) exchange.answer(caller).catch(console.error);
    else if (callee) exchange.bridge(event.leg, callee).catch(console.error);
  }
  if (event.type === 'legEnded') {
    const other = callerOf.get(event.leg) ?? calleeOf.get(event.leg);
    callerOf.delete(event.leg);
    calleeOf.delete(event.leg);
    if (other) exchange.hangUp(other).catch(console.error);
  }
});

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send!({ cpuUs: user + system });
});
process.on('disconnect', () => {
  rmSync(recordingsFolder, { recursive: true, force: true });
  process.exit();
});
process.send!({ callers: callers.ports.udp!, callees: callees.ports.udp! });
