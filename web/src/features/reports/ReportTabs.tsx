import { Tabs } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { messages } from '@/lib/messages';
import classes from './Reports.module.css';
import { type TabEntry, tabFrom } from './reportTabs';

interface ReportTabsProps<K extends string> {
  tabs: readonly TabEntry<K>[];
  /** What the open tab shows. */
  children: (tab: K) => ReactNode;
}

/** Sticky tabs that scroll sideways; the open one stands in the address. */
export function ReportTabs<K extends string>({ tabs, children }: ReportTabsProps<K>) {
  const [params, setParams] = useSearchParams();
  const list = useRef<HTMLDivElement>(null);
  const open = tabFrom(tabs, params.get('tab'));

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
      value={open ?? null}
      keepMounted={false}
      onChange={(tab) => {
        if (tab !== null) {
          setParams({ tab }, { replace: true, preventScrollReset: true });
        }
      }}
    >
      <Tabs.List ref={list} className={classes.tabs} aria-label={messages.reportWords.tabs}>
        {tabs.map(({ key, label }) => (
          <Tabs.Tab key={key} value={key} data-tab={key} className={classes.tab}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {open !== undefined && (
        <Tabs.Panel value={open} className={classes.panel}>
          {children(open)}
        </Tabs.Panel>
      )}
    </Tabs>
  );
}
