import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import type { SlotParts, Slots } from '#platform/web/slots.ts';
import { SlotsContext } from '#platform/web/use-slot.ts';
import { agentGroupsApi } from '../contract.ts';
import GroupsPage from './groups-page.tsx';
import { agentGroups, type GroupPartProps } from './index.ts';

const fields = {
  ringTimeoutSec: 20,
  maxWaitSec: 60,
  maxWaiting: null,
  overflowKind: 'voicemail',
  overflowGroupId: null,
  overflowWhenNobody: false,
  allowCallback: true,
  announcePosition: true,
  wrapUpSec: null,
  priority: 0,
  serviceLevelSec: 20,
  language: null,
  enabled: true,
  callPausesChats: false,
  skills: [],
  musicSoundId: null,
  welcomeSoundId: null,
  repeatSoundId: null,
  repeatEverySec: null,
  agentSoundId: null,
  consentSoundId: null,
  recordingRules: null,
};
const groups = [
  { id: 1, groupNo: 1, version: 3, name: 'Sales', members: 2, managers: 1, waiting: 4, ...fields },
  { id: 2, groupNo: 2, version: 1, name: 'Night', members: 0, managers: 0, waiting: 0, ...fields },
];
const ana = { userId: 7, name: 'Ana', email: 'ana@x.example', voiceSeat: true, skills: [{ skill: 'es', level: 9 }] };
const budi = { userId: 8, name: 'Budi', email: 'budi@x.example', voiceSeat: false, skills: [] };

async function show(
  functions = ['agent-groups.view', 'agent-groups.edit'],
  list: object[] = groups,
  parts: SlotParts = {},
) {
  const answers: Record<string, unknown> = {
    [agentGroupsApi.page.path]: { list, total: list.length },
    [agentGroupsApi.people.path]: [ana, budi],
    [agentGroupsApi.members.path]: [ana],
    [agentGroupsApi.managers.path]: [ana],
    [agentGroupsApi.add.path]: { id: 9, groupNo: 3 },
  };
  const asked = fakeServer(({ url }) => ({ data: answers[url] ?? null }));
  await showPage(
    <SlotsContext value={[{ ...agentGroups, parts }]}>
      <GroupsPage />
    </SlotsContext>,
    { viewer: aViewer({ functions: new Set(functions) }), feature: agentGroups },
  );
  return { sent: (path: string) => asked.filter(({ url }) => url === path).map(({ body }) => body) };
}

test('[CC-02] [CC-16] a group overflows into another: drawn before it is saved', async () => {
  const { sent } = await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Change Sales' }));
  const panel = within(await screen.findByRole('dialog'));
  fireEvent.change(panel.getByLabelText('When nobody answers'), { target: { value: 'group' } });
  fireEvent.change(panel.getByLabelText(/^Longest wait/), { target: { value: '' } });
  fireEvent.change(panel.getByLabelText(/^Most callers/), { target: { value: '5' } });
  const picture = panel.getByRole('list', { name: 'Where callers go' });
  expect([...picture.children].map(({ textContent }) => textContent)).toEqual([
    'Sales5 are in line',
    'Night60 s of waiting',
    'Voicemail',
  ]);
  fireEvent.click(panel.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(agentGroupsApi.update.path)).toMatchObject([
      { id: 1, version: 3, overflowKind: 'group', overflowGroupId: 2, maxWaitSec: null, maxWaiting: 5 },
    ]),
  );
});

test('[CC-02] a new group is asked at once who answers for it', async () => {
  const { sent } = await show();
  fireEvent.click((await screen.findAllByRole('button', { name: 'Add group' }))[0]!);
  const panel = within(await screen.findByRole('dialog'));
  fireEvent.change(panel.getByLabelText(/^Name/), { target: { value: 'Support' } });
  fireEvent.click(panel.getByRole('button', { name: 'Save' }));
  await screen.findByRole('heading', { name: 'People of Support' });
  expect(sent(agentGroupsApi.add.path)).toMatchObject([{ name: 'Support', overflowKind: 'voicemail' }]);
});

