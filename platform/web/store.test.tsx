import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createStore } from './store.ts';
import { useStore } from './use-store.ts';

afterEach(() => void vi.unstubAllGlobals());

test('a store holds a value, changes it and tells so until nobody listens', () => {
  const count = createStore(1);
  const counts: number[] = [];
  const stop = count.subscribe(() => void counts.push(count.get()));
  count.set(2);
  count.update((now) => now + 5);
  stop();
  count.set(0);
  expect(counts).toEqual([2, 7]);
  expect(count.get()).toBe(0);
});

test('the value that is there already is no news', () => {
  const person = { name: 'Ana' };
  const store = createStore(person);
  const listener = vi.fn<() => void>();
  store.subscribe(listener);
  store.set(person);
  store.update((same) => same);
  expect(listener).not.toHaveBeenCalled();
  store.set({ ...person });
  expect(listener).toHaveBeenCalledTimes(1);
});

test('a listener that fails is reported, and the others are told all the same', () => {
  const reported: unknown[] = [];
  vi.stubGlobal('reportError', (error: unknown) => void reported.push(error));
  const store = createStore('a');
  const problem = new Error('drawn wrongly');
  const listener = vi.fn<() => void>();
  store.subscribe(() => {
    throw problem;
  });
  store.subscribe(listener);
  store.set('b');
  expect(listener).toHaveBeenCalledTimes(1);
  expect(reported).toEqual([problem]);
  expect(store.get()).toBe('b');
});

test('a listener that leaves while it is told harms nobody, and whoever it takes along is not told', () => {
  const store = createStore(0);
  const called: string[] = [];
  const stopFirst = store.subscribe(() => {
    called.push('first');
    stopFirst();
    stopSecond();
  });
  const stopSecond = store.subscribe(() => void called.push('second'));
  store.subscribe(() => void called.push('third'));
  store.set(1);
  store.set(2);
  expect(called).toEqual(['first', 'third', 'third']);
});

test('a listener that leaves and comes again while it is told is not told for ever', () => {
  const store = createStore(0);
  const counts: number[] = [];
  let stop = () => {};
  const listen = () => {
    counts.push(store.get());
    stop();
    stop = store.subscribe(listen);
  };
  stop = store.subscribe(listen);
  store.set(1);
  store.set(2);
  expect(counts).toEqual([1, 2]);
});

test('who listens twice stops each by itself', () => {
  const store = createStore(0);
  const listener = vi.fn<() => void>();
  const stop = store.subscribe(listener);
  store.subscribe(listener);
  store.set(1);
  stop();
  stop();
  store.set(2);
  expect(listener).toHaveBeenCalledTimes(3);
});

test('what a store needs while it is watched begins with the first listener and ends with the last', () => {
  const did: string[] = [];
  const store = createStore<string | null>(null, (self) => {
    did.push('begun');
    self.set('watched');
    return () => {
      did.push('ended');
      self.set(null);
    };
  });
  const stops = [store.subscribe(() => {}), store.subscribe(() => {})];
  expect(store.get()).toBe('watched');
  for (const stop of stops) stop();
  expect(store.get()).toBeNull();
  store.subscribe(() => {})();
  expect(did).toEqual(['begun', 'ended', 'begun', 'ended']);
});

test('a component is drawn again for the part it reads, and for no other', () => {
  const desk = createStore({ name: 'Ana', calls: 0 });
  const drawn: string[] = [];
  function Name() {
    const name = useStore(desk, (now) => now.name);
    drawn.push(name);
    return <b>{name}</b>;
  }
  const Calls = () => <i>{useStore(desk).calls}</i>;
  render(
    <>
      <Name />
      <Calls />
    </>,
  );
  act(() => desk.update((now) => ({ ...now, calls: 3 })));
  expect(screen.getByText('3')).toBeTruthy();
  expect(drawn).toEqual(['Ana']);
  act(() => desk.update((now) => ({ ...now, name: 'Lucía' })));
  expect(screen.getByText('Lucía')).toBeTruthy();
  expect(drawn).toEqual(['Ana', 'Lucía']);
});
