import { Button, Modal } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { messages } from '@/lib/messages';
import { useOnline } from '@/state/network/useOnline';
import { useOverlay } from '../navigation/overlays';
import { OfflineNote } from '../offline/OfflineNote';
import classes from './ConfirmDialog.module.css';

interface ConfirmDialogProps {
  opened: boolean;
  header?: string;
  icon?: Icon;
  description: ReactNode;
  /** Label of the reject button; null: there is none. */
  reject?: string | null;
  accept?: string;
  /** The accepted action is running. */
  busy?: boolean;
  /** Required data is loading: accepting is disabled. */
  waiting?: boolean;
  /** Accepting needs a network: without one it is disabled. */
  sends?: boolean;
  /** False: Back does not answer it. */
  inHistory?: boolean;
  onAccept: () => void;
  /** Also called by Back, Escape and a tap beside the dialog, if it can be rejected. */
  onReject?: () => void;
}

/** Above sheets, below the info sheet. */
const zIndex = 30_000;

/** A question before an action. */
export function ConfirmDialog({
  opened,
  header,
  icon: Glyph,
  description,
  reject = messages.widgets.cancel,
  accept = messages.widgets.ok,
  busy = false,
  waiting = false,
  sends = false,
  inHistory = true,
  onAccept,
  onReject,
}: ConfirmDialogProps) {
  const online = useOnline();
  const note = useId();
  const offline = sends && !online;
  const dismiss = onReject ?? onAccept;
  useOverlay(opened && inHistory, busy ? null : dismiss);
  return (
    <Modal.Root
      opened={opened}
      onClose={busy ? () => undefined : dismiss}
      centered
      radius="lg"
      zIndex={zIndex}
      transitionProps={{ duration: 200 }}
      classNames={{ content: classes.content }}
    >
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content>
        {Glyph && (
          <span className={classes.icon}>
            <Glyph size={28} stroke={1.75} aria-hidden />
          </span>
        )}
        {/* The dialog is named by its title: the description, if there is no header. */}
        <Modal.Title className={header ? classes.header : classes.description}>
          {header ?? description}
        </Modal.Title>
        {header && <Modal.Body className={classes.description}>{description}</Modal.Body>}
        {sends && <OfflineNote id={note} />}
        <div className={classes.buttons}>
          {reject !== null && (
            <Button variant="default" onClick={dismiss} disabled={busy}>
              {reject}
            </Button>
          )}
          <Button
            onClick={onAccept}
            loading={busy}
            disabled={offline || waiting}
            aria-describedby={offline ? note : undefined}
            data-autofocus
          >
            {accept}
          </Button>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
