import { Menu, UnstyledButton } from '@mantine/core';
import { IconArrowsSort, IconCheck } from '@tabler/icons-react';
import { ChipRow } from '@/components/chips/ChipRow';
import { messages } from '@/lib/messages';
import classes from './GuestFilterBar.module.css';
import { everyone, type GuestFilter, segments, sorts } from './guestFilter';

const words = messages.guestFilter;

interface GuestFilterBarProps {
  value: GuestFilter;
  onChange: (value: GuestFilter) => void;
}

/** Groups of guests, one tap each, and the order of the list. */
export function GuestFilterBar({ value, onChange }: GuestFilterBarProps) {
  const { segment, sort } = value;
  const all = {
    key: 'all',
    label: words.all,
    chosen: segment === null,
    onChoose: () => onChange({ ...value, segment: everyone.segment }),
  };
  const groups = segments.map((one) => ({
    key: one,
    label: words.segment[one],
    chosen: one === segment,
    onChoose: () => onChange({ ...value, segment: one }),
  }));
  return (
    <div className={classes.bar}>
      <ChipRow label={words.label} options={[all, ...groups]} />
      <Menu
        position="bottom-start"
        width="14rem"
        transitionProps={{ duration: 0 }}
        hideDetached={false}
        withinPortal={false}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <UnstyledButton className={classes.sort}>
            <IconArrowsSort size={18} aria-hidden />
            <span>{words.sortedBy(words.sort[sort])}</span>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {sorts.map((one) => (
            <Menu.Item
              key={one}
              aria-current={one === sort || undefined}
              rightSection={one === sort && <IconCheck size={18} aria-hidden />}
              onClick={() => onChange({ ...value, sort: one })}
            >
              {words.sort[one]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
