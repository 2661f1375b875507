import { useDisclosure } from '@mantine/hooks';
import type { CsvRequest } from '@/api';
import { messages } from '@/lib/messages';
import { OptionsMenu } from '../buttons/OptionsMenu';
import { FileItems } from './FileItems';
import { MailSheet } from './MailSheet';
import { useCsvFile } from './useCsvFile';

interface FileMenuProps {
  /** The shown list; `null` while it is not known. */
  request: CsvRequest | null;
  /** The file's name if the server's cannot be read. */
  name: string;
}

/** A menu that takes the whole list away as a file. */
export function FileMenu({ request, name }: FileMenuProps) {
  const file = useCsvFile(request, name);
  const [mailing, { open, close }] = useDisclosure(false);
  return (
    <>
      <OptionsMenu label={messages.files.options}>
        <FileItems file={file} onMail={open} />
      </OptionsMenu>
      <MailSheet opened={mailing} request={request} onClose={close} />
    </>
  );
}
