import { Button } from '@mantine/core';
import { IconShare2, IconSquarePlus } from '@tabler/icons-react';
import { BottomSheet } from '@/components/sheet/BottomSheet';
import { messages } from '@/lib/messages';
import classes from './HomeScreenSheet.module.css';

interface HomeScreenSheetProps {
  opened: boolean;
  onClose: () => void;
}

/** How to add the app to the home screen of an iPhone or iPad. */
export function HomeScreenSheet({ opened, onClose }: HomeScreenSheetProps) {
  const { title, why, share, add } = messages.homeScreen;
  return (
    <BottomSheet
      opened={opened}
      onClose={onClose}
      title={title}
      footer={
        <Button fullWidth onClick={onClose} data-autofocus>
          {messages.widgets.close}
        </Button>
      }
    >
      <p className={classes.app}>
        <img src="/icons/icon.svg" alt="" width={56} height={56} />
        <span>
          <strong className={classes.name}>{messages.app.name}</strong>
          {why}
        </span>
      </p>
      <ol className={classes.steps}>
        <li>
          <IconShare2 size={24} aria-hidden />
          <span>{share}</span>
        </li>
        <li>
          <IconSquarePlus size={24} aria-hidden />
          <span>{add}</span>
        </li>
      </ol>
    </BottomSheet>
  );
}
