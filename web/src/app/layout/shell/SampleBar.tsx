import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { failureText, useCloseSampleMutation } from '@/api';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { useSample } from '@/state/hooks';
import classes from './SampleBar.module.css';

const words = messages.sample;

/** On every screen while the user looks around in a sample restaurant: what it is, the way to an own one, the way out. */
export function SampleBar() {
  const sample = useSample();
  const [close, { isLoading }] = useCloseSampleMutation();
  if (sample === undefined) return null;
  const leave = async () => {
    try {
      await close({ ownRequest: {} }).unwrap();
    } catch (error) {
      showToast({ severity: 'error', detail: failureText(error, words.leaveFailed) });
    }
  };
  return (
    <section className={classes.root} aria-label={words.title}>
      <span className={classes.title}>{words.title}</span>
      <Link className={classes.link} to="/admin-configuration/connect">
        {messages.connect.title}
      </Link>
      <Button
        className={classes.leave}
        size="compact-sm"
        variant="default"
        loading={isLoading}
        onClick={() => void leave()}
      >
        {words.leave}
      </Button>
    </section>
  );
}
