import { useState, type ReactNode } from 'react';
import { ChoiceList, useDropdown } from '#platform/web/ui/dropdown.tsx';
import type { ChoiceListProps } from '#platform/web/ui/dropdown-props.ts';
import { HeaderButton } from './header-button.tsx';

/** A header button that opens a list of which one entry is chosen. */
export function ChoiceMenu({ icon, ...list }: Omit<ChoiceListProps, 'opening'> & { icon: ReactNode }) {
  const [opened, setOpened] = useState(false);
  const { button, opening } = useDropdown('menu', opened, setOpened);
  return (
    <>
      <HeaderButton {...button} label={list.label}>
        {icon}
      </HeaderButton>
      <ChoiceList {...list} opening={opening} />
    </>
  );
}
