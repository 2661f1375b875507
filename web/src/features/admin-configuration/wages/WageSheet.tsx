import { useEffect, useState } from 'react';
import type { ShiftsWithoutWage, Wage, Wages } from '@/api';
import { useAtLocation } from '@/components/location/atLocation';
import { BottomSheet } from '@/components/sheet/BottomSheet';
import { dateOf, formatDay } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { typedMoney } from '@/lib/money';
import { formatCount } from '@/lib/numbers';
import { type HolderChoice, WageForm, type WageFormProps } from './WageForm';
import {
  enteredNotes,
  firstDay,
  type Holder,
  holderOfWage,
  peopleWithout,
  removalOf,
  shiftsIn,
  wageHolders,
  wageKey,
} from './wageValues';

const words = messages.wages;

/** Shifts whose wage is entered, or an entered wage. */
export type OpenedWage = { row: ShiftsWithoutWage } | { wage: Wage };

interface WageSheetProps {
  opened: OpenedWage | null;
  wages: Wages;
  posID: string;
  onClose: () => void;
}

/** Enters a wage, or changes an entered one. */
export function WageSheet({ opened, wages, posID, onClose }: WageSheetProps) {
  // The form stays while the sheet slides out.
  const [shown, setShown] = useState<OpenedWage | null>(opened);
  const [asking, setAsking] = useState(false);
  const at = useAtLocation(posID);
  useEffect(() => {
    if (opened) setShown(opened);
  }, [opened]);
  const of = opened ?? shown;
  const common = { posID, asking, onAsking: setAsking, onDone: onClose };
  return (
    <BottomSheet
      opened={opened !== null}
      onClose={onClose}
      title={of === null ? '' : `${titleOf(of)}${at}`}
      closeOnEscape={!asking}
    >
      {of && 'row' in of && (
        <NewWage
          key={JSON.stringify([of.row.employeeID, of.row.job])}
          row={of.row}
          list={wages.withoutWageList}
          {...common}
        />
      )}
      {of && 'wage' in of && (
        <EnteredWage key={wageKey(of.wage)} wage={of.wage} list={wages.wageList} {...common} />
      )}
    </BottomSheet>
  );
}

function titleOf(opened: OpenedWage): string {
  const named = 'row' in opened ? opened.row : opened.wage;
  const name = named.employeeName ?? named.employeeID;
  return name === null ? words.titleOfJob(named.job ?? '') : words.titleOf(name);
}

type FormOf = Pick<WageFormProps, 'posID' | 'asking' | 'onAsking' | 'onDone'>;

interface NewWageProps extends FormOf {
  row: ShiftsWithoutWage;
  /** All shifts without a wage. */
  list: readonly ShiftsWithoutWage[];
}

function NewWage({ row, list, ...form }: NewWageProps) {
  const holders = wageHolders(row);
  const [holder = 'employee'] = holders;
  const defaultFrom = (chosen: Holder) => firstDay(list, row, chosen);
  return (
    <WageForm
      {...form}
      named={row}
      initial={{ rate: '', holder, from: defaultFrom(holder) }}
      choices={holders.map((one) => choiceOf(one, row, list))}
      defaultFrom={defaultFrom}
      notes={({ from, holder: chosen }) =>
        from > defaultFrom(chosen) ? [words.earlier(formatDay(from))] : []
      }
    />
  );
}

function choiceOf(
  value: Holder,
  row: ShiftsWithoutWage,
  list: readonly ShiftsWithoutWage[],
): HolderChoice {
  const concerned = shiftsIn(list, row, value);
  const shifts = formatCount(concerned.reduce((sum, one) => sum + one.shifts, 0));
  return value === 'job'
    ? {
        value,
        label: words.job(row.job ?? ''),
        detail: words.jobDetail(peopleWithout(concerned), shifts),
      }
    : { value, label: row.employeeName ?? words.person, detail: words.personDetail(shifts) };
}

interface EnteredWageProps extends FormOf {
  wage: Wage;
  /** All entered wages. */
  list: readonly Wage[];
}

function EnteredWage({ wage, list, ...form }: EnteredWageProps) {
  return (
    <WageForm
      {...form}
      named={wage}
      initial={{
        rate: typedMoney(wage.rate),
        holder: holderOfWage(wage),
        from: dateOf(wage.from),
      }}
      dateHint={words.raiseHint}
      notes={({ from }) => enteredNotes(list, wage, from)}
      removal={removalOf(wage)}
    />
  );
}
