import { act, render } from '@testing-library/react';
import { useEffect } from 'react';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { Navigated, useAddressQuery } from './navigation.tsx';
import { testNavigation } from './navigation.fixture.ts';

type Change = ReturnType<typeof useAddressQuery>[1];

/** A list whose address can be changed from outside, as a pause in typing does. */
function shownList() {
  const navigation = testNavigation('/customers?sort=name');
  const list: { change: Change } = { change: () => {} };
  function List() {
    const [query, set] = useAddressQuery();
    useEffect(() => void (list.change = set));
    return <p>{query.toString()}</p>;
  }
  const { container } = render(
    <Navigated navigation={navigation}>
      <Routes>
        <Route path="/customers" element={<List />} />
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>
    </Navigated>,
  );
  const having = (name: string, value: string) => (now: URLSearchParams) => {
    now.set(name, value);
    return now;
  };
  const address = () => navigation.at().location.pathname + navigation.at().location.search;
  return { container, navigation, address, set: (name: string, value: string) => list.change(having(name, value)) };
}

test('two changes of an address before it is drawn both count', () => {
  const { address, container, set } = shownList();
  act(() => {
    set('words', 'maria');
    set('view', 'mine');
  });
  expect(address()).toBe('/customers?sort=name&words=maria&view=mine');
  expect(container.textContent).toBe('sort=name&words=maria&view=mine');
});

test('a page that is being left changes the address no more: nobody is brought back', () => {
  const { address, container, navigation, set } = shownList();
  act(() => {
    navigation.go('/record');
    set('words', 'maria');
  });
  expect(address()).toBe('/record');
  expect(container.textContent).toBe('elsewhere');
});
