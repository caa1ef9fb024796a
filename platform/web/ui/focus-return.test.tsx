import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Menu } from '@mantine/core';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { showPage } from '../page.fixture.tsx';
import { confirm } from './confirm.tsx';
import { Dialog, SidePanel } from './dialogs.tsx';
import { useFocusKept } from './focus-return.ts';

const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
const isFocused = (element: Element) => waitFor(() => expect(document.activeElement).toBe(element));

/** A page with something that opens when its button is pressed, drawn only then. */
function Opens({ what: What }: { what: typeof Dialog | typeof SidePanel }) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      {opened && (
        <What opened title="Something" onClose={close}>
          <button type="button" onClick={close}>
            Done
          </button>
        </What>
      )}
    </>
  );
}

for (const [kind, what] of Object.entries({ dialog: Dialog, 'side panel': SidePanel }))
  test(`[WCAG 2.4.3] a ${kind} gives the focus back to the button that opened it`, async () => {
    await showPage(<Opens what={what} />);
    const open = await button('Open');
    act(() => open.focus());
    fireEvent.click(open);
    const done = await button('Done');
    act(() => done.focus());
    fireEvent.click(done);
    await isFocused(open);
  });

test('[WCAG 2.4.3] a question gives the focus back, whatever the answer', async () => {
  await showPage(
    <button type="button" onClick={() => void confirm({ title: 'Delete it?' })}>
      Delete
    </button>,
  );
  const asks = await button('Delete');
  for (const answer of ['Cancel', 'Confirm']) {
    act(() => asks.focus());
    fireEvent.click(asks);
    const given = await button(answer);
    act(() => given.focus());
    fireEvent.click(given);
    await isFocused(asks);
  }
});

function FromMenu() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Menu>
        <Menu.Target>
          <button type="button">More</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpened(true)}>Rename</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {opened && (
        <Dialog opened title="Rename" onClose={() => setOpened(false)}>
          <button type="button" onClick={() => setOpened(false)}>
            Done
          </button>
        </Dialog>
      )}
    </>
  );
}

test('[WCAG 2.4.3] a dialog opened by an entry of a menu gives the focus back to the button of the menu', async () => {
  await showPage(<FromMenu />);
  const more = await button('More');
  act(() => more.focus());
  fireEvent.click(more);
  const entry = await screen.findByRole('menuitem', { name: 'Rename' });
  act(() => entry.focus());
  fireEvent.click(entry);
  const done = await button('Done');
  act(() => done.focus());
  fireEvent.click(done);
  await isFocused(more);
});

test('[WCAG 2.4.3] who has put the focus elsewhere while something closes keeps it there', async () => {
  await showPage(
    <>
      <Opens what={Dialog} />
      <input aria-label="Name" />
    </>,
  );
  const open = await button('Open');
  act(() => open.focus());
  fireEvent.click(open);
  const done = await button('Done');
  const field = screen.getByLabelText('Name');
  act(() => field.focus());
  fireEvent.click(done);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Done' })).toBeNull());
  await isFocused(field);
});

function Exchanged() {
  const [calls, setCalls] = useState(false);
  const part = useFocusKept<HTMLDivElement>(calls);
  return (
    <div ref={part} tabIndex={-1} role="group" aria-label="Phone">
      {calls ? (
        <p>In a call</p>
      ) : (
        <button type="button" onClick={() => setCalls(true)}>
          Call
        </button>
      )}
    </div>
  );
}

test('[WCAG 2.4.3] what comes in the place of a pressed button has the focus', async () => {
  await showPage(<Exchanged />);
  const call = await button('Call');
  act(() => call.focus());
  fireEvent.click(call);
  await isFocused(screen.getByRole('group', { name: 'Phone' }));
});

function Saves() {
  const [isSaving, setSaving] = useState(false);
  return (
    <>
      <button type="button" disabled={isSaving} onClick={() => setSaving(true)}>
        Save
      </button>
      <button type="button" onClick={() => setSaving(false)}>
        The answer comes
      </button>
    </>
  );
}

test('[WCAG 2.4.3] a button that was busy for a while has the focus again', async () => {
  await showPage(<Saves />);
  const save = await button('Save');
  act(() => save.focus());
  fireEvent.click(save);
  // A browser takes the focus from what is disabled.
  act(() => save.blur());
  fireEvent.click(await button('The answer comes'));
  await isFocused(save);
});
