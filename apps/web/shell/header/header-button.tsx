import { ActionIcon, Tooltip, type ActionIconProps } from '@mantine/core';
import type { ReactNode, Ref } from 'react';

type HeaderButtonProps = ActionIconProps & { label: string; children: ReactNode; ref?: Ref<HTMLButtonElement>; onClick?: () => void; 'aria-expanded'?: boolean };

/** A button of the header: an icon whose name is its tooltip. Menus and popovers may take it as their target. */
export const HeaderButton = ({ label, children, ...rest }: HeaderButtonProps) => (
  <Tooltip label={label}>
    <ActionIcon {...rest} aria-label={label}>{children}</ActionIcon>
  </Tooltip>
);
