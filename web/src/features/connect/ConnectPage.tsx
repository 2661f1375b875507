import { TopBar } from '@/components/navigation/TopBar';
import { messages } from '@/lib/messages';
import classes from './Connect.module.css';
import { Ways } from './ways/Ways';

const words = messages.connect;

/** /admin-configuration/connect: the ways to bring sales into Saffron. */
export function Component() {
  return (
    <>
      <TopBar title={words.title} back="/more" />
      <div className={classes.page}>
        <p className={classes.sentence}>{words.sentence}</p>
        <Ways />
      </div>
    </>
  );
}
