import type { Import, ImportFile, ImportTable } from '@/api';
import { Card } from '@/components/data-list';
import { formatBytes } from '@/lib/files/size';
import { messages } from '@/lib/messages';
import page from '../Connect.module.css';
import type { ImportSteps } from '../useImportSteps';
import { FoundTable } from './FoundTable';
import { LayoutPicker } from './LayoutPicker';

const words = messages.importFiles;

interface FoundFilesProps {
  import: Import;
  steps: ImportSteps;
}

/** What was recognized of each file. */
export function FoundFiles({ import: of, steps }: FoundFilesProps) {
  const open = of.takesAnswers;
  return (
    <Card label={words.title}>
      <h2 className={page.title}>{words.title}</h2>
      <ul className={page.list}>
        {of.files.map((file) => (
          <li key={file.file}>
            <FoundFile
              importID={of.importID}
              file={file}
              tables={of.tables.filter((table) => table.file === file.file)}
              open={open}
            />
          </li>
        ))}
      </ul>
      {open && <LayoutPicker steps={steps} />}
    </Card>
  );
}

interface FoundFileProps {
  importID: string;
  file: ImportFile;
  tables: readonly ImportTable[];
  open: boolean;
}

function FoundFile({ importID, file: { name, bytes, unreadable }, tables, open }: FoundFileProps) {
  const [only] = tables;
  // A file with one table has no second name for it.
  const alone = tables.length === 1 && only?.name === name;
  return (
    <>
      {!alone && (
        <div className={page.row}>
          <strong className={page.name}>{name}</strong>
          <span className={page.hint}>{formatBytes(bytes)}</span>
          {unreadable !== null && (
            <span className={page.detail} data-tone="bad">
              {words.unreadable(unreadable)}
            </span>
          )}
        </div>
      )}
      {tables.map((table) => (
        <FoundTable key={table.table} importID={importID} table={table} open={open} />
      ))}
    </>
  );
}
