import { Tabs } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useAddress } from '@/components/navigation/useAddress';
import { WithFilters } from '@/components/page/WithFilters';
import { messages } from '@/lib/messages';
import classes from './ReportTabs.module.css';
import type { TabEntry } from './tabs';

interface ReportTabsProps<K extends string> {
  tabs: readonly TabEntry<K>[];
  open: K;
  filters: ReactNode;
  /** Contents of the open tab. */
  children: ReactNode;
}

/** Sticky tabs that scroll sideways, or all of them in lines on wide screens; the open one is in the address. */
export function ReportTabs<K extends string>({
  tabs,
  open,
  filters,
  children,
}: ReportTabsProps<K>) {
  const { put } = useAddress();
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const active = list.current?.querySelector<HTMLElement>(`[data-tab="${open}"]`);
    if (list.current && active) {
      const middle = active.offsetLeft - (list.current.clientWidth - active.clientWidth) / 2;
      list.current.scrollLeft = middle;
    }
  }, [open]);

  return (
    <Tabs
      className={classes.root}
      value={open}
      keepMounted={false}
      onChange={(tab) => {
        // The search belongs to the tab that is left.
        if (tab !== null) put({ tab, q: null });
      }}
    >
      <Tabs.List ref={list} className={classes.tabs} aria-label={messages.reportWords.tabs}>
        {tabs.map(({ key, label }) => (
          <Tabs.Tab key={key} value={key} data-tab={key} className={classes.tab}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={open} className={classes.panel}>
        <WithFilters filters={filters}>{children}</WithFilters>
      </Tabs.Panel>
    </Tabs>
  );
}
