import { useGetAppConfigQuery } from '@/api';
import { messages } from '@/lib/messages';
import classes from './TestModeBadge.module.css';

/** Milliseconds between two loads of the remote configuration, at least. */
const configInterval = 12 * 60 * 60 * 1000;

/** Marks figures that are not real. Unknown until the configuration is loaded. */
export function TestModeBadge() {
  const { data } = useGetAppConfigQuery(undefined, { pollingInterval: configInterval });
  if (!data || data.environment === 'production') return null;
  return (
    <aside className={classes.root} aria-label={messages.app.testMode}>
      {messages.app.testMode}
    </aside>
  );
}
