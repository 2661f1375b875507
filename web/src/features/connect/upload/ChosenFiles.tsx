import { IconX } from '@tabler/icons-react';
import { IconButton } from '@/components/buttons/IconButton';
import { Card } from '@/components/data-list';
import { formatBytes } from '@/lib/files/size';
import { messages } from '@/lib/messages';
import page from '../Connect.module.css';
import classes from './ChosenFiles.module.css';
import { bytesOf } from './chosenFiles';

const words = messages.upload;

interface ChosenFilesProps {
  files: readonly File[];
  onRemove: (file: File) => void;
}

/** The chosen files with their sizes. */
export function ChosenFiles({ files, onRemove }: ChosenFilesProps) {
  return (
    <Card label={words.chosen}>
      <div className={page.head}>
        <h2 className={page.title}>{words.chosen}</h2>
        <span className={page.hint}>
          {words.together(files.length, formatBytes(bytesOf(files)))}
        </span>
      </div>
      <ul className={page.list}>
        {files.map((file) => (
          <li key={`${file.name}/${file.size}`} className={classes.file}>
            <span className={page.name}>{file.name}</span>
            <span className={classes.side}>
              {formatBytes(file.size)}
              <IconButton
                icon={IconX}
                label={words.remove(file.name)}
                onClick={() => onRemove(file)}
              />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
