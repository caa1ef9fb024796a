import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';

type HeaderButtonProps = ActionIconProps &
  Omit<ComponentProps<'button'>, keyof ActionIconProps> & { label: string; children: ReactNode };

/** A button of the header: an icon whose name is its hint. */
export const HeaderButton = ({ label, children, ...rest }: HeaderButtonProps) => (
  // An open menu says enough; the hint would lie on it.
  <ActionIcon
    {...rest}
    aria-label={label}
    data-hint={rest['aria-haspopup'] && rest['aria-expanded'] ? undefined : label}
  >
    {children}
  </ActionIcon>
);
