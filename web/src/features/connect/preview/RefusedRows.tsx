import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { type Import, type ImportRefusedRow, sessionCall } from '@/api';
import { Card } from '@/components/data-list';
import { useCsvFile } from '@/components/export/useCsvFile';
import { messages } from '@/lib/messages';
import { formatCount } from '@/lib/numbers';
import page from '../Connect.module.css';

const words = messages.importPreview;

/** Rows that cannot come in, with where and why; all of them as a file. */
export function RefusedRows({ import: of }: { import: Import }) {
  const { posID, importID, summary, refusedChecks } = of;
  const request = useMemo(
    () => ({ url: sessionCall('get-import-refused-rows'), body: { posID, importID } }),
    [posID, importID],
  );
  const file = useCsvFile(request, words.refusedFile);
  const [saving, setSaving] = useState(false);
  const rows = (summary?.refusedRows ?? 0) + refusedChecks;
  const examples = summary?.refusedExamples ?? [];
  if (rows === 0) return null;
  const title = words.refused(formatCount(rows));
  const save = async () => {
    setSaving(true);
    await file?.save();
    setSaving(false);
  };
  return (
    <Card label={title}>
      <h2 className={page.title}>{title}</h2>
      <p className={page.hint}>{words.refusedSentence}</p>
      {examples.length < rows && examples.length > 0 && (
        <p className={page.hint}>{words.firstOf(formatCount(examples.length))}</p>
      )}
      <ul className={page.list}>
        {examples.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike.
          <li key={index} className={page.row}>
            <span className={page.name}>{placeOf(row)}</span>
            <span className={page.detail}>{row.reason}</span>
          </li>
        ))}
      </ul>
      <div className={page.buttons}>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={saving}
          onClick={() => void save()}
        >
          {words.saveRefused}
        </Button>
      </div>
    </Card>
  );
}

function placeOf({ file, line, check }: ImportRefusedRow): string {
  const place = line === 0 ? file : words.line(file, formatCount(line));
  return check === null ? place : `${place} · ${words.check(check)}`;
}
