import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { messages } from '@/lib/messages';
import { useOverlay } from '../navigation/overlays';
import classes from './BottomSheet.module.css';
import { useDragToClose } from './useDragToClose';

/** Sheets stack from here; the info sheet lies above all of them. */
const sheetBase = 10_000;
/** A sheet that a sheet opens. */
export const secondSheet = sheetBase + 1_000;
export const infoSheetBase = 40_000;

interface BottomSheetProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Stays in view below the scrolling content. */
  footer?: ReactNode;
  zIndex?: number;
  /** Without controls inside: the sheet takes the focus itself, so that keys scroll it. */
  reading?: boolean;
  /** As high as a sheet can be from the start: it does not grow while its contents load. */
  full?: boolean;
  /** The address opens and closes it. */
  byAddress?: boolean;
  /** False while a dialog lies above it, which Escape closes alone. */
  closeOnEscape?: boolean;
}

/** Slides in from below in 200 ms; closes by dragging it down, its button, Back, Escape or a tap beside it. */
export function BottomSheet({
  opened,
  onClose,
  title,
  children,
  footer,
  zIndex = sheetBase,
  reading = false,
  full = false,
  byAddress = false,
  closeOnEscape = true,
}: BottomSheetProps) {
  useOverlay(opened, onClose, byAddress);
  const drag = useDragToClose(onClose);
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="auto"
      zIndex={zIndex}
      closeOnEscape={closeOnEscape}
      transitionProps={{ duration: 200 }}
      classNames={{ content: classes.content }}
    >
      <Drawer.Overlay backgroundOpacity={0.5} />
      <Drawer.Content ref={drag.ref} radius="lg" data-full={full || undefined}>
        <div className={classes.handle} {...drag.handlers}>
          <span className={classes.grip} />
          <div className={classes.header}>
            <Drawer.Title className={classes.title}>{title}</Drawer.Title>
            <Drawer.CloseButton aria-label={messages.widgets.close} />
          </div>
        </div>
        <Drawer.Body className={classes.body} tabIndex={reading ? 0 : undefined}>
          {children}
        </Drawer.Body>
        {footer && <div className={classes.footer}>{footer}</div>}
      </Drawer.Content>
    </Drawer.Root>
  );
}
