import { Menu, Popover } from '@mantine/core';
import { Check } from 'lucide-react';
import { useEffect, useLayoutEffect, useState, type Ref, type RefObject } from 'react';
import type { ChoiceListProps, DropdownProps } from './dropdown-props.ts';

type RefOf = { anchor: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> };

/** Stands in for the button, which was on the page before this was fetched: tells the kit where it is. */
function Anchor({ anchor, ref }: RefOf) {
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(anchor.current);
  }, [anchor, ref]);
  return null;
}

/** It is drawn closed first: the kit opens, focuses and fades in only what was closed before. */
function useOpenedAfter(opened: boolean): boolean {
  const [drawn, setDrawn] = useState(false);
  // Once, and before anything is painted.
  // oxlint-disable-next-line react/set-state-in-effect
  useLayoutEffect(() => setDrawn(true), []);
  return drawn && opened;
}

/** The kit hears keys of what has the focus; a button that was pressed and is busy has lost it. */
function useEscapeWithoutFocus({ opened, onChange }: Pick<DropdownProps['opening'], 'opened' | 'onChange'>): void {
  useEffect(() => {
    if (!opened) return;
    const close = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape' && document.activeElement === document.body) onChange(false);
    };
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [opened, onChange]);
}

/** A panel with a focus of its own. */
export default function Panel({
  opening: { id, anchor, opened, onChange },
  label,
  width,
  className,
  padding,
  children,
}: DropdownProps) {
  useEscapeWithoutFocus({ opened, onChange });
  return (
    <Popover
      id={id}
      opened={useOpenedAfter(opened)}
      onChange={onChange}
      position="bottom-end"
      width={width}
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <Anchor anchor={anchor} />
      </Popover.Target>
      <Popover.Dropdown
        aria-label={label}
        maw="calc(100vw - 16px)"
        {...(className ? { className } : {})}
        {...(padding === undefined ? {} : { p: padding })}
      >
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}

/** A menu of which one entry is chosen. */
export function Choices({
  opening: { id, anchor, opened, onChange },
  label,
  choices,
  value,
  onChoose,
}: ChoiceListProps) {
  return (
    <Menu id={id} opened={useOpenedAfter(opened)} onChange={onChange} width={210}>
      <Menu.Target>
        <Anchor anchor={anchor} />
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        <Menu.RadioGroup value={value} onChange={onChoose}>
          {choices.map((choice) => (
            <Menu.RadioItem
              key={choice.value}
              value={choice.value}
              {...(choice.lang ? { lang: choice.lang } : {})}
              closeMenuOnClick
              checkIcon={<Check size={15} aria-hidden />}
              rightSection={choice.icon}
            >
              {choice.label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
