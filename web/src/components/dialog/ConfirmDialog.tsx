import { Button, Group, Modal, Stack, Text, Title } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { useId } from 'react';
import { messages } from '@/lib/messages';
import classes from './ConfirmDialog.module.css';

interface ConfirmDialogProps {
  opened: boolean;
  header?: string;
  icon?: Icon;
  description: string;
  /** Label of the reject button; null: there is none. */
  reject?: string | null;
  accept?: string;
  /** The accepted action is under way. */
  busy?: boolean;
  onAccept: () => void;
  /** Also called by Escape and by a tap beside the dialog, where it may be rejected. */
  onReject?: () => void;
}

/** Above sheets, below the info sheet. */
const zIndex = 30_000;

/** Asks before something is done. */
export function ConfirmDialog({
  opened,
  header,
  icon: Glyph,
  description,
  reject = messages.widgets.cancel,
  accept = messages.widgets.ok,
  busy = false,
  onAccept,
  onReject,
}: ConfirmDialogProps) {
  const id = useId();
  const dismiss = onReject ?? onAccept;
  return (
    <Modal.Root
      opened={opened}
      onClose={busy ? () => undefined : dismiss}
      centered
      zIndex={zIndex}
      transitionProps={{ duration: 200 }}
    >
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content
        role="alertdialog"
        radius="lg"
        className={classes.content}
        aria-labelledby={header ? `${id}-header` : `${id}-description`}
        aria-describedby={`${id}-description`}
      >
        <Stack align="center" gap="sm">
          {Glyph && (
            <span className={classes.icon}>
              <Glyph size={28} stroke={1.75} aria-hidden />
            </span>
          )}
          {header && (
            <Title order={2} id={`${id}-header`} className={classes.header}>
              {header}
            </Title>
          )}
          <Text id={`${id}-description`} ta="center">
            {description}
          </Text>
        </Stack>
        <Group grow mt="lg" gap="sm">
          {reject !== null && (
            <Button variant="default" onClick={dismiss} disabled={busy}>
              {reject}
            </Button>
          )}
          <Button onClick={onAccept} loading={busy} data-autofocus>
            {accept}
          </Button>
        </Group>
      </Modal.Content>
    </Modal.Root>
  );
}
