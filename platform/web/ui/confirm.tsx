import { Suspense, useEffect, useState } from 'react';
import { lazy } from '#platform/web/lazy-part.ts';
import { createStore } from '../store.ts';
import { useStore } from '../use-store.ts';
import type { AskedQuestion, Question } from './confirm-question.ts';

const asked = createStore<AskedQuestion | null>(null);
let hosts = 0;

/** Asks before something that cannot be undone. A second question answers the first with no, and so does the end of the page that asked. */
export function confirm(question: Question): Promise<boolean> {
  asked.get()?.answer(false);
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      asked.set(null);
      resolve(yes);
    };
    // After the key or click that led here, or its Escape would answer the question too.
    setTimeout(() => (hosts > 0 ? asked.set({ ...question, answer }) : resolve(false)), 0);
  });
}

const load = () => import('./confirm-panel.tsx');
const Panel = lazy(load);

/** Draws the questions of `confirm()`; the shell has one. */
export function ConfirmHost() {
  const now = useStore(asked);
  const [was, setWas] = useState(false);
  if (now && !was) setWas(true);
  useEffect(() => {
    hosts += 1;
    return () => {
      hosts -= 1;
      asked.get()?.answer(false);
    };
  }, []);
  // Not in the first load, yet there when the connection is gone.
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => {}), 4_000);
    return () => clearTimeout(timer);
  }, []);
  return was ? (
    <Suspense>
      <Panel now={now} />
    </Suspense>
  ) : null;
}
