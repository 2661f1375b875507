import { VisuallyHidden } from '@mantine/core';
import { usePrinting } from '@/components/print/usePrinting';
import { ListRow } from '../ListRow';
import { VirtualList } from '../rows/VirtualList';
import { SecondLine } from '../SecondLine';
import { RowName } from './RowName';
import classes from './ShareList.module.css';
import { ShareNotes } from './ShareNotes';
import { barOf, type ShareGroup, type ShareRow, type ShareRowsProps } from './shareRow';

interface Props extends ShareRowsProps {
  title: string;
  labelledBy: string;
  /** Name of the values. */
  valueName: string;
  total: ShareRow | undefined;
  groups: readonly ShareGroup[];
}

/** More rows than these are drawn as they come into sight. */
const MOST_DRAWN = 40;

function keyOf(row: ShareRow): string {
  return row.key;
}

/** Names with their values: for the width of a phone. */
export function ShareRows({ title, labelledBy, valueName, total, groups, ...line }: Props) {
  const rows = groups.flatMap((group) => group.rows);
  const long = rows.length > MOST_DRAWN;
  const printing = usePrinting();
  const virtual = long && !printing;
  const heads = new Set(groups.map(({ rows: [first] }) => first?.key));
  return (
    <>
      <table className={classes.table} aria-labelledby={labelledBy} data-long={long || undefined}>
        <VisuallyHidden component="thead">
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">{valueName}</th>
          </tr>
        </VisuallyHidden>
        {total && (
          <tbody>
            <ShareLine row={total} {...line} strong />
          </tbody>
        )}
        {!virtual &&
          groups.map(({ name, rows: own }) => (
            <tbody key={own[0]?.key}>
              {name !== undefined && (
                <tr className={classes.row}>
                  <th scope="rowgroup" colSpan={2} className={classes.group}>
                    {name}
                  </th>
                </tr>
              )}
              {own.map((row) => (
                <ShareLine key={row.key} row={row} {...line} />
              ))}
            </tbody>
          ))}
      </table>
      {virtual && (
        <VirtualList
          label={title}
          items={rows}
          keyOf={keyOf}
          render={(row) => (
            <>
              {row.group !== undefined && heads.has(row.key) && (
                <div className={classes.group}>{row.group}</div>
              )}
              <VirtualLine row={row} {...line} />
            </>
          )}
        />
      )}
    </>
  );
}

interface LineProps extends ShareRowsProps {
  row: ShareRow;
}

function ShareLine({ row, strong = false, ...rest }: LineProps & { strong?: boolean }) {
  return (
    <tr className={classes.row} data-strong={strong || undefined}>
      <RowName row={row} detail={row.detail} {...rest} />
      <td className={classes.value}>
        <span className={classes.amount}>{row.value}</span>
        <span className={classes.notes}>
          <ShareNotes row={row} against={rest.against} />
        </span>
      </td>
    </tr>
  );
}

function VirtualLine({ row, against, onOpen, largest }: LineProps) {
  return (
    <ListRow
      title={row.name}
      detail={row.detail && <SecondLine text={row.detail} />}
      {...(row.share !== undefined && { share: barOf(row.share, largest) })}
      value={row.value}
      note={<ShareNotes row={row} against={against} />}
      {...(onOpen && { onClick: () => onOpen(row) })}
    />
  );
}
