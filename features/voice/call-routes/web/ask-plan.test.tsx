import { fireEvent, screen, waitFor } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { planRules } from '#core/call/route-choices.ts';
import { languages } from '#shared/languages.ts';
import { routesApi, type PlanAnswer, type PlanStep } from '../contract.ts';
import { showRoutes } from './routes.fixture.tsx';

const aStep = (some: Pick<PlanStep, 'rule' | 'outcome'> & Partial<PlanStep>): PlanStep => ({
  detail: '',
  routerId: null,
  routerName: '',
  trunkId: null,
  trunkName: '',
  number: '',
  used: null,
  max: null,
  ...some,
});

const goes: PlanAnswer = {
  kind: 'outbound',
  refusal: null,
  number: '525512345678',
  countryIso2: 'MX',
  isEmergency: false,
  colleague: null,
  route: { routerId: 7, routerName: 'Mexico' },
  trunks: [
    { trunkId: 1, trunkName: 'Main', carrier: 'north', perMinute: 1.25 },
    { trunkId: 2, trunkName: 'Spare', carrier: 'south', perMinute: null },
  ],
  shown: '525550000011',
  limits: [
    { kind: 'perNumber', scope: 'tenant', groupId: null, max: 5, used: 2 },
    { kind: 'costPerDay', scope: 'tenant', groupId: null, max: 10_000, used: 250 },
  ],
  perMinute: 1.25,
  currency: 'USD',
  emergencyAddress: null,
  steps: [
    aStep({ rule: 'country', outcome: 'passed', detail: 'MX' }),
    aStep({ rule: 'hours', outcome: 'skipped', detail: 'routerClosed', routerId: 6, routerName: 'Night' }),
    aStep({ rule: 'route', outcome: 'chosen', detail: 'forCountry', routerId: 7, routerName: 'Mexico' }),
    aStep({ rule: 'shown', outcome: 'chosen', detail: 'inTurns', number: '525550000011', routerName: 'Mexico' }),
    aStep({ rule: 'limit', outcome: 'passed', detail: 'perNumber', used: 2, max: 5 }),
    aStep({ rule: 'trunk', outcome: 'chosen', detail: 'order', trunkId: 1, trunkName: 'Main' }),
    aStep({ rule: 'cost', outcome: 'passed', trunkId: 1, used: 1.25 }),
  ],
};

async function ask(answer: PlanAnswer) {
  const page = await showRoutes('/settings/routes?tab=ask', { answers: { [routesApi.askPlan.path]: answer } });
  const agent = await screen.findByRole('combobox', { name: 'If this agent' });
  agent.focus();
  fireEvent.click(agent);
  fireEvent.click(await screen.findByRole('option', { name: 'Ana (2000001)', hidden: true }));
  fireEvent.change(screen.getByLabelText(/^called this number/), { target: { value: '+52 55 1234 5678' } });
  fireEvent.click(screen.getByRole('button', { name: 'Ask' }));
  return page;
}
const steps = () =>
  [...screen.getByRole('heading', { name: 'Step by step' }).parentElement!.querySelectorAll('li')].map(
    ({ textContent }) => textContent,
  );

test('[CC-12] the plan tells route, trunks, number shown, limits with their use, cost, and every step', async () => {
  const { sent } = await ask(goes);
  expect(await screen.findByText('The call would go out.')).toBeTruthy();
  for (const words of ['Main ($0.0125) and Spare', '$0.0125 a minute', '2 of 5', '$2.50 of $100.00'])
    expect(screen.getByText(words)).toBeTruthy();
  expect(steps()).toEqual([
    'Mexico may be called.',
    'Night is passed over: it is closed at that time.',
    'Mexico may be taken: it is made for this country.',
    '+52 55 5000 0011 is shown: it is its turn in Mexico.',
    'Calls to this number: 2 of 5 used.',
    'Main is tried in its order.',
    'A minute costs $0.0125.',
  ]);
  expect(sent(routesApi.askPlan.path)).toEqual([
    { userId: 21, number: '+52 55 1234 5678', routerId: 0, purpose: 'manual' },
  ]);
});

test('[CC-12] a refusal says what it means, what helps, and leads to where it is changed', async () => {
  await ask({
    ...goes,
    kind: 'refused',
    refusal: { code: 811, name: 'countryNotAllowed', text: 'This country may not be called.', detail: 'MX' },
    route: null,
    trunks: [],
    shown: null,
    limits: [],
    perMinute: null,
    steps: [aStep({ rule: 'country', outcome: 'refused', detail: 'MX' })],
  });
  expect(await screen.findByText('The call would be refused (811): This country may not be called.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Call limits' }).getAttribute('href')).toBe('/settings/limits');
  expect(steps()).toEqual(['Mexico may not be called.']);
});

test('[CC-12] a question without an agent is refused at its field', async () => {
  const { sent } = await showRoutes('/settings/routes?tab=ask');
  fireEvent.change(await screen.findByLabelText(/^called this number/), { target: { value: '1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Ask' }));
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'If this agent' }).getAttribute('aria-invalid')).toBe('true'),
  );
  expect(sent(routesApi.askPlan.path)).toEqual([]);
});

test('[CC-12] a step this page has no words for is told by its names', async () => {
  await ask({ ...goes, steps: [aStep({ rule: 'token', outcome: 'skipped', detail: 'news' })] });
  await screen.findByText('The call would go out.');
  expect(steps()).toEqual(['token: news']);
});

test.each(languages)('[CC-12] every rule of the plan has words in %s', (language) => {
  const file = join(import.meta.dirname, 'text', `${language}.json`);
  const texts = Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object);
  expect(planRules.filter((rule) => !texts.some((key) => key.startsWith(`routes.step.${rule}.`)))).toEqual([]);
});
