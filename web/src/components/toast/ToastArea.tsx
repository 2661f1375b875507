import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';
import { defaultLife } from './life';
import classes from './Toast.module.css';
import { mostToasts } from './toast';

/** Where toasts appear: bottom center, above the tab bar and above every sheet. */
export function ToastArea() {
  return (
    <Notifications
      position="bottom-center"
      autoClose={defaultLife}
      transitionDuration={300}
      containerWidth="min(25rem, calc(100vw - 32px))"
      limit={mostToasts}
      zIndex={50_000}
      pauseResetOnHover="notification"
      classNames={{ root: classes.area }}
    />
  );
}
