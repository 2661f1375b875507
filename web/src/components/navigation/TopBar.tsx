import { Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { messages } from '@/lib/messages';
import { IconButton } from '../buttons/IconButton';
import { useSwipe } from '../gestures/useSwipe';
import { OfflineStrip } from '../offline/OfflineStrip';
import { PageTitle } from './PageTitle';
import classes from './TopBar.module.css';

interface TopBarProps {
  title: string;
  /** Target of the arrow if the app has no page to go back to; null: no arrow. */
  back?: string | null;
  /** The swipe variant also goes back on a downward swipe. */
  swipe?: boolean;
  /** Buttons at the right end. */
  actions?: ReactNode;
}

/** The bar on top of each page: back arrow, the page's one h1, actions. */
export function TopBar({ title, back = '/home', swipe = false, actions }: TopBarProps) {
  const navigate = useNavigate();
  const goBack = () => {
    // The router numbers its own entries; at 0 the entry before is not the app's.
    const first = (window.history.state as { idx?: number } | null)?.idx;
    if (first !== undefined && first > 0) void navigate(-1);
    else if (back !== null) void navigate(back, { replace: true });
  };
  const swipeHandlers = useSwipe((direction) => {
    if (direction === 'down') goBack();
  });
  return (
    <>
      <header
        className={classes.root}
        data-swipe={swipe || undefined}
        {...(swipe && swipeHandlers)}
      >
        <PageTitle title={title} />
        {back !== null && (
          <IconButton icon={IconArrowLeft} label={messages.widgets.back} onClick={goBack} />
        )}
        <Title order={1} className={classes.title} data-alone={back === null || undefined}>
          {title}
        </Title>
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      <OfflineStrip />
    </>
  );
}
