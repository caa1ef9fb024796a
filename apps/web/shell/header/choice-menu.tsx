import { Menu } from '@mantine/core';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { HeaderButton } from './header-button.tsx';

interface ChoiceMenuProps {
  label: string;
  icon: ReactNode;
  choices: readonly { value: string; label: string; icon?: ReactNode; lang?: string }[];
  value: string;
  onChoose: (value: string) => void;
}

/** A header button that opens a list of which one entry is chosen. */
export const ChoiceMenu = ({ label, icon, choices, value, onChoose }: ChoiceMenuProps) => (
  <Menu width={210}>
    <Menu.Target><HeaderButton label={label}>{icon}</HeaderButton></Menu.Target>
    <Menu.Dropdown aria-label={label}>
      <Menu.RadioGroup value={value} onChange={onChoose}>
        {choices.map((choice) => (
          <Menu.RadioItem key={choice.value} value={choice.value} {...(choice.lang ? { lang: choice.lang } : {})} closeMenuOnClick checkIcon={<Check size={15} aria-hidden />} rightSection={choice.icon}>
            {choice.label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </Menu.Dropdown>
  </Menu>
);
