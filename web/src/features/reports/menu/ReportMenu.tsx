import { Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconInfoCircle, IconPrinter } from '@tabler/icons-react';
import { OptionsMenu } from '@/components/buttons/OptionsMenu';
import { FileItems } from '@/components/export/FileItems';
import { MailSheet } from '@/components/export/MailSheet';
import type { CsvActions } from '@/components/export/useCsvFile';
import { BottomSheet } from '@/components/sheet/BottomSheet';
import type { ReportEntry } from '@/lib/figures';
import { messages } from '@/lib/messages';
import classes from './ReportMenu.module.css';

interface ReportMenuProps {
  report: ReportEntry;
  /** The report as a file; null while it is not loaded. */
  file: CsvActions | null;
}

/** The figures of a report, then its dimensions whose labels do not say what they are. */
function explained({ figures, splits }: ReportEntry) {
  return [
    ...figures.map(({ id, label, definition }) => ({ key: id, label, definition })),
    ...splits.filter(({ definition }) => definition !== undefined),
  ];
}

/** Further actions of a report: save, print, explain. */
export function ReportMenu({ report, file }: ReportMenuProps) {
  const [explaining, { open, close }] = useDisclosure(false);
  const [mailing, { open: mail, close: closeMail }] = useDisclosure(false);
  const words = messages.figureWords;
  return (
    <>
      <OptionsMenu label={words.options}>
        <FileItems file={file} onMail={mail} />
        <Menu.Item
          leftSection={<IconPrinter size={18} aria-hidden />}
          // The menu is closed first.
          onClick={() => setTimeout(() => window.print())}
        >
          {words.print}
        </Menu.Item>
        <Menu.Item leftSection={<IconInfoCircle size={18} aria-hidden />} onClick={open}>
          {words.explain}
        </Menu.Item>
      </OptionsMenu>
      <MailSheet opened={mailing} request={file?.request ?? null} onClose={closeMail} />
      <BottomSheet opened={explaining} onClose={close} title={report.title}>
        <dl className={classes.list}>
          {explained(report).map(({ key, label, definition }) => (
            <div key={key} className={classes.figure}>
              <dt className={classes.name}>{label}</dt>
              <dd className={classes.definition}>{definition}</dd>
            </div>
          ))}
        </dl>
      </BottomSheet>
    </>
  );
}
