import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical, IconDownload, IconTrash } from '@tabler/icons-react';
import { type Customer, useExportCustomerMutation } from '@/api';
import { showToast } from '@/components/toast/toast';
import { saveText } from '@/lib/files/saveText';
import { messages } from '@/lib/messages';
import { useSessionID } from '@/state/hooks';
import classes from './Customers.module.css';

interface GuestMenuProps {
  customer: Customer;
  onErase: () => void;
}

/** What a guest may ask for: a copy of what is kept about them, and to be forgotten. */
export function GuestMenu({ customer: { posID, posCustomerID }, onErase }: GuestMenuProps) {
  const sessionID = useSessionID();
  const [exportCustomer, { isLoading, reset }] = useExportCustomerMutation();
  const words = messages.guest;
  const save = async () => {
    try {
      const { body } = await exportCustomer({
        customerRequest: { sessionID, posID, posCustomerID },
      }).unwrap();
      const file = `guest-${posCustomerID}.json`;
      saveText(file, `${JSON.stringify(body, null, 2)}\n`, 'application/json');
      showToast({ severity: 'success', detail: words.exported(file) });
    } catch {
      showToast({ severity: 'error', detail: words.exportFailed });
    } finally {
      // The copy is in the guest's hands: the app keeps none.
      reset();
    }
  };
  return (
    <Menu
      position="bottom-end"
      width="12rem"
      transitionProps={{ duration: 0 }}
      hideDetached={false}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={words.more}
          loading={isLoading}
        >
          <IconDotsVertical size={22} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          className={classes.menuItem}
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => void save()}
        >
          {words.exportData}
        </Menu.Item>
        <Menu.Item
          className={classes.menuItem}
          leftSection={<IconTrash size={18} aria-hidden />}
          onClick={onErase}
        >
          {words.erase}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
