import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface OptionsMenuProps {
  /** What the button is called. */
  label: string;
  /** Its `Menu.Item`s. */
  children: ReactNode;
}

/** Three dots in a top bar, and what else can be done with the page. */
export function OptionsMenu({ label, children }: OptionsMenuProps) {
  return (
    <Menu
      position="bottom-end"
      width="14rem"
      transitionProps={{ duration: 0 }}
      hideDetached={false}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={label}>
          <IconDotsVertical size={22} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
