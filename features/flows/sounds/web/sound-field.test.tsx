import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { showPage } from '#platform/web/page.fixture.tsx';
import { soundsApi } from '../contract.ts';
import { sounds } from './index.ts';
import SoundField from './sound-field.tsx';

const list = [
  { id: 4, name: 'Jazz' },
  { id: 5, name: 'Welcome' },
];

function Form({ onChosen }: { onChosen: (id: number | null) => void }) {
  const [value, setValue] = useState<number | null>(null);
  const choose = (id: number | null) => {
    setValue(id);
    onChosen(id);
  };
  return <SoundField label="Music" none="The usual music" value={value} onChange={choose} />;
}

test('[CC-02] a sound is chosen by its name, and can be listened to once it is', async () => {
  const asked = fakeServer(({ url }) => ({ data: url === soundsApi.list.path ? { list, total: 2 } : null }));
  const onChosen = vi.fn<(id: number | null) => void>();
  await showPage(<Form onChosen={onChosen} />, { feature: sounds });
  const field = await screen.findByRole('combobox', { name: 'Music' });
  expect(screen.queryByRole('button', { name: /^Listen/ })).toBeNull();
  await waitFor(() => expect(asked.some(({ url }) => url === soundsApi.list.path)).toBe(true));
  field.focus();
  fireEvent.click(field);
  fireEvent.click(await screen.findByRole('option', { name: 'Jazz', hidden: true }));
  expect(onChosen).toHaveBeenCalledWith(4);
  fireEvent.click(screen.getByRole('button', { name: 'Listen to Jazz' }));
  await waitFor(() => expect(asked.some(({ url }) => url.includes('/sound/v1/4/file'))).toBe(true));
});
