import { Title } from '@mantine/core';
import { useId } from 'react';
import type { ShiftsWithoutWage } from '@/api';
import { Card } from '@/components/data-list';
import { Entry } from '@/components/details/Entry';
import type { BusinessDate } from '@/lib/dates';
import { messages } from '@/lib/messages';
import classes from './Wages.module.css';
import { peopleWithout, shiftWords, wageHolders } from './wageValues';

const words = messages.wages;

interface WithoutWageProps {
  rows: readonly ShiftsWithoutWage[];
  today: BusinessDate;
  onOpen: (row: ShiftsWithoutWage) => void;
}

/** The people with shifts that have no wage; a tap enters one. */
export function WithoutWage({ rows, today, onOpen }: WithoutWageProps) {
  const title = useId();
  return (
    <Card labelledBy={title}>
      <Title order={2} fz="md" id={title}>
        {words.without(peopleWithout(rows))}
      </Title>
      <p className={classes.hint}>{words.withoutHint}</p>
      <ul className={classes.list} aria-labelledby={title}>
        {rows.map((row) => {
          const { employeeID, employeeName, job } = row;
          const canEnter = wageHolders(row).length > 0;
          return (
            <li key={JSON.stringify([employeeID, job])}>
              <Entry
                title={employeeName ?? employeeID ?? words.unnamed}
                detail={[job, shiftWords(row, today)].filter((part) => part !== null).join(' · ')}
                further={canEnter ? undefined : words.noHolder}
                {...(canEnter && { onOpen: () => onOpen(row) })}
              />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
