import { IconWifiOff } from '@tabler/icons-react';
import { messages } from '@/lib/messages';
import { useOnline } from '@/state/network/useOnline';
import classes from './OfflineNote.module.css';

/** Beside a button that is disabled without a network: the reason. */
export function OfflineNote({ id }: { id: string }) {
  const online = useOnline();
  return (
    <div id={id} role="status">
      {!online && (
        <p className={classes.root}>
          <IconWifiOff size={16} aria-hidden />
          <span>{messages.offline.notNow}</span>
        </p>
      )}
    </div>
  );
}
