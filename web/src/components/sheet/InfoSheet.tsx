import { Button, Text } from '@mantine/core';
import { messages } from '@/lib/messages';
import { BottomSheet, infoSheetBase } from './BottomSheet';

interface InfoSheetProps {
  opened: boolean;
  title: string;
  detail: string;
  onClose: () => void;
}

/** Explains one thing. */
export function InfoSheet({ opened, title, detail, onClose }: InfoSheetProps) {
  return (
    <BottomSheet
      opened={opened}
      onClose={onClose}
      title={title}
      zIndex={infoSheetBase}
      footer={
        <Button fullWidth onClick={onClose} data-autofocus>
          {messages.widgets.gotIt}
        </Button>
      }
    >
      <Text>{detail}</Text>
    </BottomSheet>
  );
}
