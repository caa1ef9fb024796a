import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { agentGroupsApi } from '#features/team/agent-groups/contract.ts';
import { CALLS_CHANGED } from '#features/voice/calls/contract.ts';
import { deliverEvent } from '#platform/web/user-events.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { scriptsApi, type Script, type ScriptStep } from '../contract.ts';
import CallScripts from './call-scripts.tsx';
import { callScripts } from './index.ts';
import ScriptAnswers from './script-answers.tsx';
import ScriptsPage from './scripts-page.tsx';

const welcome: Script = {
  id: 1,
  name: 'Welcome',
  content: 'Hello {customerName}',
  direction: 'inbound',
  enabled: true,
  groupIds: [3],
  numbers: ['525550000101'],
  steps: [],
  groupNames: ['Sales'],
  updatedBy: 'Sofía',
  updatedAt: '2026-11-15 10:00:00',
};

async function show(functions = ['scripts.view', 'scripts.edit', 'agent-groups.use'], list = [welcome]) {
  const asked = fakeServer(({ url }) => ({
    data:
      url === scriptsApi.page.path
        ? { list, total: list.length }
        : url === agentGroupsApi.all.path
          ? [{ id: 3, name: 'Sales', groupNo: 1001 }]
          : url === scriptsApi.add.path
            ? { id: 2 }
            : null,
  }));
  await showPage(<ScriptsPage />, { viewer: aViewer({ functions: new Set(functions) }), feature: callScripts });
  return { sent: (path: string) => asked.filter(({ url }) => url === path).map(({ body }) => body) };
}

test('[CC-13] a script is written, with what the call knows put in by a click', async () => {
  const { sent } = await show();
  fireEvent.click(await screen.findByRole('button', { name: 'New script' }));
  const panel = within(await screen.findByRole('dialog', { name: 'New script' }));
  fireEvent.change(panel.getByRole('textbox', { name: 'Name' }), { target: { value: 'Offer' } });
  const text = panel.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' });
  fireEvent.change(text, { target: { value: 'Good day ' } });
  text.setSelectionRange(9, 9);
  fireEvent.click(panel.getByRole('button', { name: 'Customer’s name' }));
  await waitFor(() => expect(text.value).toBe('Good day {customerName}'));
  fireEvent.click(panel.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(scriptsApi.add.path)).toEqual([
      {
        name: 'Offer',
        content: 'Good day {customerName}',
        direction: 'any',
        enabled: true,
        groupIds: [],
        numbers: [],
        steps: [],
      },
    ]),
  );
});

test('[CC-13] a script is changed, and deleted after a question', async () => {
  const { sent } = await show();
  expect(await screen.findByText('Sales and 525550000101')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Change Welcome' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Change script' }));
  fireEvent.click(panel.getByRole('switch', { name: 'In use' }));
  fireEvent.click(panel.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(scriptsApi.edit.path)).toEqual([
      {
        id: 1,
        name: 'Welcome',
        content: 'Hello {customerName}',
        direction: 'inbound',
        enabled: false,
        groupIds: [3],
        numbers: ['525550000101'],
        steps: [],
      },
    ]),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Delete Welcome' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(sent(scriptsApi.delete.path)).toEqual([{ id: 1 }]));
});

test('[CC-13] whoever may only look changes nothing', async () => {
  await show(['scripts.view']);
  expect(await screen.findByText('Welcome')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /New script|Change|Delete/ })).toBeNull();
});

test('[CC-13] a script for a call that is not in the book yet is asked for again when the call goes on', async () => {
  let isWritten = false;
  fakeServer(() =>
    isWritten ? { data: [{ id: 1, name: 'Welcome', content: 'Hello', steps: [], answers: {} }] } : { code: 404 },
  );
  await showPage(<CallScripts callId="now" />, {
    viewer: aViewer({ functions: new Set(['scripts.use']) }),
    feature: callScripts,
  });
  expect(screen.queryByRole('region', { name: 'What to say' })).toBeNull();
  isWritten = true;
  await waitFor(() => {
    act(() => deliverEvent(CALLS_CHANGED, {}));
    expect(screen.getByText('Hello')).toBeTruthy();
  });
});

