import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import PricePanel from './parts/price-panel.tsx';
import TrunkLimits from './parts/trunk-limits.tsx';
import { aTrunk, showRoutes } from './routes.fixture.tsx';

const prices = <PricePanel trunk={aTrunk()} mayEdit onClose={() => {}} />;
const panel = async () => within(await screen.findByRole('dialog'));

test('[CC-12] how much a trunk carries and whether it takes calls for help is changed', async () => {
  const { sent } = await showRoutes(undefined, {
    page: <TrunkLimits trunk={aTrunk({ isRehearsal: false })} emergencyOnly={false} onClose={() => {}} />,
  });
  const editor = await panel();
  fireEvent.change(editor.getByLabelText(/^Name/), { target: { value: 'North' } });
  fireEvent.change(editor.getByLabelText(/^Most calls at once/), { target: { value: '12' } });
  fireEvent.click(editor.getByLabelText(/^Takes emergency calls/));
  fireEvent.change(editor.getByLabelText(/^Address told/), { target: { value: 'Reforma 1' } });
  fireEvent.click(editor.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent('line.update')).toEqual([
      {
        id: 1,
        version: 3,
        name: 'North',
        carrier: 'rehearsal',
        enabled: true,
        maxCalls: 12,
        callsPerSec: null,
        emergency: true,
        emergencyAddress: 'Reforma 1',
      },
    ]),
  );
});

test('[CC-12] a trunk that only rehearses takes no calls for help, and one with settings of its own asks for nothing else', async () => {
  await showRoutes(undefined, { page: <TrunkLimits trunk={aTrunk()} emergencyOnly onClose={() => {}} /> });
  const editor = await panel();
  expect((editor.getByLabelText(/^Takes emergency calls/) as HTMLInputElement).disabled).toBe(true);
  expect(editor.queryByLabelText(/^Name/)).toBeNull();
});

test('[CC-12] prices are looked for by first digits, and deleted after a question', async () => {
  const { sent } = await showRoutes(undefined, { page: prices });
  const shown = await panel();
  expect(await shown.findByText('$0.0125')).toBeTruthy();
  fireEvent.click(shown.getByRole('button', { name: 'Delete all prices' }));
  const question = within(await screen.findByRole('alertdialog'));
  fireEvent.click(question.getByRole('button', { name: 'Delete all prices' }));
  await waitFor(() => expect(sent('costs.clear')).toEqual([{ trunkId: 1 }]));
  const search = shown.getByRole('searchbox', { name: 'Search by first digits' });
  fireEvent.change(search, { target: { value: '+52 55' } });
  fireEvent.keyDown(search, { key: 'Enter' });
  await waitFor(() => expect(sent('costs.page').at(-1)).toMatchObject({ trunkId: 1, prefix: '5255', page: 1 }));
});

/** Answers the one upload of a test. */
function answerUpload(data: object) {
  const sent = new FormData();
  class Answering {
    upload = {};
    responseText = JSON.stringify({ code: 0, msg: '', data });
    onload = () => {};
    onloadend = () => {};
    open() {}
    setRequestHeader() {}
    send(body: FormData) {
      for (const [name, value] of body) sent.append(name, value);
      this.onload();
    }
    abort() {}
  }
  vi.stubGlobal('XMLHttpRequest', Answering);
  return sent;
}

async function upload(data: object) {
  const sent = answerUpload(data);
  await showRoutes(undefined, { page: prices });
  const shown = await panel();
  fireEvent.change(await shown.findByLabelText('What the file does'), { target: { value: 'add' } });
  fireEvent.drop(shown.getByRole('group', { name: 'Upload prices' }), {
    dataTransfer: { files: [new File(['52,0.01'], 'prices.csv', { type: 'text/csv' })] },
  });
  return { sent, shown };
}

test('[CC-12] a file of prices with wrong rows is refused, and each row says why', async () => {
  const { shown } = await upload({
    imported: 0,
    wrong: [
      { line: 2, why: 'price' },
      { line: 9, why: 'twice' },
    ],
  });
  const refused = within(await shown.findByRole('alert'));
  expect(refused.getByText(/^Nothing was taken over/)).toBeTruthy();
  expect(refused.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Row 2: the price is no amount',
    'Row 9: these first digits stand in an earlier row, too',
  ]);
});

test('[CC-12] a file of prices is added to the list, and how many were taken is said', async () => {
  const { sent, shown } = await upload({ imported: 1, wrong: [] });
  expect(await shown.findByText('1 price was taken over.')).toBeTruthy();
  expect([sent.get('trunkId'), sent.get('mode')]).toEqual(['1', 'add']);
});

test('[CC-12] who may only look sees prices, and changes none', async () => {
  await showRoutes(undefined, { page: <PricePanel trunk={aTrunk()} mayEdit={false} onClose={() => {}} /> });
  const shown = await panel();
  expect(await shown.findByText('+52')).toBeTruthy();
  expect(shown.queryByRole('button', { name: /Delete|Choose/ })).toBeNull();
});
