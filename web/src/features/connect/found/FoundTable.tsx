import { Button } from '@mantine/core';
import { IconColumns, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ImportTable } from '@/api';
import { BottomSheet } from '@/components/sheet/BottomSheet';
import { saveText } from '@/lib/files/saveText';
import { messages } from '@/lib/messages';
import { formatCount } from '@/lib/numbers';
import page from '../Connect.module.css';
import classes from './FoundTable.module.css';
import { layoutName, tableText } from './foundWords';

const words = messages.importFiles;

interface FoundTableProps {
  importID: string;
  table: ImportTable;
  /** Whether what its columns mean can still be changed. */
  open: boolean;
}

/** A table of a file: what it is, how it is written, and why it is not used. */
export function FoundTable({ importID, table, open }: FoundTableProps) {
  const [shown, setShown] = useState(false);
  const { name, unusedBecause, remarks, refusedRows, columns, layoutYaml, usedColumns } = table;
  const mapPath = `/admin-configuration/imports/${encodeURIComponent(importID)}/tables/${table.table}`;
  return (
    <div className={classes.table}>
      <strong className={page.name}>{name}</strong>
      <p className={page.hint}>{tableText(table)}</p>
      {unusedBecause !== null && (
        <p className={page.caution}>
          {words.unused}: {unusedBecause}
        </p>
      )}
      {remarks.length > 0 && (
        <ul className={classes.remarks}>
          {remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      )}
      {refusedRows > 0 && <p className={page.caution}>{words.refused(formatCount(refusedRows))}</p>}
      <div className={page.buttons}>
        {columns.length > 0 && (
          <Button variant="default" size="sm" onClick={() => setShown(true)}>
            {words.columns}
          </Button>
        )}
        {open && columns.length > 0 && (
          <Button
            component={Link}
            to={mapPath}
            variant="default"
            size="sm"
            leftSection={<IconColumns size={18} aria-hidden />}
          >
            {words.map}
          </Button>
        )}
        {layoutYaml !== null && (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={() => saveText(layoutName(table), layoutYaml, 'application/yaml')}
          >
            {words.saveLayout}
          </Button>
        )}
      </div>
      <BottomSheet
        reading
        opened={shown}
        onClose={() => setShown(false)}
        title={words.columnsOf(name)}
      >
        {usedColumns.length > 0 && <h3 className={page.title}>{words.used}</h3>}
        <ul className={page.list}>
          {usedColumns.map(({ column, field }) => (
            <li key={`${column}/${field}`} className={page.row}>
              <span className={page.name}>{column}</span>
              <span className={page.value}>{field.replaceAll('-', ' ')}</span>
            </li>
          ))}
        </ul>
        <UnusedColumns columns={table.unusedColumns} />
      </BottomSheet>
    </div>
  );
}

function UnusedColumns({ columns }: { columns: readonly string[] }) {
  if (columns.length === 0) return <p className={page.hint}>{words.noneUnused}</p>;
  return (
    <>
      <h3 className={`${page.title} ${classes.heading}`}>{words.notUsed}</h3>
      <p className={page.text}>{columns.join(', ')}</p>
    </>
  );
}