const asked: ScriptStep[] = [
  {
    id: 's1',
    kind: 'ask',
    text: 'Are you a customer?',
    answer: 'yesNo',
    required: true,
    choices: [{ value: 'no', next: 's3' }],
  },
  { id: 's2', kind: 'ask', text: 'Your contract?', answer: 'text', required: true, choices: [] },
  { id: 's3', kind: 'say', text: 'Thank you.' },
];

test('[CC-13] questions and where their answers lead are written, and tried before anybody reads them', async () => {
  const { sent } = await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Change Welcome' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Change script' }));
  for (const text of ['Are you a customer?', 'Your contract?']) {
    fireEvent.click(panel.getByRole('button', { name: 'Add a question' }));
    fireEvent.change(panel.getAllByRole('textbox', { name: 'Question' }).at(-1)!, { target: { value: text } });
  }
  fireEvent.click(panel.getByRole('button', { name: 'Add words' }));
  fireEvent.change(panel.getByRole('textbox', { name: 'What to say' }), { target: { value: 'Thank you.' } });
  fireEvent.click(panel.getByRole('button', { name: 'Move step 3 up' }));
  fireEvent.click(panel.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(scriptsApi.edit.path)).toMatchObject([
      {
        steps: [
          { text: 'Are you a customer?', answer: 'yesNo' },
          { kind: 'say', text: 'Thank you.' },
          { text: 'Your contract?' },
        ],
      },
    ]),
  );
});

test('[CC-13] in a call each answer is kept as it is given, and shows what comes next', async () => {
  const asks = fakeServer(({ url }) => ({
    data:
      url === scriptsApi.scriptInfo.path
        ? [{ id: 1, name: 'Welcome', content: 'Hello', steps: asked, answers: {} }]
        : null,
  }));
  await showPage(<CallScripts callId="now" />, {
    viewer: aViewer({ functions: new Set(['scripts.use']) }),
    feature: callScripts,
  });
  const kept = () => asks.filter(({ url }) => url === scriptsApi.answer.path).map(({ body }) => body);
  expect(screen.queryByText('Thank you.')).toBeNull();
  fireEvent.click(await screen.findByRole('radio', { name: 'Yes' }));
  fireEvent.change(await screen.findByRole('textbox', { name: /Your contract/ }), { target: { value: '17' } });
  fireEvent.blur(screen.getByRole('textbox', { name: /Your contract/ }));
  expect(await screen.findByText('That is all for this script.')).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'No' }));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /Your contract/ })).toBeNull());
  await waitFor(() =>
    expect(kept()).toEqual(
      ['yes', '17', 'no'].map((answer, at) => ({ callId: 'now', scriptId: 1, stepId: at === 1 ? 's2' : 's1', answer })),
    ),
  );
});

test('[CC-13] a page loaded anew in the call shows what was answered', async () => {
  fakeServer(() => ({
    data: [{ id: 1, name: 'Welcome', content: 'Hello', steps: asked, answers: { s1: 'yes', s2: '17' } }],
  }));
  await showPage(<CallScripts callId="now" />, {
    viewer: aViewer({ functions: new Set(['scripts.use']) }),
    feature: callScripts,
  });
  expect(await screen.findByDisplayValue('17')).toBeTruthy();
});

test('[CC-13] the record shows what was answered as it was asked, and what was taken back by another way', async () => {
  fakeServer(() => ({
    data: [
      {
        scriptName: 'Welcome',
        question: 'Are you a customer?',
        kind: 'yesNo',
        answer: 'no',
        isLeft: false,
        author: 'Ana',
        at: '2026-11-15 10:00:00',
      },
      {
        scriptName: 'Welcome',
        question: 'Your contract?',
        kind: 'text',
        answer: '17',
        isLeft: true,
        author: 'Ana',
        at: '2026-11-15 10:00:00',
      },
    ],
  }));
  await showPage(<ScriptAnswers callId="then" />, {
    viewer: aViewer({ functions: new Set(['scripts.use']) }),
    feature: callScripts,
  });
  expect(await screen.findByText('No')).toBeTruthy();
  expect(screen.getByText(/later took another way/)).toBeTruthy();
});
