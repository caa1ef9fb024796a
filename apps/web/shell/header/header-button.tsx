import { ActionIcon, Tooltip, type ActionIconProps } from '@mantine/core';
import type { ReactNode, Ref } from 'react';

type HeaderButtonProps = ActionIconProps & { label: string; children: ReactNode; ref?: Ref<HTMLButtonElement>; onClick?: () => void; 'aria-expanded'?: boolean; 'aria-haspopup'?: 'menu' | 'dialog' };

/** A button of the header: an icon whose name is its tooltip. Menus and popovers may take it as their target. */
export const HeaderButton = ({ label, children, ...rest }: HeaderButtonProps) => (
  // An open menu says enough; the tooltip would lie on it.
  <Tooltip label={label} disabled={rest['aria-haspopup'] !== undefined && rest['aria-expanded'] === true}>
    <ActionIcon {...rest} aria-label={label}>{children}</ActionIcon>
  </Tooltip>
);
