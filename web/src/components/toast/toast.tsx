import { Button } from '@mantine/core';
import { notifications, notificationsStore } from '@mantine/notifications';
import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconInfoCircle,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { messages } from '@/lib/messages';
import { actionLife, defaultLife } from './life';
import { slide } from './slide';
import classes from './Toast.module.css';

type Severity = 'info' | 'warn' | 'error' | 'success';

export interface ToastMessage {
  severity: Severity;
  /** The line in bold, if there are two. */
  summary?: string;
  detail: string;
  /** Instead of the severity's own icon. */
  icon?: ReactNode;
  /** Stays until it is closed. */
  sticky?: boolean;
  /** Milliseconds until it closes; hovering pauses, leaving restarts them. */
  life?: number;
  /** Whether it has a close button. */
  closable?: boolean;
  /** A toast with the same key replaces the one that is shown. */
  key?: string;
  /** An action: 'Undo'. It closes the toast, which is shown longer. */
  action?: { label: string; run: () => void };
}

/** Most toasts at once; the others wait. */
export const mostToasts = 3;

// The area, with the same limit, loads after the first page: toasts may be shown before it.
notificationsStore.updateState((state) => ({ ...state, limit: mostToasts }));

const icons: Record<Severity, Icon> = {
  info: IconInfoCircle,
  warn: IconAlertTriangle,
  error: IconCircleX,
  success: IconCircleCheck,
};

/** Number of toasts shown for each key. */
const turns = new Map<string, number>();

/**
 * Milliseconds for a toast that may replace one of its key: the library restarts its timer only if the value differs
 * from the one before.
 */
function lifeAgain(key: string, life: number): number {
  const turn = (turns.get(key) ?? 0) + 1;
  turns.set(key, turn);
  return life + (turn % 2);
}

/** Shows a message at the bottom of the screen; screen readers announce it. */
export function showToast(toast: ToastMessage): void {
  const { severity, summary, detail, sticky = false, closable = true, action } = toast;
  const life = toast.life ?? (action ? actionLife : defaultLife);
  const Glyph = icons[severity];
  if (toast.key) notifications.hide(toast.key);
  const id = notifications.show({
    id: toast.key,
    title: summary,
    message: action ? (
      <span className={classes.acting} ref={slide}>
        {detail}
        <Button
          variant="subtle"
          size="compact-md"
          px={0}
          className={classes.action}
          onClick={() => {
            notifications.hide(id);
            action.run();
          }}
        >
          {action.label}
        </Button>
      </span>
    ) : (
      <span ref={slide}>{detail}</span>
    ),
    icon: toast.icon ?? <Glyph size={22} stroke={2} aria-hidden />,
    autoClose: sticky ? false : toast.key ? lifeAgain(toast.key, life) : life,
    withCloseButton: closable,
    closeButtonProps: { 'aria-label': messages.widgets.close },
    role: severity === 'error' || severity === 'warn' ? 'alert' : 'status',
    classNames: {
      root: classes.toast,
      icon: classes.icon,
      title: classes.title,
      description: classes.description,
    },
    'data-severity': severity,
  });
}
