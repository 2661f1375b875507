import type { Icon } from '@tabler/icons-react';
import { Link } from 'react-router';
import classes from './TabBar.module.css';

export interface TabItem {
  /** Target of a tap. */
  path: string;
  icon: Icon;
  label: string;
}

interface TabBarProps {
  label: string;
  items: readonly TabItem[];
  /** The highlighted item. */
  active: TabItem | undefined;
  /** Called with the tapped item, before the navigation. */
  onSelect?: (item: TabItem) => void;
}

/** Destinations at the bottom of a phone; from 768 px a rail at the left. */
export function TabBar({ label, items, active, onSelect }: TabBarProps) {
  return (
    <nav className={classes.root} aria-label={label}>
      <ul className={classes.list}>
        {items.map((item) => {
          const current = item.label === active?.label;
          return (
            <li key={item.label} className={classes.item}>
              <Link
                to={item.path}
                className={classes.link}
                // Pages behind sign-in are not for crawlers.
                rel="nofollow"
                aria-current={current ? 'page' : undefined}
                onClick={() => onSelect?.(item)}
              >
                <span className={classes.icon}>
                  <item.icon size={22} stroke={current ? 2.25 : 1.75} aria-hidden />
                </span>
                {item.label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
