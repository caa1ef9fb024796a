import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showRoutes } from './routes.fixture.tsx';

const TRUNKS = '/settings/routes?tab=trunks';
const panel = async () => within(await screen.findByRole('dialog'));

test('[CC-12] a trunk is added to a carrier there is, with its caps', async () => {
  const { sent } = await showRoutes(TRUNKS);
  fireEvent.click((await screen.findAllByRole('button', { name: 'Add trunk' }))[0]!);
  const editor = await panel();
  fireEvent.change(editor.getByLabelText(/^Name/), { target: { value: 'North' } });
  expect((editor.getByLabelText(/^Takes emergency calls/) as HTMLInputElement).disabled).toBe(true);
  fireEvent.change(editor.getByLabelText(/^Carrier/), { target: { value: 'north' } });
  fireEvent.change(editor.getByLabelText(/^Most calls at once/), { target: { value: '12' } });
  fireEvent.click(editor.getByLabelText(/^Takes emergency calls/));
  fireEvent.change(editor.getByLabelText(/^Address told/), { target: { value: 'Reforma 1' } });
  fireEvent.click(editor.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent('line.create')).toEqual([
      {
        name: 'North',
        carrier: 'north',
        enabled: true,
        maxCalls: 12,
        callsPerSec: null,
        emergency: true,
        emergencyAddress: 'Reforma 1',
      },
    ]),
  );
});

test('[CC-12] deleting a trunk says what goes with it, and asks', async () => {
  const { sent } = await showRoutes(TRUNKS);
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Main' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText('Its 2 prices go with it.')).toBeTruthy();
  fireEvent.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(sent('line.delete')).toEqual([{ id: 1, version: 3 }]));
});

test('[CC-12] prices are looked for by first digits, and deleted after a question', async () => {
  const { sent } = await showRoutes(TRUNKS);
  fireEvent.click(await screen.findByRole('button', { name: 'Prices of Main' }));
  const prices = await panel();
  expect(await prices.findByText('$0.0125')).toBeTruthy();
  fireEvent.click(prices.getByRole('button', { name: 'Delete all prices' }));
  const question = within(await screen.findByRole('alertdialog'));
  fireEvent.click(question.getByRole('button', { name: 'Delete all prices' }));
  await waitFor(() => expect(sent('costs.clear')).toEqual([{ trunkId: 1 }]));
  const search = prices.getByRole('searchbox', { name: 'Search by first digits' });
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
  await showRoutes(TRUNKS);
  fireEvent.click(await screen.findByRole('button', { name: 'Prices of Main' }));
  const prices = await panel();
  fireEvent.change(await prices.findByLabelText('What the file does'), { target: { value: 'add' } });
  fireEvent.drop(prices.getByRole('group', { name: 'Upload prices' }), {
    dataTransfer: { files: [new File(['52,0.01'], 'prices.csv', { type: 'text/csv' })] },
  });
  return { sent, prices };
}

test('[CC-12] a file of prices with wrong rows is refused, and each row says why', async () => {
  const { prices } = await upload({
    imported: 0,
    wrong: [
      { line: 2, why: 'price' },
      { line: 9, why: 'twice' },
    ],
  });
  const refused = within(await prices.findByRole('alert'));
  expect(refused.getByText(/^Nothing was taken over/)).toBeTruthy();
  expect(refused.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Row 2: the price is no amount',
    'Row 9: these first digits stand in an earlier row, too',
  ]);
});

test('[CC-12] a file of prices is added to the list, and how many were taken is said', async () => {
  const { sent, prices } = await upload({ imported: 1, wrong: [] });
  expect(await prices.findByText('1 price was taken over.')).toBeTruthy();
  expect([sent.get('trunkId'), sent.get('mode')]).toEqual(['1', 'add']);
});
