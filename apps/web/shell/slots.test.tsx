import { screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test } from 'vitest';
import { webFeature } from '#platform/web/feature.ts';
import { useSlot } from '#platform/web/use-slot.ts';
import { showShell } from './shell.fixture.tsx';

function Place() {
  const parts = useSlot('groupEditor');
  return (
    <ol aria-label="parts">
      {parts.map(({ id, Part }) => (
        <li key={id}>
          <Suspense>
            <Part groupId={3} onPending={() => {}} />
          </Suspense>
        </li>
      ))}
    </ol>
  );
}
const routes = [{ path: '/trial', title: 'trial.title' as never, page: () => Promise.resolve({ default: Place }) }];
const bringing = (name: string, order: number, isMeant = true) =>
  webFeature({
    name,
    text: () => Promise.resolve({}),
    routes: [],
    parts: {
      groupEditor: {
        part: () => Promise.resolve({ default: ({ groupId }: { groupId: number }) => `${name} of ${groupId}` }),
        order,
        when: () => isMeant,
      },
    },
  });

test('a page draws the parts other features brought, in their order, and none that is not for the viewer', async () => {
  await showShell({
    at: '/trial',
    routes,
    features: [bringing('later', 20), bringing('first', 10), bringing('hidden', 5, false)],
  });
  await screen.findByText('first of 3');
  await screen.findByText('later of 3');
  expect(screen.getByRole('list', { name: 'parts' }).textContent).toBe('first of 3later of 3');
});
