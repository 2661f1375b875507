import { useState } from 'react';
import type { Import } from '@/api';
import { Card } from '@/components/data-list';
import { FormError } from '@/components/form/FormError';
import { formatBytes } from '@/lib/files/size';
import { messages } from '@/lib/messages';
import { formatPercent } from '@/lib/numbers';
import page from '../Connect.module.css';
import { matched } from './chosenFiles';
import { FilePicker } from './FilePicker';
import { bytesThere } from './parts';
import { useStartUpload } from './useUpload';

const words = messages.upload;

/** An upload that this tab does not know: it goes on with the same files. */
export function MissingFiles({ import: of }: { import: Import }) {
  const startUpload = useStartUpload();
  const [problem, setProblem] = useState<string | null>(null);
  const missing = of.files.filter(({ parts, receivedParts }) => receivedParts < parts);
  const choose = (chosen: File[]) => {
    const { byNumber, others } = matched(of.files, chosen);
    const [other] = others;
    setProblem(other === undefined ? null : words.otherFile(other.name));
    if (missing.some(({ file }) => byNumber.has(file))) startUpload(of, byNumber);
  };
  return (
    <Card label={words.missingTitle}>
      <div role="status">
        <h2 className={page.title}>{words.missingTitle}</h2>
      </div>
      <p className={page.text}>{words.missing}</p>
      <ul className={page.list}>
        {of.files.map((file) => {
          const { done, total } = bytesThere([file]);
          return (
            <li key={file.file} className={page.row}>
              <span className={page.name}>
                {file.name} ({formatBytes(file.bytes)})
              </span>
              <span className={page.value}>
                {done === total
                  ? words.complete
                  : words.partOf(formatPercent(Math.floor((100 * done) / Math.max(total, 1))))}
              </span>
            </li>
          );
        })}
      </ul>
      <FormError text={problem} />
      <FilePicker label={words.chooseAgain} onFiles={choose} />
      <p className={page.hint}>{words.elsewhere}</p>
    </Card>
  );
}
