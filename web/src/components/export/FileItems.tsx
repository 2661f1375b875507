import { Menu } from '@mantine/core';
import { IconDownload, IconMail, IconShare2 } from '@tabler/icons-react';
import { messages } from '@/lib/messages';
import type { CsvActions } from './useCsvFile';

const words = messages.files;

interface FileItemsProps {
  /** `null` while there is none. */
  file: CsvActions | null;
  /** Called to ask for an address. */
  onMail: () => void;
}

/** The items of a menu that save, share and mail a file. */
export function FileItems({ file, onMail }: FileItemsProps) {
  const share = file?.share ?? null;
  return (
    <>
      <Menu.Item
        leftSection={<IconDownload size={18} aria-hidden />}
        disabled={file === null}
        onClick={() => void file?.save()}
      >
        {words.download}
      </Menu.Item>
      {share !== null && (
        <Menu.Item leftSection={<IconShare2 size={18} aria-hidden />} onClick={() => void share()}>
          {words.share}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconMail size={18} aria-hidden />}
        disabled={file === null}
        onClick={onMail}
      >
        {words.mail}
      </Menu.Item>
    </>
  );
}
