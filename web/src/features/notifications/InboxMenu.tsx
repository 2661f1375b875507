import { ActionIcon, Menu } from '@mantine/core';
import { IconChecks, IconDotsVertical, IconSettings } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { messages } from '@/lib/messages';
import classes from './Notifications.module.css';

const words = messages.inbox;

interface InboxMenuProps {
  /** Whether there is something to mark. */
  unread: boolean;
  onMarkAll: () => void;
}

/** What else can be done with the inbox. */
export function InboxMenu({ unread, onMarkAll }: InboxMenuProps) {
  const navigate = useNavigate();
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
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={words.options}>
          <IconDotsVertical size={22} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          className={classes.menuItem}
          leftSection={<IconChecks size={18} aria-hidden />}
          disabled={!unread}
          onClick={onMarkAll}
        >
          {words.markAll}
        </Menu.Item>
        <Menu.Item
          className={classes.menuItem}
          leftSection={<IconSettings size={18} aria-hidden />}
          onClick={() => void navigate('/admin-configuration/notification-rules')}
        >
          {words.rules}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
