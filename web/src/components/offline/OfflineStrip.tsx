import { IconWifiOff } from '@tabler/icons-react';
import { messages } from '@/lib/messages';
import { useAppSelector } from '@/state/hooks';
import { selectShown } from '@/state/network/shown';
import { useOnline } from '@/state/network/useOnline';
import { asOfText } from '../payments/asOfWords';
import classes from './OfflineStrip.module.css';

/** Without a network: the age of the figures on this page. */
export function OfflineStrip() {
  const online = useOnline();
  const { at, fromDevice } = useAppSelector(selectShown);
  if (online && !fromDevice) return null;
  const { asOf, alone } = messages.offline;
  return (
    <p className={classes.root} role="status">
      <IconWifiOff size={16} aria-hidden />
      <span>{at === null ? alone : asOf(asOfText(at / 1000, new Date()))}</span>
    </p>
  );
}
