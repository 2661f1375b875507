import { UnstyledButton } from '@mantine/core';
import { type Icon, IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { CountBadge } from '../badge/CountBadge';
import classes from './SettingsList.module.css';

export interface SettingsItem {
  icon: Icon;
  label: string;
  description?: string;
  /** Number of unread items there. */
  count?: number;
  /** Target. Ignored with an action. */
  to?: string;
  /** An action; without one the item is a link and shows an arrow. */
  action?: () => void;
}

/** Settings as a list: icon, label, description. */
export function SettingsList({ items }: { items: readonly SettingsItem[] }) {
  return (
    <ul className={classes.list}>
      {items.map((item) => (
        <li key={item.label}>
          {item.action ? (
            <UnstyledButton className={classes.row} onClick={item.action}>
              <Content item={item} />
            </UnstyledButton>
          ) : (
            <Link className={classes.row} to={item.to ?? '.'}>
              <Content item={item} />
              <IconChevronRight size={20} aria-hidden className={classes.arrow} />
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

function Content({ item }: { item: SettingsItem }) {
  return (
    <>
      <span className={classes.icon}>
        <item.icon size={22} stroke={1.75} aria-hidden />
      </span>
      <span className={classes.text}>
        <span className={classes.label}>{item.label}</span>
        {item.description && <span className={classes.description}>{item.description}</span>}
      </span>
      <CountBadge count={item.count ?? 0} />
    </>
  );
}
