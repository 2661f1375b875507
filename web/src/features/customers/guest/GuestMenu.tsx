import { Menu } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { type Customer, failureText, useExportCustomerMutation } from '@/api';
import { OptionsMenu } from '@/components/buttons/OptionsMenu';
import { showToast } from '@/components/toast/toast';
import { saveText } from '@/lib/files/saveText';
import { messages } from '@/lib/messages';

interface GuestMenuProps {
  customer: Customer;
  onErase: () => void;
}

/** Requests of a guest: a copy of their data, and erasure. */
export function GuestMenu({ customer: { posID, posCustomerID }, onErase }: GuestMenuProps) {
  const [exportCustomer, { isLoading, reset }] = useExportCustomerMutation();
  const words = messages.guest;
  const save = async () => {
    try {
      const { body } = await exportCustomer({
        customerRequest: { posID, posCustomerID },
      }).unwrap();
      const file = `guest-${posCustomerID}.json`;
      saveText(file, `${JSON.stringify(body, null, 2)}\n`, 'application/json');
      showToast({ severity: 'success', detail: words.exported(file) });
    } catch (error) {
      showToast({ severity: 'error', detail: failureText(error, words.exportFailed) });
    } finally {
      // The app keeps no copy.
      reset();
    }
  };
  return (
    <OptionsMenu label={words.more} width="12rem" busy={isLoading}>
      <Menu.Item leftSection={<IconDownload size={18} aria-hidden />} onClick={() => void save()}>
        {words.exportData}
      </Menu.Item>
      <Menu.Item leftSection={<IconTrash size={18} aria-hidden />} onClick={onErase}>
        {words.erase}
      </Menu.Item>
    </OptionsMenu>
  );
}
