import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { failureText, useCloseSampleMutation } from '@/api';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import classes from './SampleBar.module.css';

const words = messages.sample;

/** What the user looks around in, the way to a location of their own, and the way out. */
export function SampleBar() {
  const [close, { isLoading }] = useCloseSampleMutation();
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
