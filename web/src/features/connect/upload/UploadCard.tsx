import { Button } from '@mantine/core';
import { Card } from '@/components/data-list';
import { formatBytes } from '@/lib/files/size';
import { messages } from '@/lib/messages';
import { formatPercent } from '@/lib/numbers';
import page from '../Connect.module.css';
import { ProgressBar } from '../progress/ProgressBar';
import { refusalText } from '../words';
import { bytesThere } from './parts';
import type { UploadState } from './uploader';
import { retryUpload } from './uploads';

const words = messages.upload;

const titles: Readonly<Record<UploadState['phase'], string>> = {
  running: words.running,
  waiting: words.waiting,
  slow: words.running,
  stopped: words.stopped,
  done: words.running,
};

function detailOf({ phase, error, unreadable }: UploadState): string {
  if (unreadable !== undefined) return words.unreadable(unreadable);
  if (phase === 'stopped') return refusalText(error, words.failed);
  if (phase === 'waiting') return words.waitingDetail;
  return phase === 'slow' ? words.slow : words.keepOpen;
}

/** The running upload of this tab. */
export function UploadCard({ upload }: { upload: UploadState }) {
  const { phase, import: of, unreadable } = upload;
  const { done, total } = bytesThere(of.files);
  return (
    <Card label={titles[phase]}>
      <div role="status">
        <h2 className={page.title}>{titles[phase]}</h2>
      </div>
      <p className={page.big}>{formatPercent(Math.floor((100 * done) / Math.max(total, 1)))}</p>
      <ProgressBar label={words.running} done={done} total={total} />
      <p className={page.hint}>{words.progress(formatBytes(done), formatBytes(total))}</p>
      <p className={page.text} role={phase === 'stopped' ? 'alert' : 'status'}>
        {detailOf(upload)}
      </p>
      {phase === 'stopped' && unreadable === undefined && (
        <div className={page.buttons}>
          <Button onClick={() => retryUpload(of.importID)}>{words.retry}</Button>
        </div>
      )}
    </Card>
  );
}
