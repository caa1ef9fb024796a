import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { failures } from '#shared/errors.ts';
import { externalNumbersApi, type ExternalNumber } from '../contract.ts';
import ExternalNumbersPage from './external-numbers-page.tsx';
import { externalNumbers } from './index.ts';

const shop: ExternalNumber = {
  id: 4,
  number: '525550000150',
  remark: 'Shop',
  countryIso2: 'MX',
  routerId: null,
  routerName: '',
  enabled: true,
  isVerified: false,
};

async function show(
  functions = ['external-numbers.view', 'external-numbers.edit'],
  refuse: (path: string) => number | undefined = () => undefined,
) {
  const asked = fakeServer(({ url }) => {
    const at = url.split('?')[0]!;
    const code = refuse(at);
    if (code) return { code, msg: '' };
    if (at === externalNumbersApi.page.path)
      return { data: { list: [shop, { ...shop, id: 5, remark: 'Depot', isVerified: true }], total: 2 } };
    if (at === externalNumbersApi.routers.path) return { data: [{ id: 7, name: 'World' }] };
    return { data: at === externalNumbersApi.queryCode.path ? null : shop };
  });
  await showPage(<ExternalNumbersPage />, {
    viewer: aViewer({ functions: new Set(functions) }),
    feature: externalNumbers,
  });
  return (endpoint: { path: string }) =>
    asked.filter(({ url }) => url.split('?')[0] === endpoint.path).map(({ body }) => body);
}

test('[CC-14] a number is added and proven: a code is asked for, typed in, and a wrong one is said at its field', async () => {
  let isRight = false;
  const sent = await show(undefined, (at) =>
    at === externalNumbersApi.verify.path && !isRight ? failures.verificationCodeWrong.code : undefined,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Add number' }));
  const adding = within(await screen.findByRole('dialog'));
  fireEvent.change(adding.getByRole('textbox', { name: /Number/ }), { target: { value: '+52 55 5000 0150' } });
  fireEvent.click(adding.getByRole('button', { name: 'Add number' }));
  const ask = await screen.findByRole('button', { name: 'Send a message' });
  expect(sent(externalNumbersApi.add)).toEqual([
    { number: '+52 55 5000 0150', countryIso2: null, remark: '', routerId: null },
  ]);
  fireEvent.click(ask);
  const code = await screen.findByRole('textbox', { name: /Code of six digits/ });
  expect(sent(externalNumbersApi.queryCode)).toEqual([{ id: 4, by: 'sms' }]);
  fireEvent.change(code, { target: { value: '12' } });
  fireEvent.click(screen.getByRole('button', { name: 'Check the code' }));
  await waitFor(() => expect(code.getAttribute('aria-invalid')).toBe('true'));
  expect(sent(externalNumbersApi.verify)).toEqual([]);
  fireEvent.change(code, { target: { value: '123456' } });
  fireEvent.click(screen.getByRole('button', { name: 'Check the code' }));
  await waitFor(() => expect(code.getAttribute('aria-invalid')).toBe('true'));
  isRight = true;
  fireEvent.change(code, { target: { value: '654321' } });
  fireEvent.click(screen.getByRole('button', { name: 'Check the code' }));
  await waitFor(() => expect(sent(externalNumbersApi.verify)).toHaveLength(2));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('[CC-14] a code that cannot be spoken is told with its reason', async () => {
  await show(undefined, (at) => (at === externalNumbersApi.queryCode.path ? failures.voiceMissing.code : undefined));
  fireEvent.click(await screen.findByRole('button', { name: /^Prove: / }));
  fireEvent.click(await screen.findByRole('button', { name: 'Call and say it' }));
  expect(await screen.findByText(/No voice speaks this language/)).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: /Code/ })).toBeNull();
});

test('[CC-14] deleting asks first', async () => {
  const sent = await show();
  fireEvent.click((await screen.findAllByRole('button', { name: /^Delete: / }))[1]!);
  const question = within(await screen.findByRole('alertdialog'));
  expect(sent(externalNumbersApi.delete)).toEqual([]);
  fireEvent.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(sent(externalNumbersApi.delete)).toEqual([{ id: 5 }]));
});

test('[CC-14] readers see what is proven and what is not, and change nothing', async () => {
  await show(['external-numbers.view']);
  expect(await screen.findByText('Not proven yet', { selector: '.badge' })).toBeTruthy();
  expect(screen.getByText('May be shown')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Add|Change|Delete|Prove/ })).toBeNull();
});
