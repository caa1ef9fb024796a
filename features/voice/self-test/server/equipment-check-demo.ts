import { sql } from 'kysely';
import { equipmentVerdict, type EquipmentFacts } from '#core/equipment/equipment.ts';
import type { Tx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import type { DemoTenant } from '#platform/server/feature.ts';

const fine = (device: string): EquipmentFacts => ({
  microphone: { seen: true, name: device, devices: 2, permission: 'granted' },
  speaker: { heard: true, name: device, played: true },
  browser: { name: 'Chrome 142', system: 'Windows', webSockets: true, audioContext: true, microphoneAllowed: true },
  network: { echoMs: 38, socketStatus: 0, udp: true, relay: 'none', call: { answered: true, mos: 4.34 } },
});
const HEADSETS = ['USB Headset', 'Bluetooth Headset', 'Built-in microphone'];

/** A check of everybody with a phone; the second of them has a headset that is not heard. */
export async function demoEquipmentChecks(tx: Tx, { tenantId, people, nowMs, chance }: DemoTenant): Promise<void> {
  const agents = people.filter(({ voiceSeat }) => voiceSeat);
  // Newest last: later ones stand before earlier ones.
  const checks = agents
    .map(({ userId }, place) => {
      const whole = fine(HEADSETS[place % HEADSETS.length]!);
      const facts: EquipmentFacts =
        place === 1 ? { ...whole, microphone: { ...whole.microphone, seen: false } } : whole;
      return { userId, facts, verdict: equipmentVerdict(facts), atMs: nowMs - Math.floor(chance() * 5 * 86_400_000) };
    })
    .sort((a, b) => a.atMs - b.atMs);
  for (const { userId, facts, verdict, atMs } of checks) {
    await sql`
      insert into equipment_check (tenant_id, user_id, facts, microphone_ok, speaker_ok, browser_ok, network_ok, created_at)
      values (${tenantId}, ${userId}, ${JSON.stringify(facts)}::jsonb, ${verdict.microphone.normal}, ${verdict.speaker.normal}, ${verdict.browser.normal}, ${verdict.network.normal}, ${momentOfMs(atMs)})
      on conflict do nothing`.execute(tx.as());
  }
}