test('[CC-02] skills of members are kept with who runs the group', async () => {
  const { sent } = await show();
  fireEvent.click(await screen.findByRole('button', { name: 'People of Sales' }));
  const skills = await screen.findByLabelText('Ana', { selector: 'input' });
  skills.focus();
  fireEvent.change(skills, { target: { value: 'en 4' } });
  fireEvent.blur(skills);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent(agentGroupsApi.setManagers.path)).toEqual([{ id: 1, userIds: [7] }]));
  expect(sent(agentGroupsApi.setMembers.path)).toEqual([
    {
      id: 1,
      members: [
        {
          userId: 7,
          skills: [
            { skill: 'es', level: 9 },
            { skill: 'en', level: 4 },
          ],
        },
      ],
    },
  ]);
});

test('[CC-02] what another feature keeps of a group is saved with the group, before it', async () => {
  const Part = ({ groupId, onPending }: GroupPartProps) => (
    <button type="button" onClick={() => onPending(() => keep(groupId))}>
      Another route
    </button>
  );
  const { sent } = await show(undefined, groups, { groupEditor: { part: async () => ({ default: Part }) } });
  const keep = vi.fn<(groupId: number) => Promise<void>>(async () =>
    expect(sent(agentGroupsApi.update.path)).toEqual([]),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Change Sales' }));
  const panel = within(await screen.findByRole('dialog'));
  fireEvent.click(await panel.findByRole('button', { name: 'Another route' }));
  fireEvent.click(panel.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent(agentGroupsApi.update.path)).toMatchObject([{ id: 1, version: 3 }]));
  expect(keep).toHaveBeenCalledExactlyOnceWith(1);
});

test('[CC-02] deleting a group says how many answer for it, and asks', async () => {
  const { sent } = await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Sales' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/^2 people answer for it/)).toBeTruthy();
  fireEvent.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(sent(agentGroupsApi.delete.path)).toEqual([{ id: 1, members: 2 }]));
});

test('[CC-02] readers see groups and who waits, and change nothing', async () => {
  await show(['agent-groups.view']);
  await screen.findByText('Sales');
  expect(screen.queryByRole('button', { name: /Add group|Change|Delete|People/ })).toBeNull();
});

/** A field somebody else brings, as simple as can be. */
const SoundField = ({ label, value, onChange }: Slots['teamSound']) => (
  <label>
    {label}
    <input
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))}
    />
  </label>
);

test('[CC-02] a group is given sounds of the team, and an announcement that comes again has its time', async () => {
  const { sent } = await show(undefined, undefined, { teamSound: { part: async () => ({ default: SoundField }) } });
  fireEvent.click(await screen.findByRole('button', { name: 'Change Sales' }));
  const panel = within(await screen.findByRole('dialog'));
  expect(panel.queryByLabelText(/^Again after/)).toBeNull();
  fireEvent.change(await panel.findByLabelText('Music while waiting'), { target: { value: '11' } });
  fireEvent.change(panel.getByLabelText('Announcement while waiting'), { target: { value: '12' } });
  fireEvent.change(panel.getByLabelText(/^Again after/), { target: { value: '45' } });
  fireEvent.click(panel.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(agentGroupsApi.update.path)).toMatchObject([
      { musicSoundId: 11, welcomeSoundId: null, repeatSoundId: 12, repeatEverySec: 45, agentSoundId: null },
    ]),
  );
});

test('[CC-02] who may not see the team’s sounds changes the rest of a group', async () => {
  await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Change Sales' }));
  const panel = within(await screen.findByRole('dialog'));
  expect(panel.queryByText('What callers hear')).toBeNull();
  expect(panel.getByText('How callers wait')).toBeTruthy();
});

test('[CC-16] a group has its own words before recording, by country', async () => {
  const { sent } = await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Change Sales' }));
  const panel = within(await screen.findByRole('dialog'));
  fireEvent.change(panel.getByLabelText('Before recording'), { target: { value: 'own' } });
  fireEvent.change(panel.getByLabelText('In all other countries'), { target: { value: 'notice' } });
  const country = panel.getByRole('combobox', { name: 'Add a country' });
  country.focus();
  fireEvent.click(country);
  fireEvent.change(country, { target: { value: 'German' } });
  fireEvent.click(await screen.findByRole('option', { name: 'Germany', hidden: true }));
  fireEvent.change(panel.getByLabelText('Before recording in Germany'), { target: { value: 'consent' } });
  fireEvent.click(panel.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(agentGroupsApi.update.path)).toMatchObject([
      {
        recordingRules: {
          countries: [{ country: 'DE', word: 'consent' }],
          otherwise: 'notice',
          unknown: 'none',
        },
      },
    ]),
  );
});
