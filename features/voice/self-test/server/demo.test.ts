import { expect, test, vi } from 'vitest';
import { demoServer } from '#test/demo-server.ts';
import { equipmentCheckApi } from '../contract.ts';
import { lineCheckApi } from '../contract.ts';

vi.setConfig({ testTimeout: 30_000 });

const { signedIn } = await demoServer();

test('[LINE-01] [EQUIP-02] the demo shows how lines and agents sound, and whose headset is not heard', async () => {
  const owner = await signedIn('owner@aurora.example');
  const { checks, lines, agents } = await owner.post(lineCheckApi.trends.path);
  expect(checks).toHaveLength(3);
  expect(checks[2].mos).toBeLessThan(checks[0].mos);
  expect(lines.length).toBeGreaterThan(0);
  expect(agents.length).toBeGreaterThan(1);
  const { total } = await owner.post(equipmentCheckApi.list.path, { abnormal: 'any' });
  expect(total).toBe(1);
  const ana = await signedIn('ana@aurora.example');
  expect((await ana.post(lineCheckApi.history.path))[0].points.length).toBeGreaterThan(10);
});
