import { useEffect, useId, useRef } from 'react';
import { lazy } from '#platform/web/lazy-part.ts';
import type { ChoiceListProps, DropdownProps, DropdownOpening } from './dropdown-props.ts';
import { Later } from './mount-on-open.tsx';

const load = () => import('./dropdown-panel.tsx');
const Panel = lazy(load);
const Choices = lazy(async () => ({ default: (await load()).Choices }));
/** Long after the first load, so that what opens is there when the connection is gone. */
const FETCHED_AFTER_MS = 4_000;

/** A button that opens something: what to give the button, and what to give the `Dropdown` or `ChoiceList` beside it. */
export function useDropdown(kind: 'dialog' | 'menu', opened: boolean, onChange: (opened: boolean) => void) {
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => {}), FETCHED_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const button = {
    id,
    ref: anchor,
    'aria-haspopup': kind,
    'aria-expanded': opened,
    'aria-controls': opened ? `${id}-dropdown` : undefined,
    onClick: () => onChange(!opened),
    onPointerEnter: () => void load().catch(() => {}),
  };
  return { button, opening: { id, anchor, opened, onChange } satisfies DropdownOpening };
}

/** What a header button opens below itself. The part of the kit that places it comes when it is first opened. */
export const Dropdown = (props: DropdownProps) => (
  <Later opened={props.opening.opened}>
    <Panel {...props} />
  </Later>
);

/** A list of which one entry is chosen, below the button that opens it. */
export const ChoiceList = (props: ChoiceListProps) => (
  <Later opened={props.opening.opened}>
    <Choices {...props} />
  </Later>
);
