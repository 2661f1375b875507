import { Title } from '@mantine/core';
import { useId } from 'react';
import type { Wage } from '@/api';
import { Card } from '@/components/data-list';
import { VirtualList } from '@/components/data-list/rows/VirtualList';
import { Entry } from '@/components/details/Entry';
import { formatDay } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import classes from './Wages.module.css';
import { holderOfWage, wageKey } from './wageValues';

const words = messages.wages;

/** More rows than these are drawn as they come into sight. */
const MOST_DRAWN = 40;

interface EnteredWagesProps {
  wages: readonly Wage[];
  onOpen: (wage: Wage) => void;
}

/** The entered wages by person and by job, the newest of each first; a tap changes one. */
export function EnteredWages({ wages, onOpen }: EnteredWagesProps) {
  const title = useId();
  const of = (holder: 'employee' | 'job') => wages.filter((wage) => holderOfWage(wage) === holder);
  return (
    <Card labelledBy={title}>
      <Title order={2} fz="md" id={title}>
        {words.entered}
      </Title>
      <p className={classes.hint}>{words.jobHint}</p>
      <Group name={words.byPerson} wages={of('employee')} onOpen={onOpen} />
      <Group name={words.byJob} wages={of('job')} onOpen={onOpen} />
    </Card>
  );
}

function Group({ name, wages, onOpen }: EnteredWagesProps & { name: string }) {
  if (wages.length === 0) return null;
  const render = (wage: Wage) => (
    <Entry
      title={wage.employeeName ?? wage.job ?? wage.employeeID ?? words.unnamed}
      detail={words.from(formatDay(wage.from))}
      value={formatMoney(wage.rate)}
      onOpen={() => onOpen(wage)}
    />
  );
  return (
    <>
      <h3 className={classes.group}>{name}</h3>
      {wages.length > MOST_DRAWN ? (
        <VirtualList
          label={name}
          items={wages}
          keyOf={wageKey}
          render={(wage) => <div className={classes.virtual}>{render(wage)}</div>}
        />
      ) : (
        <ul className={classes.list} aria-label={name}>
          {wages.map((wage) => (
            <li key={wageKey(wage)}>{render(wage)}</li>
          ))}
        </ul>
      )}
    </>
  );
}
