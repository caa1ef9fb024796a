import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { equipmentVerdict, type EquipmentFacts } from '#core/equipment/equipment.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { equipmentCheckApi, type CheckResult } from '../../contract.ts';
import { AgentEquipment } from './agent-equipment.tsx';
import EquipmentPage from './equipment-page.tsx';
import { selfTestTexts } from '../texts.ts';

const facts: EquipmentFacts = {
  microphone: { seen: false, name: 'Old headset', devices: 1, permission: 'granted' },
  speaker: { heard: true, name: 'Old headset', played: true },
  browser: { name: 'Chrome 140', system: 'Windows', webSockets: true, audioContext: true, microphoneAllowed: true },
  network: { echoMs: 30, socketStatus: 0, udp: true, relay: 'none', call: { answered: true, mos: 4.4 } },
};
const budi: CheckResult = {
  id: 3,
  at: '2026-11-15 10:00:00',
  userId: 8,
  userName: 'Budi',
  facts,
  verdict: equipmentVerdict(facts),
};

test('[EQUIP-02] supervisors see who has a bad headset, why, and how it was before', async () => {
  const asked = fakeServer(({ url }) => ({
    data:
      url === equipmentCheckApi.list.path
        ? { list: [budi], total: 1 }
        : [budi, { ...budi, id: 2, at: '2026-11-14 10:00:00' }],
  }));
  await showPage(<EquipmentPage />, {
    viewer: aViewer({ functions: new Set(['equipment-check.view']) }),
    feature: { name: 'self-test', text: selfTestTexts },
  });
  const row = (await screen.findByText('Budi')).closest('tr')!;
  expect(within(row).getAllByText('Normal')).toHaveLength(3);
  fireEvent.click(within(row).getByText('Abnormal'));
  const panel = await screen.findByRole('dialog');
  expect(await within(panel).findByText(/^Your voice was not seen/)).toBeTruthy();
  expect(await within(panel).findAllByText('Microphone')).toHaveLength(2);
  expect(within(panel).getByText(/^Device: Old headset · Microphones found/)).toBeTruthy();
  await waitFor(() =>
    expect(
      asked.some(
        ({ url, body }) => url === equipmentCheckApi.history.path && (body as { userId: number }).userId === 8,
      ),
    ).toBe(true),
  );
});

test('[CC-03] the panel of an agent tells what the last check found', async () => {
  fakeServer(() => ({ data: [budi] }));
  await showPage(<AgentEquipment userId={8} />, {
    viewer: aViewer({ functions: new Set(['equipment-check.view']) }),
    feature: { name: 'self-test', text: selfTestTexts },
  });
  expect(await screen.findAllByText('Normal')).toHaveLength(3);
  expect(screen.getByText(/Your voice was not seen/)).toBeTruthy();
});
