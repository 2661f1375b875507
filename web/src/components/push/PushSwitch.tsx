import { Switch } from '@mantine/core';
import { messages } from '@/lib/messages';
import type { PushAbility } from '@/lib/push/browser';
import classes from './Push.module.css';
import { usePush } from './usePush';

const words = messages.push;

/** Advice if pushes cannot be turned on. */
const obstacles: Record<Exclude<PushAbility, 'ready'>, string> = {
  denied: words.denied,
  unsupported: words.unsupported,
  homeScreenFirst: words.homeScreenFirst,
};

/** Turns pushes of this device on and off, or shows the obstacle. */
export function PushSwitch() {
  const { ability, on, busy, turn } = usePush();
  if (ability !== 'ready') {
    return (
      <div className={classes.box}>
        <p className={classes.label}>{words.thisDevice}</p>
        <p className={classes.hint}>{obstacles[ability]}</p>
      </div>
    );
  }
  return (
    <div className={classes.box}>
      <Switch
        size="md"
        labelPosition="left"
        label={words.thisDevice}
        description={words.thisDeviceHint}
        classNames={{ root: classes.switch, body: classes.switchBody, label: classes.label }}
        checked={on === true}
        disabled={on === undefined || busy}
        onChange={(event) => void turn(event.currentTarget.checked)}
      />
    </div>
  );
}
