import { Menu } from '@mantine/core';
import { IconChecks, IconSettings } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { OptionsMenu } from '@/components/buttons/OptionsMenu';
import { messages } from '@/lib/messages';

const words = messages.inbox;

interface InboxMenuProps {
  /** Whether there are unread ones to mark. */
  unread: boolean;
  onMarkAll: () => void;
}

/** Further actions of the inbox. */
export function InboxMenu({ unread, onMarkAll }: InboxMenuProps) {
  const navigate = useNavigate();
  return (
    <OptionsMenu label={words.options}>
      <Menu.Item
        leftSection={<IconChecks size={18} aria-hidden />}
        disabled={!unread}
        onClick={onMarkAll}
      >
        {words.markAll}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconSettings size={18} aria-hidden />}
        onClick={() => void navigate('/admin-configuration/notification-rules')}
      >
        {words.rules}
      </Menu.Item>
    </OptionsMenu>
  );
}
