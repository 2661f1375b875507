import { Button } from '@mantine/core';
import { IconBellRinging, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { IconButton } from '@/components/buttons/IconButton';
import { messages } from '@/lib/messages';
import { isPushUnrequested } from '@/lib/push/browser';
import { read, write } from '@/lib/storage/storage';
import classes from './Push.module.css';
import { usePush } from './usePush';

const words = messages.push;

/** Offers pushes if permission was never requested; once closed, it stays closed. */
export function PushOffer() {
  const [open, setOpen] = useState(() => read('push_offer') === null && isPushUnrequested());
  return open ? (
    <Offer
      onClose={() => {
        write('push_offer', 'closed');
        setOpen(false);
      }}
    />
  ) : null;
}

function Offer({ onClose }: { onClose: () => void }) {
  const { busy, turn } = usePush();
  const accept = async () => {
    await turn(true);
    // The browser does not ask a second time.
    if (!isPushUnrequested()) onClose();
  };
  return (
    <section className={classes.offer} aria-label={words.thisDevice}>
      <span className={classes.icon}>
        <IconBellRinging size={22} stroke={1.75} aria-hidden />
      </span>
      <div className={classes.text}>
        <p className={classes.label}>{words.offer}</p>
        <p className={classes.hint}>{words.offerHint}</p>
        {/* Without an earlier request there is no subscription to wait for. */}
        <Button variant="default" mt="xs" loading={busy} onClick={() => void accept()}>
          {words.turnOn}
        </Button>
      </div>
      <IconButton icon={IconX} label={words.close} onClick={onClose} />
    </section>
  );
}
