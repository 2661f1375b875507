import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './OptionsMenu.module.css';

interface OptionsMenuProps {
  /** Name of the button. */
  label: string;
  width?: string;
  /** The chosen action is running. */
  busy?: boolean;
  /** The `Menu.Item`s. */
  children: ReactNode;
}

/** A button of three dots with a menu of further actions. */
export function OptionsMenu({ label, width = '14rem', busy = false, children }: OptionsMenuProps) {
  return (
    <Menu
      position="bottom-end"
      width={width}
      classNames={{ item: classes.item }}
      transitionProps={{ duration: 0 }}
      hideDetached={false}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={label} loading={busy}>
          <IconDotsVertical size={22} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
